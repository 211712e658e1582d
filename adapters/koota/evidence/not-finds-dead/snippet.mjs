import { Not, createWorld, trait } from "koota";

const world = createWorld();
const Poisoned = trait();

const entity = world.spawn();
entity.destroy();

console.log("query Not(Poisoned) in a world without entities, expected:", []);
console.log("query Not(Poisoned) in a world without entities, actual:  ", [...world.query(Not(Poisoned))]);
console.log("query() in a world without entities, expected:", []);
console.log("query() in a world without entities, actual:  ", [...world.query()]);
console.log("the entity is alive, expected:", false);
console.log("the entity is alive, actual:  ", world.has(entity));
