import { addComponent, addEntity, createRelation, createWorld, entityExists, query, removeComponent, removeEntity, Wildcard } from "bitecs";

const world = createWorld();
const Likes = createRelation();
const ChildOf = createRelation({ autoRemoveSubject: true });

const parent = addEntity(world);
const child = addEntity(world);
addComponent(world, child, Likes(parent));
addComponent(world, child, ChildOf(parent));
removeComponent(world, child, Likes(parent));

// The child still has ChildOf(parent).
console.log("query Wildcard(parent), expected:", [child]);
console.log("query Wildcard(parent), actual:  ", [...query(world, [Wildcard(parent)])]);

removeEntity(world, parent);
console.log("child exists after its parent was removed, expected:", false);
console.log("child exists after its parent was removed, actual:  ", entityExists(world, child));

const other = addEntity(world); // gets the id of the parent
console.log("child has ChildOf of an entity made later, expected:", []);
console.log("child has ChildOf of an entity made later, actual:  ", [...query(world, [ChildOf(other)])]);
