import { Not, createWorld, trait } from "koota";

const world = createWorld();

const P = trait();
const a = world.spawn();
a.destroy();

console.log('query "!P", expected:', []);
console.log('query "!P", actual:  ', [...world.query(Not(P))].sort());
