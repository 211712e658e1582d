import { Hierarchy, addComponent, addEntity, createRelation, createWorld, getHierarchyDepth, query } from "bitecs";

const world = createWorld();
const ChildOf = createRelation({ exclusive: true });
const Node = {};

const [child, parent, root] = [addEntity(world), addEntity(world), addEntity(world)];
for (const entity of [child, parent, root]) addComponent(world, entity, Node);
addComponent(world, child, ChildOf(parent));
getHierarchyDepth(world, child, ChildOf); // depths are tracked from here on
addComponent(world, parent, ChildOf(root));

console.log("depth of root, parent, child, expected:", [0, 1, 2]);
console.log("depth of root, parent, child, actual:  ", [root, parent, child].map((e) => getHierarchyDepth(world, e, ChildOf)));
console.log("query Node, Hierarchy(ChildOf), expected:", [root, parent, child]);
console.log("query Node, Hierarchy(ChildOf), actual:  ", [...query(world, [Node, Hierarchy(ChildOf)])]);
