// isProperty says whether an id is an option of a relation. It is kept by the adapter and given to the library when
// the relation is first used.
export function isProperty(id) {
	if (id === "Exclusive") return true;
	return Array.isArray(id) && id[0] === "OnDeleteTarget" && (id[1] === "Delete" || id[1] === "Remove");
}

// compareIds is the order of ids in a dump: singles before pairs, then by their handles.
export function compareIds(a, b) {
	const [x, y] = [[a].flat(), [b].flat()];
	return x.length - y.length || compareText(x[0], y[0]) || compareText(x[1] ?? "", y[1] ?? "");
}

// compareText orders by code points, as UTF-8 sorts.
export function compareText(a, b) {
	return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
