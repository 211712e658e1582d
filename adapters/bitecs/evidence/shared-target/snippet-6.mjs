import { addComponent, addEntity, createRelation, createWorld, hasComponent, removeEntity } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const R = createRelation();
const a = addEntity(world);
const b = addEntity(world);
const c = addEntity(world);
addComponent(world, c, ChildOf(b));
addComponent(world, c, R(b));
addComponent(world, c, ChildOf(a));
removeEntity(world, b);

console.log("has c (R, b), expected:", false);
console.log("has c (R, b), actual:  ", hasComponent(world, c, R(b)));
