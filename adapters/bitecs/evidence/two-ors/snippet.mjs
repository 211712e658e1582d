import { Or, addComponent, addEntity, createWorld, query } from "bitecs";

const world = createWorld();
const [Red, Blue, Round, Square] = [{}, {}, {}, {}];

const entity = addEntity(world);
addComponent(world, entity, Red); // neither Round nor Square

console.log("query Or(Red, Blue), Or(Round, Square), expected:", []);
console.log("query Or(Red, Blue), Or(Round, Square), actual:  ", [...query(world, [Or(Red, Blue), Or(Round, Square)])]);
