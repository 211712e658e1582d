import ApeECS from "ape-ecs";

const { Component, EntityRef, World } = ApeECS;
const world = new World();
class R extends Component {
	static properties = { target: EntityRef };
}
world.registerComponent(R);
const a = world.createEntity({ id: "a" });
const b = world.createEntity({ id: "b" });
b.addComponent({ type: "R", target: a });
const ids = (entities) => [...entities].map(({ id }) => id);

console.log('query "(R, a)", expected:', [b.id]);
console.log('query "(R, a)", actual:  ', ids(world.createQuery().fromReverse(a, "R").execute()));
