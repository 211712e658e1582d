import { addEntity, createEntityIndex, createWorld, entityExists, removeEntity, withVersioning } from "bitecs";

const world = createWorld(createEntityIndex(withVersioning()));

const a = addEntity(world);
const b = addEntity(world);
removeEntity(world, a);
const c = addEntity(world); // the number of a with the next version
removeEntity(world, b);

console.log("the third entity exists after the second was removed, expected:", true);
console.log("the third entity exists after the second was removed, actual:  ", entityExists(world, c));
