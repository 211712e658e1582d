import { addComponents, addComponent, addEntity, createRelation, createWorld, hasComponent, query, Wildcard } from "bitecs";

const world = createWorld();
const Position = []; // an AoS component
const Velocity = { x: [], y: [] };

const entity = addEntity(world);
addComponents(world, entity, Position, Velocity);
console.log("has Position and Velocity after addComponents, expected:", true, true);
console.log("has Position and Velocity after addComponents, actual:  ", hasComponent(world, entity, Position), hasComponent(world, entity, Velocity));

const Contains = createRelation({ store: () => [] });
const gold = addEntity(world);
addComponent(world, entity, Contains(gold));
console.log("query Contains(Wildcard), expected:", [entity]);
console.log("query Contains(Wildcard), actual:  ", [...query(world, [Contains(Wildcard)])]);
