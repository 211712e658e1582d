import { Not, addComponent, addPrefab, createWorld, query, removeComponent } from "bitecs";

const world = createWorld();

const P = {};
const a = addPrefab(world);
addComponent(world, a, P);
query(world, [Not(P)]);
removeComponent(world, a, P);

console.log("iterate q, expected:", []);
console.log("iterate q, actual:  ", [...query(world, [Not(P)])].sort());
