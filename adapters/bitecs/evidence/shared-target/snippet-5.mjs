import { addComponent, addEntity, createRelation, createWorld, entityExists, removeEntity } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const a = addEntity(world);
const R = createRelation({ exclusive: true, });
const b = addEntity(world);
const c = addEntity(world);
addComponent(world, c, ChildOf(b));
addComponent(world, c, R(b));
addComponent(world, c, R(a));
removeEntity(world, b);

console.log("alive c, expected:", false);
console.log("alive c, actual:  ", entityExists(world, c));
