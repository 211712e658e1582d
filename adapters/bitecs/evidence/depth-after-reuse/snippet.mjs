import { addComponent, addEntity, createRelation, createWorld, getHierarchyDepth, removeEntity } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true });

const parent = addEntity(world);
const child = addEntity(world);
addComponent(world, child, ChildOf(parent));
getHierarchyDepth(world, child, ChildOf); // depths are tracked from here on
removeEntity(world, child);
const fresh = addEntity(world); // gets the id of the child, has no relation

console.log("depth of a new entity without parent, expected:", 0);
console.log("depth of a new entity without parent, actual:  ", getHierarchyDepth(world, fresh, ChildOf));
