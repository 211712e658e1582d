import { Things } from "./things.mjs";
import { compile } from "./terms.mjs";
import { rows } from "./rows.mjs";
import { reserved } from "./catalogue.mjs";
import { compareIds, compareText, isProperty } from "./properties.mjs";
import { checkMembers, complete, zero } from "./values.mjs";
import { refuse, unsupported } from "./refusal.mjs";

// World translates operations into calls of a library. It decides nothing about queries, relations or what a deletion
// takes along: that is what is tested. What it does by itself is to check requests, to keep the table from handles to
// entities, and to put answers into the form of the protocol.
//
// The library is a driver, one for each world. Things are entities of the world with their handle; besides
//
//   spawn(prefab) -> entity, destroy(thing), exists(thing)
//   addTag(thing, tag), removeTag, hasTag -> bool; addPair(thing, relation, target), removePair, hasPair
//   hasPattern(thing, pattern) -> bool            for patterns with a wildcard
//   targets(thing, relation) -> things
//   ids(thing) -> [{ tag } or { relation, target }, ...], without properties
//   read(thing, id) -> value, write(thing, id, value)   of { tag } or { relation, target } with members
//   check(term)                                   refuses a term that the library does not have
//   prepare(terms) -> query, run(query) -> things; release(query)
//   close()
//
// a driver may have any operation of the protocol as a method; it is then asked instead. It says with acyclic that the library
// refuses cycles of ChildOf, with prefabs and disabled that it has these.
export class World {
	constructor(driver) {
		this.driver = driver;
		this.things = new Things();
		this.queries = new Map();
		for (const name of Object.keys(driver.operations ?? {})) {
			this[name] = (request) => driver.operations[name](this, request);
		}
	}

	close() {
		this.driver.close();
	}

	// ---- entities

	component({ entity, name, parent, members }) {
		this.things.checkNew(entity);
		if (name !== undefined) unsupported("entities have no names");
		if (parent !== undefined) unsupported("components have no parents");
		checkMembers(members);
		this.make(entity, { members: members ?? [], component: true });
	}

	entity({ entity, name, parent, ids = [] }) {
		this.things.checkNew(entity);
		if (name !== undefined) unsupported("entities have no names");
		const all = parent === undefined ? ids : [["ChildOf", parent], ...ids];
		const prefab = all.includes("Prefab");
		const others = all.filter((id) => id !== "Prefab");
		if (prefab && !this.driver.prefabs) unsupported("there are no prefabs");
		const added = others.map((id) => this.addition(null, id, prefab));
		const thing = this.make(entity, { prefab });
		for (const add of added) add(thing);
	}

	make(handle, parts) {
		const thing = this.things.make(handle, parts);
		thing.entity = this.driver.spawn(thing);
		return thing;
	}

	delete({ entity }) {
		const thing = this.alive_(entity);
		if (this.taken(thing).some((other) => other.used)) {
			unsupported("what is used as component or relation is no entity to the library");
		}
		this.driver.destroy(thing);
		for (const other of this.things.alive()) {
			if (!this.driver.exists(other)) other.dead = true;
		}
	}

	// taken lists the things that a deletion may take along, the thing itself first. The library is not asked for the ids of
	// what it takes for dead: if it throws, that is not its answer to the deletion.
	taken(thing) {
		const taken = [thing];
		const others = this.things.alive().map((other) => ({ other, ids: this.driver.exists(other) ? this.driver.ids(other) : [] }));
		for (const next of taken) {
			for (const { other, ids } of others) {
				const follows = ({ relation, target }) => target === next && relation.properties.has("OnDeleteTarget Delete");
				if (!taken.includes(other) && ids.some(follows)) taken.push(other);
			}
		}
		return taken;
	}

	clear({ entity }) {
		const thing = this.alive_(entity);
		if (thing.properties.size > 0) unsupported("the options of a relation are fixed");
		if (thing.prefab) unsupported("a prefab stays one");
		for (const id of this.driver.ids(thing)) this.drop(thing, id);
	}

	alive({ entity }) {
		if (entity === "*" || entity === "_") refuse("invalid", `${entity} is a wildcard where an entity is needed`);
		if (reserved.has(entity)) unsupported(`${entity} is no entity of the library`);
		const thing = this.things.find(entity);
		return { value: !!thing && !thing.dead && this.driver.exists(thing) };
	}

	// ---- ids

	add({ entity, id }) {
		const thing = this.alive_(entity);
		this.addition(thing, id)(thing);
	}

