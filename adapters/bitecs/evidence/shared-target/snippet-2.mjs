import { addComponent, addEntity, createRelation, createWorld, entityExists, removeComponent, removeEntity } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const R = createRelation();
const a = addEntity(world);
const b = addEntity(world);
addComponent(world, b, R(a));
addComponent(world, b, ChildOf(a));
removeComponent(world, b, R(a));
removeEntity(world, a);

console.log("alive b, expected:", false);
console.log("alive b, actual:  ", entityExists(world, b));
