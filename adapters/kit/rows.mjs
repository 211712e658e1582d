import { unsupported } from "./refusal.mjs";

// rows asks a query and writes its answer as results, one for each entity and combination of matches. Which entities
// match is the library's answer; what each term matched on an entity is read from the entity.
export function rows(world, query, { values = false, batches = false, limit = 0, skip = 0, untouched, changes }) {
	if (batches) unsupported("there are no batches");
	if (untouched || changes) unsupported("there is no change detection");
	const results = [];
	for (const entry of entities(world, query)) {
		const choices = query.terms.map((term) => choicesOf(world, entry, term));
		for (const chosen of combinations(choices)) {
			const fields = chosen.map((match) => field(world, entry, match, values));
			results.push({ entities: [entry.handle], fields, vars: {} });
		}
	}
	return results.slice(skip, limit > 0 ? skip + limit : undefined);
}

// entities asks the library. A term that mentions a dead entity is decided here, since the libraries do not say what
// the number of a dead entity means: nothing matches it.
function entities(world, query) {
	const terms = [];
	for (const term of query.terms) {
		const any = term.any.filter(({ tag, relation, target }) => !tag?.dead && !relation?.dead && !target?.dead);
		if (any.length > 0) terms.push({ not: term.not, any });
		else if (!term.not) return [];
	}
	if (terms.length === 0) unsupported("a query without terms means every entity in some libraries, none in others");
	return world.driver.run(terms.length === query.terms.length && same(terms, query.terms) ? query.held : null, terms);
}

function same(terms, all) {
	return terms.every((term, i) => term.any.length === all[i].any.length);
}

// choicesOf lists what a term matches on an entity that the library returned. A field that is not set is null; where
// nothing on the entity explains why it was returned, the pattern stands for the match.
function choicesOf(world, entry, term) {
	if (term.not) return [null];
	if (entry.dead) return [term.any[0]];
	for (const pattern of term.any) {
		const found = matches(world, entry, pattern);
		if (found.length > 0) return found;
	}
	return [term.any[0]];
}

function matches(world, entry, pattern) {
	const { tag, relation, target } = pattern;
	if (tag) return world.driver.hasTag(entry, tag) ? [pattern] : [];
	if (relation.dead || target.dead) return [];
	if (typeof relation === "string") {
		const found = world.driver.ids(entry).filter((id) => id.target === target);
		return relation === "_" ? found.slice(0, 1).map(() => pattern) : found;
	}
	if (typeof target === "string") {
		const found = world.driver.targets(entry, relation).map((to) => ({ relation, target: to }));
		return target === "_" ? found.slice(0, 1).map(() => pattern) : found;
	}
	return world.driver.hasPair(entry, relation, target) ? [pattern] : [];
}

function* combinations(choices, from = 0) {
	if (from === choices.length) {
		yield [];
		return;
	}
	for (const first of choices[from]) {
		for (const rest of combinations(choices, from + 1)) yield [first, ...rest];
	}
}

function field(world, entry, match, values) {
	if (match === null) return { id: "", src: null, set: false };
	const { tag, relation, target } = match;
	const name = (element) => (typeof element === "string" ? "*" : element.handle);
	const result = { id: tag ? name(tag) : [name(relation), name(target)], src: null, set: true };
	const concrete = tag || (typeof relation !== "string" && typeof target !== "string");
	if (values && concrete && (tag ?? relation).members.length > 0) result.value = world.driver.read(entry, match);
	return result;
}
