import { addEntity, createEntityIndex, createWorld, entityExists, removeEntity, withVersioning } from "bitecs";

const world = createWorld(createEntityIndex(withVersioning()));

const a = addEntity(world);
const b = addEntity(world);
removeEntity(world, a);
const c = addEntity(world);
removeEntity(world, b);

console.log("alive c, expected:", true);
console.log("alive c, actual:  ", entityExists(world, c));
