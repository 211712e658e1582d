import { Or, createWorld, trait } from "koota";

const world = createWorld();
const traits = Array.from({ length: 32 }, () => trait());
world.spawn(...traits); // koota numbers traits when they are first added, 31 to a mask

const entity = world.spawn(traits[0]);

console.log("query Or(traits[0], traits[31]) finds an entity with traits[0], expected:", true);
console.log("query Or(traits[0], traits[31]) finds an entity with traits[0], actual:  ", world.query(Or(traits[0], traits[31])).includes(entity));
