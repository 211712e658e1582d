// The known defects of koota 0.6.6, each with changes of dist/chunk-*.js that fix it: a text that occurs once, and its
// replacement. The changes show the causes of findings. They are not meant for a release, because they may be slow.

// some says, in checkQuery, that the entity has one of the traits of a list.
const some = (list) => `${list}.some((t) => ((ctx.entityMasks[t.generationId]?.[eid] ?? 0) & t.bitflag) !== 0)`;

export const defects = {
	// Each Or is a list of its own.
	"two-ors": [
		[
			"        query.traitInstances.or.push(...traits.map((t) => ctx.traitInstances[t.id]));\n",
			`        query.traitInstances.or.push(...traits.map((t) => ctx.traitInstances[t.id]));
        (query.chains ??= []).push(traits.map((t) => ctx.traitInstances[t.id]));\n`,
		],
		[
			"  if (query.traitInstances.all.length === 0) return false;\n",
			`  if (query.traitInstances.all.length === 0) return false;
  for (const chain of query.chains ?? []) if (!${some("chain")}) return false;\n`,
		],
	],
	// A new query is filled with what is alive.
	"not-finds-dead": [
		[
			"    const entities = ctx.entityIndex.dense;\n    for (",
			"    const entities = ctx.entityIndex.dense.slice(0, ctx.entityIndex.aliveCount);\n    for (",
		],
	],
	// What is destroyed leaves all queries.
	"not-keeps-dead": [
		[
			`    const allQuery = ctx.queriesHashMap.get("");\n    if (allQuery) allQuery.remove(world, currentEntity);\n`,
			"    for (const query of ctx.queriesHashMap.values()) query.remove(world, currentEntity);\n",
		],
	],
	// What is excluded is left out of the answer that comes from the index of sources.
	"excluded-in-pair-query": [
		[
			"return createRelationOnlyQueryResult(entities);",
			"return createRelationOnlyQueryResult(entities.filter((entity) => !entity.has(IsExcluded)));",
		],
	],
	// One match of Or is enough, whatever mask it is in.
	"or-across-masks": [
		[
			"    if (or !== 0 && (entityMask & or) === 0) return false;\n  }\n  return true;\n",
			`  }
  return query.traitInstances.or.length === 0 || ${some("query.traitInstances.or")};\n`,
		],
	],
};
