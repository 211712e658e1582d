import ECSpresso from "ecspresso";

const world = ECSpresso.create().build();

// P is a component: a name
world.getEntitiesWithQuery([], ["P"]);
const a = world.spawn({}).id;

console.log("iterate q, expected:", [a]);
console.log("iterate q, actual:  ", world.getEntitiesWithQuery([], ["P"]).map(({ id }) => id).sort());
