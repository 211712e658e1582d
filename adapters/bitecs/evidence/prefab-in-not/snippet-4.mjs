import { Or, addComponent, addEntity, addPrefab, createRelation, createWorld, query } from "bitecs";

const world = createWorld();

const P = {};
const a = addEntity(world);
const R = addEntity(world);
const RRelation = createRelation({ exclusive: true, });
query(world, [Or(P, RRelation(R))]);
const b = addPrefab(world);
addComponent(world, b, P);
addComponent(world, b, RRelation(R));
addComponent(world, b, RRelation(a));

console.log("iterate q, expected:", []);
console.log("iterate q, actual:  ", [...query(world, [Or(P, RRelation(R))])].sort());
