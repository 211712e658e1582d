// The areas of the board: folders of the suite, topics of the transcripts of Flecs and Tecs, and features whose scenarios were recorded.
const topics = {
	relationships: "relationships pairs misc edges edge-data storage pair_queries union",
	properties: "properties props transitive reflexive declarations acyclic combined_properties exclusive final oneof properties_and_operators property_owners symmetric traversable usage_flecs41 with",
	inheritance: "isa prefab prefabs compinherit substitution seed004 component_sharing_flecs4 copies_flecs4 inheritance_and_transitivity",
	hierarchy: "hierarchy childof walks",
	cleanup: "cleanup deletion cascades policies",
	"query text": "language grammar",
	queries: "queries query cache changed equality from grouping instancing lookupvars members scopes sorting source traversal variables wildcards queries-by-relationship dependent_terms equality_operators lists traversal_and_inheritance traversal_end traversal_several_targets unset_variables variable_binding variables_and_sources",
	"deferred changes": "deferred defer staging snapshots-and-scopes",
	"events and observers": "events observers monitors",
	"random worlds": "generated random F41 L0 L1 L2 L3 L4",
	"earlier defects": "bugs causes",
	other: "declared profiles saving refusals",
};
const areaOf = new Map(Object.entries(topics).flatMap(([area, names]) => names.split(" ").map((name) => [name, area])));
const right = new Set(["agree", "passed"]), asked = new Set([...right, "declared", "known", "failed", "unexplained"]);

/** matrix has a row for each area with a cell for each engine: the answers as specified, and all that it gave; null for none. */
export function matrix(engines) {
	const rows = Object.keys(topics).map((name) => ({ name, cells: engines.map(() => ({ right: 0, asked: 0 })) }));
	engines.forEach((engine, column) => {
		for (const { name, counts } of engine.areas) {
			const area = areaOf.get(name.split("/")[0]);
			if (area === undefined) throw new Error(`site/matrix.mjs has no area for ${name} of ${engine.name}`);
			const cell = rows.find((row) => row.name === area).cells[column];
			for (const { verdict, number } of counts) {
				if (right.has(verdict)) cell.right += number;
				if (asked.has(verdict)) cell.asked += number;
			}
		}
	});
	for (const row of rows) row.cells = row.cells.map((cell) => (cell.asked > 0 ? { ...cell, percent: percent(cell) } : null));
	return rows.filter((row) => row.cells.some((cell) => cell !== null));
}

// percent is never 100 where an answer differs.
const percent = ({ right, asked }) => (Math.floor((1000 * right) / asked) / 10).toFixed(right === asked ? 0 : 1);
