import { addComponent, addEntity, createRelation, createWorld, hasComponent, removeComponent, removeEntity } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const R = createRelation();
const a = addEntity(world);
const b = addEntity(world);
addComponent(world, b, R(a));
addComponent(world, a, ChildOf(b));
removeComponent(world, a, ChildOf(b));
removeEntity(world, a);

console.log("has b (R, a), expected:", false);
console.log("has b (R, a), actual:  ", hasComponent(world, b, R(a)));
