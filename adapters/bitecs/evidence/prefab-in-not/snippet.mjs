import { Not, addPrefab, createWorld, query } from "bitecs";

const world = createWorld();

const P = {};
[...query(world, [Not(P)])].sort();
const a = addPrefab(world);

console.log('query "!P", expected:', []);
console.log('query "!P", actual:  ', [...query(world, [Not(P)])].sort());
