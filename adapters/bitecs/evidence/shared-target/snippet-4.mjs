import { Wildcard, addComponent, addEntity, createRelation, createWorld, hasComponent, removeComponent } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const R = createRelation();
const a = addEntity(world);
const b = addEntity(world);
addComponent(world, b, R(a));
addComponent(world, b, ChildOf(a));
removeComponent(world, b, R(a));

console.log("has b (*, a), expected:", true);
console.log("has b (*, a), actual:  ", hasComponent(world, b, Wildcard(a)));