	// addition checks that an id can be added and gives the function that does it. thing is null for an entity that is
	// still to be made, as a prefab or not.
	addition(thing, id, prefab = thing?.prefab) {
		if (isProperty(id)) return this.property(thing, id);
		const { tag, relation, target } = this.id(id);
		if (tag) {
			return (to) => {
				tag.used = true;
				if (this.driver.addTag(to, tag) && tag.members.length > 0) this.driver.write(to, { tag }, zero(tag.members));
			};
		}
		if (relation.handle === "ChildOf" && !this.driver.acyclic && this.closesCycle(thing, target)) {
			unsupported("the library does not refuse cycles");
		}
		if (relation.handle === "ChildOf" && target.prefab && !prefab) {
			unsupported("the library does not make the children of a prefab prefabs");
		}
		if (relation.members.length === 0 && target.members.length > 0 && relation.handle !== "ChildOf") {
			unsupported("a relation's data has the type of the relation, never that of the target");
		}
		return (to) => {
			relation.used = true;
			if (this.driver.hasPair(to, relation, target)) return;
			this.driver.addPair(to, relation, target);
			if (relation.members.length > 0) this.driver.write(to, { relation, target }, zero(relation.members));
		};
	}

	// property notes an option for the time when the relation is made.
	property(thing, id) {
		if (thing?.relation) unsupported("the options of a relation are fixed when it is made");
		return (to) => {
			if (Array.isArray(id)) to.properties.delete(`OnDeleteTarget ${id[1] === "Delete" ? "Remove" : "Delete"}`);
			to.properties.add([id].flat().join(" "));
		};
	}

	remove({ entity, id }) {
		const thing = this.alive_(entity);
		if (isProperty(id)) {
			if (thing.relation) unsupported("the options of a relation are fixed when it is made");
			thing.properties.delete([id].flat().join(" "));
			return;
		}
		if (id === "Prefab") unsupported("a prefab stays one");
		const pattern = this.pattern(id);
		if (pattern.relation === "_" || pattern.target === "_") unsupported("there is no such wildcard to remove by");
		if (pattern.wildcard) return this.driver.removePattern(thing, pattern);
		if (!pattern.dead) this.drop(thing, pattern);
	}

	drop(thing, { tag, relation, target }) {
		if (tag) this.driver.removeTag(thing, tag);
		else this.driver.removePair(thing, relation, target);
	}

	has({ entity, id }) {
		const thing = this.alive_(entity);
		if (isProperty(id)) return { value: thing.properties.has([id].flat().join(" ")) };
		if (id === "Prefab") return { value: !!thing.prefab };
		const pattern = this.pattern(id);
		if (pattern.dead) return { value: false };
		return { value: this.owns_(thing, pattern) };
	}

	owns(request) {
		return this.has(request);
	}

	owns_(thing, { tag, relation, target, wildcard, ...rest }) {
		if (wildcard) return this.driver.hasPattern(thing, { relation, target, ...rest });
		return tag ? this.driver.hasTag(thing, tag) : this.driver.hasPair(thing, relation, target);
	}

	ids({ entity }) {
		return { values: this.idsOf(this.alive_(entity)).map(({ id }) => id) };
	}

	// idsOf lists the ids of a thing in the order of a dump, with values.
	idsOf(thing) {
		const all = [...thing.properties].map((text) => ({ id: text.includes(" ") ? text.split(" ") : text }));
		if (thing.prefab) all.push({ id: "Prefab" });
		for (const own of this.driver.ids(thing)) {
			const id = own.tag ? own.tag.handle : [own.relation.handle, own.target.handle];
			const members = (own.tag ?? own.relation).members;
			all.push(members.length > 0 ? { id, value: this.driver.read(thing, own) } : { id });
		}
		return all.sort((a, b) => compareIds(a.id, b.id));
	}

	// ---- data

	set({ entity, id, value = {} }) {
		const thing = this.alive_(entity);
		const typed = this.typed(id);
		const whole = complete(typed.members, value);
		this.addition(thing, id)(thing);
		this.driver.write(thing, typed, whole);
	}

	get({ entity, id }) {
		const thing = this.alive_(entity);
		const pattern = this.pattern(id);
		if (pattern.wildcard) refuse("invalid", "a pattern has no value");
		const members = this.members(pattern);
		if (pattern.dead || !this.owns_(thing, pattern)) return { value: null };
		return { value: this.driver.read(thing, { ...pattern, members }) };
	}

	typed(id) {
		const found = this.id(id);
		return { ...found, members: this.members(found) };
	}

	members({ tag, relation, target }) {
		const members = (tag ?? relation).members;
		if (members.length > 0) return members;
		if (target?.members.length > 0) unsupported("a relation's data has the type of the relation, never that of the target");
		return refuse("invalid", "the id has no data");
	}

