import { Not, addComponent, addEntity, addPrefab, createRelation, createWorld, query, removeComponent } from "bitecs";

const world = createWorld();

const P = {};
const R = addEntity(world);
const RRelation = createRelation();
const a = addPrefab(world);
addComponent(world, a, RRelation(R));
addComponent(world, a, P);
[...query(world, [RRelation("*"), Not(P)])].sort();
removeComponent(world, a, P);

console.log('query "(R, *), !P", expected:', []);
console.log('query "(R, *), !P", actual:  ', [...query(world, [RRelation("*"), Not(P)])].sort());
