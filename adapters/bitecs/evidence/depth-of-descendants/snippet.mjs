import { addComponent, addEntity, createRelation, createWorld, getHierarchyDepth } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const a = addEntity(world);
const b = addEntity(world);
const c = addEntity(world);
addComponent(world, c, ChildOf(b));
getHierarchyDepth(world, c, ChildOf);
addComponent(world, b, ChildOf(a));

console.log("depth c, expected:", 2);
console.log("depth c, actual:  ", getHierarchyDepth(world, c, ChildOf));
