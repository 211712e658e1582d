import ECSpresso from "ecspresso";

const world = ECSpresso.create().build();

// P is a component: a name
world.getEntitiesWithQuery([], ["P"]).map(({ id }) => id).sort();
const a = world.spawn({}).id;

console.log('query "!P", expected:', [a]);
console.log('query "!P", actual:  ', world.getEntitiesWithQuery([], ["P"]).map(({ id }) => id).sort());
