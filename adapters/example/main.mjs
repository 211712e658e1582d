// A complete adapter around a toy engine: entities, tags, pairs, exclusive relationships and queries with Not and "*".
import { createInterface } from "node:readline";
import { reserved } from "../kit/catalogue.mjs";

const refuse = (code, message) => {
	throw Object.assign(new Error(message), { code });
};

// ---- the engine under test: ids are texts, "T" or "R t"

class Engine {
	own = new Map(); // entity -> set of ids
	exclusive = new Set(); // relationships with one target
	add(entity, id) {
		const [relationship, target] = id.split(" ");
		if (target && this.exclusive.has(relationship)) this.removeAll(entity, (other) => other.startsWith(relationship + " "));
		this.own.get(entity).add(id);
	}
	removeAll(entity, matches) {
		for (const id of [...this.own.get(entity)]) if (matches(id)) this.own.get(entity).delete(id);
	}
	destroy(gone) {
		this.own.delete(gone);
		for (const entity of this.own.keys()) this.removeAll(entity, (id) => id.split(" ").includes(gone));
	}
}

// ---- from the protocol to the engine

let engine = null;
let seen = new Set(); // every handle of this world, so that none is used twice

function known(handle) {
	if (reserved.has(handle)) refuse("unsupported", `there is nothing like ${handle} here`);
	if (!seen.has(handle)) refuse("unresolved", `there is no ${handle}`);
	return handle;
}
const alive = (handle) => (engine.own.has(known(handle)) ? handle : refuse("not_alive", `${handle} was deleted`));
const text = (id, element) => (id === "Exclusive" ? id : [id].flat().map(element).join(" "));

// match lists the fields that a term gives on an entity; none where it does not match.
function match(entity, { first, second, src, or, scope, compare, oper = "and" }) {
	if (src || or || scope || compare || !["and", "not"].includes(oper)) refuse("unsupported", "terms are And and Not of $this");
	for (const element of [first, second ?? "x"]) {
		if (typeof element !== "string" || element.startsWith("$")) refuse("unsupported", "elements are handles");
	}
	if (first === "*" || first === "_" || second === "_") refuse("unsupported", "the only wildcard is (R, *)");
	for (const element of [first, second]) if (element && element !== "*") known(element);
	const fits = second === "*" ? (id) => id.startsWith(first + " ") : (id) => id === (second ? `${first} ${second}` : first);
	const found = [...engine.own.get(entity)].filter(fits);
	if (oper === "not") return found.length > 0 ? [] : [{ id: "", src: null, set: false }];
	return found.map((id) => ({ id: id.includes(" ") ? id.split(" ") : id, src: null, set: true }));
}

const operations = {
	hello: () => ({ info }),
	reset() {
		[engine, seen] = [new Engine(), new Set()];
	},
	note() {},
	quit() {},
	entity({ entity, name, parent, ids = [] }) {
		if (name !== undefined || parent !== undefined) refuse("unsupported", "there are no names and parents");
		if (seen.has(entity) || reserved.has(entity)) refuse("exists", `the handle ${entity} is taken`);
		for (const id of ids) text(id, alive); // before anything changes: all of it or nothing
		seen.add(entity);
		engine.own.set(entity, new Set());
		for (const id of ids) operations.add({ entity, id });
	},
	delete: ({ entity }) => engine.destroy(alive(entity)),
	alive({ entity }) {
		if (entity === "*" || entity === "_") refuse("invalid", "a wildcard is no entity");
		return { value: seen.has(entity) || reserved.has(entity) ? engine.own.has(known(entity)) : false };
	},
	add({ entity, id }) {
		const added = text(id, alive);
		if (added === "Exclusive" && !engine.exclusive.has(alive(entity))) {
			const used = [...engine.own.values()].some((own) => [...own].some((other) => other.startsWith(entity + " ")));
			if (used) refuse("in_use", `${entity} has pairs`);
			engine.exclusive.add(entity);
		}
		engine.add(alive(entity), added);
	},
	remove({ entity, id }) {
		if (id === "Exclusive" || [id].flat().some((e) => e === "*" || e === "_")) refuse("unsupported", "ids are removed one by one");
		const removed = text(id, known);
		engine.removeAll(alive(entity), (own) => own === removed);
	},
	has: ({ entity, id }) => ({ value: engine.own.get(alive(entity)).has(text(id, known)) }),
	query({ terms, vars, limit, skip, values, batches }) {
		if (!terms?.length || vars || limit || skip || values || batches) refuse("unsupported", "queries are terms");
		const combine = (rows, fields) => rows.flatMap((row) => fields.map((field) => [...row, field]));
		const results = [...engine.own.keys()].flatMap((entity) => {
			const rows = terms.map((term) => match(entity, term)).reduce(combine, [[]]);
			return rows.map((fields) => ({ entities: [entity], fields, vars: {} }));
		});
		return { results };
	},
};

const query = ["query", "not", "star"];
const world = ["entities", "pairs", "exclusive"];
const capabilities = { world, filter: query, cached: query, rule: query };
const partly = [...world, ...query]; // the toy says of each operation what it lacks
const info = { implementation: "toy", version: "1", language: "JavaScript", protocol: 1, profiles: ["flecs-3"], capabilities, partly };

for await (const line of createInterface({ input: process.stdin })) {
	const request = JSON.parse(line);
	let answer;
	try {
		if (!operations[request.op]) refuse("unsupported", `there is no ${request.op} here`);
		if (!engine && !["hello", "reset", "note", "quit"].includes(request.op)) refuse("invalid", "begin with reset");
		answer = { ok: true, ...operations[request.op](request) };
	} catch (error) {
		answer = { ok: false, error: { code: error.code ?? "invalid", message: error.message } };
	}
	process.stdout.write(JSON.stringify(answer) + "\n");
	if (request.op === "quit") break;
}
