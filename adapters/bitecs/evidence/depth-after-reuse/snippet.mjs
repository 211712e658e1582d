import { addComponent, addEntity, createRelation, createWorld, getHierarchyDepth, removeEntity } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const a = addEntity(world);
const b = addEntity(world);
addComponent(world, b, ChildOf(a));
getHierarchyDepth(world, b, ChildOf);
removeEntity(world, b);
const c = addEntity(world);

console.log("depth c, expected:", 0);
console.log("depth c, actual:  ", getHierarchyDepth(world, c, ChildOf));
