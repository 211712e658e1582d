import { IsExcluded, createWorld, relation } from "koota";

const world = createWorld();
const ChildOf = relation();

const parent = world.spawn();
const child = world.spawn(ChildOf(parent), IsExcluded);

console.log("query ChildOf(parent) finds the excluded child, expected:", false);
console.log("query ChildOf(parent) finds the excluded child, actual:  ", world.query(ChildOf(parent)).includes(child));
console.log("query ChildOf('*') finds the excluded child, expected:", false);
console.log("query ChildOf('*') finds the excluded child, actual:  ", world.query(ChildOf("*")).includes(child));