	// ---- relations

	targets({ entity, relationship }) {
		return { values: this.targetsOf(entity, relationship).map((target) => target.handle) };
	}

	target({ entity, relationship, index = 0 }) {
		return { value: this.targetsOf(entity, relationship)[index]?.handle ?? null };
	}

	parent({ entity }) {
		return this.target({ entity, relationship: "ChildOf" });
	}

	targetsOf(entity, relationship) {
		const thing = this.alive_(entity);
		const relation = this.need(relationship);
		return relation.dead ? [] : this.driver.targets(thing, relation);
	}

	// closesCycle says whether (ChildOf, target) on a thing would close a cycle.
	closesCycle(thing, target) {
		if (!thing) return false;
		const childOf = this.need("ChildOf");
		for (let at = target, seen = new Set(); at && !seen.has(at); at = this.driver.targets(at, childOf)[0]) {
			if (at === thing) return true;
			seen.add(at);
		}
		return false;
	}

	// ---- the whole world

	dump() {
		const entities = this.things
			.alive()
			.filter((thing) => !thing.builtin)
			.sort((a, b) => compareText(a.handle, b.handle))
			.map((thing) => {
				const entity = { entity: thing.handle };
				if (thing.component) entity.component = true;
				if (thing.members.length > 0) entity.members = thing.members;
				const ids = this.idsOf(thing).map(({ id, value }) => (value === undefined ? id : { id, value }));
				if (ids.length > 0) entity.ids = ids;
				return entity;
			});
		return { dump: { entities } };
	}

	// ---- queries

	query(request) {
		return { results: rows(this, { terms: this.compiled(request), held: null }, request) };
	}

	prepare(request) {
		if (this.queries.has(request.as)) refuse("exists", `there is a query ${request.as}`);
		const terms = this.compiled(request);
		this.queries.set(request.as, { terms, held: this.driver.prepare(terms) });
	}

	compiled(request) {
		if (request.vars) unsupported("there are no variables to set");
		const terms = compile(request, (handle) => this.need(handle));
		for (const term of terms) {
			for (const { tag, relation, target } of term.any) {
				if (tag?.builtin) unsupported(`${tag.handle} is no component of the library`);
				if (target?.builtin) unsupported(`${target.handle} is no entity of the library`);
				for (const thing of [tag, relation]) if (thing?.handle) thing.used = true;
			}
			this.driver.check(term);
		}
		return terms;
	}

	iterate(request) {
		if (request.vars || request.group !== undefined) unsupported("queries have neither variables nor groups");
		return { results: rows(this, this.prepared_(request.query), request) };
	}

	release({ query }) {
		const released = this.prepared_(query);
		this.driver.release?.(released);
		this.queries.delete(query);
	}

	prepared_(name) {
		return this.queries.get(name) ?? refuse("unresolved", `there is no query ${name}`);
	}

	// ---- what requests mention

	// alive_ finds an entity that an operation acts on.
	alive_(handle) {
		if (reserved.has(handle)) unsupported(`${handle} is no entity of the library`);
		const thing = this.things.need(handle);
		if (thing.dead) refuse("not_alive", `${handle} was deleted`);
		return thing;
	}

	// need finds what an id or a query mentions, dead or alive.
	need(handle) {
		if (handle === "ChildOf") return this.things.childOf();
		if (reserved.has(handle)) unsupported(`the library has nothing like ${handle}`);
		return this.things.need(handle);
	}

	// id reads an id whose elements must be alive.
	id(id) {
		const found = this.pattern(id);
		if (found.wildcard) refuse("invalid", "a wildcard is no id");
		if (found.dead) refuse("not_alive", "an element of the id was deleted");
		return found;
	}

	// pattern reads an id with wildcards, or with elements that are dead.
	pattern(id) {
		if (id === "Disabled" && this.driver.disabled) return { tag: this.things.disabled() };
		const parts = [id].flat();
		if (parts.length < 1 || parts.length > 2) refuse("syntax", "an id has one or two elements");
		const [first, second] = parts.map((part) => (part === "*" || part === "_" ? part : this.need(part)));
		if (second === undefined && typeof first === "string") unsupported("there is no wildcard for single components");
		if (second === undefined && first.builtin) unsupported(`${first.handle} is a relation, not a component`);
		const wildcard = typeof first === "string" || typeof second === "string";
		if (second?.builtin) unsupported(`${second.handle} is no entity of the library`);
		const dead = !!(first.dead || second?.dead);
		return second === undefined ? { tag: first, wildcard, dead } : { relation: first, target: second, wildcard, dead };
	}
}
