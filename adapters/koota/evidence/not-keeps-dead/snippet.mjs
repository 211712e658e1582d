import { Not, createWorld, trait } from "koota";

const world = createWorld();
const Poisoned = trait();

const bare = world.spawn();
const poisoned = world.spawn(Poisoned);
console.log("before:", [...world.query(Not(Poisoned))].length === 1);
bare.destroy();
poisoned.destroy();

console.log("entities found by Not(Poisoned) after all were destroyed, expected:", 0);
console.log("entities found by Not(Poisoned) after all were destroyed, actual:  ", world.query(Not(Poisoned)).length);
