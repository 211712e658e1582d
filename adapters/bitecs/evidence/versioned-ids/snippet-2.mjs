import { addComponent, addEntity, createEntityIndex, createRelation, createWorld, removeEntity, withVersioning } from "bitecs";

const world = createWorld(createEntityIndex(withVersioning()));
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const a = addEntity(world);
const b = addEntity(world);
removeEntity(world, b);
const c = addEntity(world);
addComponent(world, c, ChildOf(a));
addEntity(world); // of P, as the ids that follow depend on it
const P = {};
removeEntity(world, a);
const d = addEntity(world);

console.log("entity e P, expected:", "done");
try {
	const e = addEntity(world);
	addComponent(world, e, P);
	console.log("entity e P, actual:  ", "done");
} catch (error) {
	console.log("entity e P, actual:  ", "refused", error.message);
}
