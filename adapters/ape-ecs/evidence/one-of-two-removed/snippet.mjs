import ApeECS from "ape-ecs";

const { Component, EntityRef, World } = ApeECS;
const world = new World();
class R extends Component {
	static properties = { target: EntityRef };
}
world.registerComponent(R);
const a = world.createEntity({ id: "a" });
const b = world.createEntity({ id: "b" });
const first = b.addComponent({ type: "R", target: a });
b.addComponent({ type: "R", target: b });
b.removeComponent(first);
const ids = (entities) => [...entities].map(({ id }) => id);

console.log('query "(R, *)", expected:', [b.id]);
console.log('query "(R, *)", actual:  ', ids(world.createQuery().fromAll("R").execute()));
