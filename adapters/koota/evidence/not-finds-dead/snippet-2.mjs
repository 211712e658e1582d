import { Not, createQuery, createWorld, trait } from "koota";

const world = createWorld();

const P = trait();
const a = world.spawn();
a.destroy();
const q = createQuery(Not(P));
world.query(q);

console.log("iterate q, expected:", []);
console.log("iterate q, actual:  ", [...world.query(q)].sort());
