import { Not, createQuery, createWorld, trait } from "koota";

const world = createWorld();

const P = trait();
const a = world.spawn();
const q = createQuery(Not(P));
world.query(q);
a.destroy();

console.log("iterate q, expected:", []);
console.log("iterate q, actual:  ", [...world.query(q)].sort());
