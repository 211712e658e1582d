import { IsExcluded, createWorld, relation } from "koota";

const world = createWorld();
const ChildOf = relation({ exclusive: true, autoDestroy: "orphan" });

const a = world.spawn();
const b = world.spawn(IsExcluded, ChildOf(a));

console.log('query "(ChildOf, a)", expected:', []);
console.log('query "(ChildOf, a)", actual:  ', [...world.query(ChildOf(a))].sort());
