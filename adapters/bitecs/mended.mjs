// The known defects of bitECS 0.4.0, each with changes of dist/core/index.mjs that fix it: a text that occurs once, and its
// replacement. The changes show the causes of findings. They are not meant for a release, because they may be slow.

// everyone lists the entities that hold a component, prefabs too, which queries leave out.
const everyone = (component) => `[...ctx.entityComponents.keys()].filter((e) => hasComponent(world, e, ${component}))`;

export const defects = {
	// The wildcards of two entities stay while any pair still connects them.
	"shared-target": [
		[
			`      removeComponent(world, eid, Pair(Wildcard, target));
      if (typeof target === "number" && entityExists(world, target)) {
        removeComponent(world, target, Pair(Wildcard, eid));`,
			`      const leadsTo = (a, b) => entityExists(world, a) && [...ctx.entityComponents.get(a)].some((c) =>
        c[$isPairComponent] && c[$relation] !== Wildcard && c[$pairTarget] === b);
      const connected = relation !== Wildcard && (leadsTo(eid, target) || leadsTo(target, eid));
      if (!connected) removeComponent(world, eid, Pair(Wildcard, target));
      if (typeof target === "number" && entityExists(world, target)) {
        if (!connected) removeComponent(world, target, Pair(Wildcard, eid));`,
		],
	],
	// The subjects of an entity that is removed are found without a query.
	"prefab-subject": [
		["of query(world, [Wildcard(currentEid)], noCommit)", `of ${everyone("Wildcard(currentEid)")}`],
	],
	// A prefab leaves the queries that it entered before it was marked, and enters none when it loses a component.
	"prefab-in-not": [
		[
			"  addComponent(world, eid, Prefab);\n",
			"  addComponent(world, eid, Prefab);\n  world[$internal].notQueries.forEach((q) => q.remove(eid));\n",
		],
		[
			"    queries.forEach((queryData) => {\n      queryData.toRemove.remove(eid);\n",
			"    if (!hasComponent(world, eid, Prefab)) queries.forEach((queryData) => {\n      queryData.toRemove.remove(eid);\n",
		],
	],
	// Each Or is a list of its own.
	"two-ors": [
		["  const orComponents = [];\n", "  const orComponents = [];\n  const chains = [];\n"],
		[
			`else if (type === "Or") addToArray(orComponents, comps);`,
			`else if (type === "Or") { addToArray(orComponents, comps); chains.push(comps); }`,
		],
		["    orComponents,\n    notComponents,\n", "    orComponents,\n    chains,\n    notComponents,\n"],
		[
			"  let hasOrMatch = Object.keys(orMasks).length === 0;\n",
			"  const hasOrMatch = query2.chains.every((chain) => chain.some((c) => hasComponent(world, eid, c)));\n",
		],
		["    if (qOrMask && (eMask & qOrMask) !== 0) {\n      hasOrMatch = true;\n    }\n", ""],
	],
	// What is below an entity whose depth changes is computed again, prefabs too.
	"depth-of-descendants": [
		[
			"    markChildrenDirty(world, relation, entity, dirty, createSparseSet());\n",
			`    for (const child of ${everyone("relation(entity)")}) {
      invalidateSubtree(world, relation, child, depths, createSparseSet());
    }\n`,
		],
		[
			"  const children = query(world, [relation(entity)]);\n  for (const child of children) {\n    invalidateSubtree(",
			`  const children = ${everyone("relation(entity)")};\n  for (const child of children) {\n    invalidateSubtree(`,
		],
	],
	// What is removed has no depth.
	"depth-after-reuse": [
		[
			"    removeEntityId(ctx.entityIndex, currentEid);\n",
			`    for (const relation of ctx.hierarchyActiveRelations) invalidateHierarchyDepth(world, relation, currentEid);
    removeEntityId(ctx.entityIndex, currentEid);\n`,
		],
	],
	// The place of an entity is kept under its id without version; only what is alive is removed.
	"versioned-ids": [
		["    index.sparse[entityId] = index.aliveCount;\n", "    index.sparse[getId(index, entityId)] = index.aliveCount;\n"],
		[
			"  const denseIndex = index.sparse[id];\n  if (denseIndex === void 0 || denseIndex >= index.aliveCount) {\n",
			"  const denseIndex = index.sparse[getId(index, id)];\n  if (!isEntityIdAlive(index, id)) {\n",
		],
		["  index.sparse[lastId] = denseIndex;\n", "  index.sparse[getId(index, lastId)] = denseIndex;\n"],
		["  index.sparse[id] = lastIndex;\n", "  index.sparse[getId(index, id)] = lastIndex;\n"],
	],
	// The first of several components is no list of them.
	"array-components": [
		["  const components = Array.isArray(args[0]) ? args[0] : args;\n", "  const components = args.length === 1 && Array.isArray(args[0]) ? args[0] : args;\n"],
	],
};
