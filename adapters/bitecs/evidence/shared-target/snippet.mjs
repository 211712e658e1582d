import { Wildcard, addComponent, addEntity, createRelation, createWorld, query, removeComponent } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true, autoRemoveSubject: true });

const R = createRelation();
const a = addEntity(world);
const b = addEntity(world);
addComponent(world, b, R(a));
addComponent(world, b, ChildOf(a));
removeComponent(world, b, R(a));

console.log('query "(*, a)", expected:', [b]);
console.log('query "(*, a)", actual:  ', [...query(world, [Wildcard(a)])].sort());
