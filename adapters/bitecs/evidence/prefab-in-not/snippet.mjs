import { Not, addComponent, addPrefab, createWorld, query, removeComponent } from "bitecs";

const world = createWorld();
const Dead = {};

query(world, [Not(Dead)]);
const prefab = addPrefab(world);
console.log("query Not(Dead) with a prefab made after the first query, expected:", []);
console.log("query Not(Dead) with a prefab made after the first query, actual:  ", [...query(world, [Not(Dead)])]);

const Hidden = {};
const second = addPrefab(world);
addComponent(world, prefab, Hidden);
addComponent(world, second, Hidden);
query(world, [Not(Hidden)]);
removeComponent(world, second, Hidden);
console.log("query Not(Hidden) after a prefab lost Hidden, expected:", []);
console.log("query Not(Hidden) after a prefab lost Hidden, actual:  ", [...query(world, [Not(Hidden)])]);
