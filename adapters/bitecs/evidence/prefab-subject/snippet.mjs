import { addComponent, addEntity, addPrefab, createRelation, createWorld, entityExists, removeEntity } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const a = addEntity(world);
const b = addPrefab(world);
addComponent(world, b, ChildOf(a));
removeEntity(world, a);

console.log("alive b, expected:", false);
console.log("alive b, actual:  ", entityExists(world, b));
