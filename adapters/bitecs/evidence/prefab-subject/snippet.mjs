import { addComponent, addEntity, addPrefab, createRelation, createWorld, entityExists, getRelationTargets, hasComponent, removeEntity } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ autoRemoveSubject: true });
const Likes = createRelation();

const parent = addEntity(world);
const prefab = addPrefab(world);
const fan = addPrefab(world);
addComponent(world, prefab, ChildOf(parent));
addComponent(world, fan, Likes(parent));
removeEntity(world, parent);

console.log("prefab with ChildOf(parent) exists after parent was removed, expected:", false);
console.log("prefab with ChildOf(parent) exists after parent was removed, actual:  ", entityExists(world, prefab));

console.log("targets of Likes after the target was removed, expected:", []);
console.log("targets of Likes after the target was removed, actual:  ", getRelationTargets(world, fan, Likes));

const other = addEntity(world); // gets the id of the parent
console.log("has Likes(other) though it was never added, expected:", false);
console.log("has Likes(other) though it was never added, actual:  ", hasComponent(world, fan, Likes(other)));
