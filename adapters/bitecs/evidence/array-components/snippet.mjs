import { addComponent, addEntity, createRelation, createWorld, query } from "bitecs";

const world = createWorld();

const R = createRelation({ store: () => [], });
const a = addEntity(world);
const b = addEntity(world);
addComponent(world, b, R(a));

console.log('query "(R, *)", expected:', [b]);
console.log('query "(R, *)", actual:  ', [...query(world, [R("*")])].sort());
