import { refuse, unsupported } from "./refusal.mjs";

// A compiled query is a list of terms, each with one field in a result:
//
//   { not: bool, any: [pattern, ...] }
//
// any has one pattern, or the alternatives of an Or chain. A pattern is { tag }, or { relation, target } where one of
// the two may be "*" or "_". Tags, relations and targets are entries of the world.

// compile reads the query of a request. entry finds an entity that exists or existed.
export function compile(request, entry) {
	if (request.expr !== undefined) unsupported("queries are given as terms here, not as text");
	if (request.order_by || request.group_by) unsupported("queries are neither sorted nor grouped");
	if (request.instanced || request.detect_changes) unsupported("queries have no options");
	if (!Array.isArray(request.terms)) refuse("syntax", "a query has terms");
	if (request.terms.length === 0) unsupported("a query without terms means every entity in some libraries, none in others");
	return request.terms.map((term) => compileTerm(term, entry));
}

function compileTerm(term, entry) {
	const { oper = "and", or, scope, compare } = term;
	if (scope) unsupported("there are no scopes");
	if (compare) unsupported("there are no comparisons");
	if (oper !== "and" && oper !== "not") unsupported(`there is no operator ${oper}`);
	if (!or) return { not: oper === "not", any: [compileMatch(term, entry)] };
	if (oper !== "and" || or.length === 0) refuse("invalid", "a chain has alternatives and no operator");
	for (const alternative of or) {
		if (alternative.or || alternative.scope || alternative.compare) unsupported("alternatives are single terms");
		if ((alternative.oper ?? "and") !== "and") refuse("invalid", "an alternative has no operator");
	}
	return { not: false, any: or.map((alternative) => compileMatch(alternative, entry)) };
}

function compileMatch({ first, second, src }, entry) {
	if (src !== undefined && src !== null && src !== "$this") unsupported("terms are about $this");
	const left = element(first, entry);
	if (second === undefined || second === null) {
		if (typeof left === "string") unsupported(`${left} alone is no query`);
		return { tag: left };
	}
	const right = element(second, entry);
	if (typeof left === "string" && typeof right === "string") unsupported("a pair of two wildcards is no query");
	return { relation: left, target: right };
}

// element is an entry, "*" or "_".
function element(written, entry) {
	const name = typeof written === "string" ? written : written?.entity;
	if (name === undefined || written.trav || written.member) {
		unsupported(`elements are entities and wildcards, not ${JSON.stringify(written)}`);
	}
	if (name === "*" || name === "_") return name;
	if (name.startsWith("$")) unsupported("there are no variables");
	return entry(name);
}
