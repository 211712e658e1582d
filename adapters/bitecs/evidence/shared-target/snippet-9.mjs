import { addComponent, addEntity, createRelation, createWorld, hasComponent, removeEntity } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const R = addEntity(world);
const RRelation = createRelation();
const a = addEntity(world);
const b = addEntity(world);
addComponent(world, b, ChildOf(a));
addComponent(world, a, RRelation(b));
addComponent(world, b, ChildOf(R));
removeEntity(world, b);

console.log("has a (R, b), expected:", false);
console.log("has a (R, b), actual:  ", hasComponent(world, a, RRelation(b)));
