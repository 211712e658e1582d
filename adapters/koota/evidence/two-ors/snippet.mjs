import { Or, createWorld, trait } from "koota";

const world = createWorld();
const [Red, Blue, Round, Square] = [trait(), trait(), trait(), trait()];

world.spawn(Red); // neither Round nor Square

console.log("query Or(Red, Blue), Or(Round, Square), expected:", 0, "entities");
console.log("query Or(Red, Blue), Or(Round, Square), actual:  ", world.query(Or(Red, Blue), Or(Round, Square)).length, "entities");
