import { Or, createWorld, trait } from "koota";

const world = createWorld();

const P = trait();
const Q = trait();
const a = world.spawn(P);

console.log('query "P || P, Q || Q", expected:', []);
console.log('query "P || P, Q || Q", actual:  ', [...world.query(Or(P, P), Or(Q, Q))].sort());
