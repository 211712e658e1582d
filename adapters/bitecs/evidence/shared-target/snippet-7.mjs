import { Wildcard, addComponent, addEntity, createRelation, createWorld, query } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const R = createRelation();
const a = addEntity(world);
const b = addEntity(world);
const c = addEntity(world);
addComponent(world, c, ChildOf(b));
addComponent(world, c, R(b));
addComponent(world, c, ChildOf(a));

console.log('query "(_, b)", expected:', [c]);
console.log('query "(_, b)", actual:  ', [...query(world, [Wildcard(b)])].sort());
