import ApeECS from "ape-ecs";

const { Component, EntityRef, World } = ApeECS;
const world = new World();
world.registerTags("P", "Q");
const a = world.createEntity({ id: "a", tags: ["P"] });
const ids = (entities) => [...entities].map(({ id }) => id);

console.log('query "Q, P || Q", expected:', []);
console.log('query "Q, P || Q", actual:  ', ids(world.createQuery().fromAll("Q").fromAny("P", "Q").execute()));
