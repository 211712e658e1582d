import { Or, addComponent, addEntity, createWorld, query } from "bitecs";

const world = createWorld();

const P = {};
const Q = {};
const a = addEntity(world);
addComponent(world, a, P);

console.log('query "P || P, Q || Q", expected:', []);
console.log('query "P || P, Q || Q", actual:  ', [...query(world, [Or(P, P), Or(Q, Q)])].sort());
