import { HandleTable } from "./handles.mjs";
import { compile } from "./terms.mjs";
import { rows } from "./rows.mjs";
import { reserved } from "./catalogue.mjs";
import { compareIds, compareText, isProperty } from "./properties.mjs";
import { checkMembers, complete, zero } from "./values.mjs";
import { refuse, unsupported } from "./refusal.mjs";

// World translates operations of the protocol into calls of a library. It checks requests, keeps the table of handles,
// and puts answers into the form of the protocol. The library alone decides what a query matches, what a relation means,
// and what a deletion deletes, because these are tested.
//
// A driver calls the library; each world has one. Arguments are entries of the table of handles. A driver has
//
//   spawn(entry) -> entity, destroy(entry), exists(entry)
//   addTag(entry, tag) -> whether it is new, removeTag, hasTag -> bool; addPair(entry, relation, target), removePair, hasPair
//   hasPattern(entry, pattern) -> bool, removePattern(entry, pattern)   for patterns with a wildcard
//   targets(entry, relation) -> entries
//   ids(entry) -> [{ tag } or { relation, target }, ...], without properties
//   read(entry, id) -> value, write(entry, id, value)   of { tag } or { relation, target } with members
//   check(term)                                   refuses a term that the library does not have
//   prepare(terms) -> query, run(query or null, terms) -> entries; release(query)
//   close()
//
// None of these may return a promise. A driver sets entry.relation when it makes the relation of an entry. Afterwards
// World refuses to change properties of the relation, such as Exclusive.
//
// A driver can replace the method of an operation by one in its object operations. Its fields acyclic, prefabs and
// disabled say that the library refuses cycles of ChildOf, has prefabs, and can disable entities.
export class World {
	constructor(driver) {
		this.driver = driver;
		this.handles = new HandleTable();
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
		this.handles.checkNew(entity);
		if (name !== undefined) unsupported("entities have no names");
		if (parent !== undefined) unsupported("components have no parents");
		checkMembers(members);
		this.make(entity, { members: members ?? [], component: true });
	}

	entity({ entity, name, parent, ids = [] }) {
		this.handles.checkNew(entity);
		if (name !== undefined) unsupported("entities have no names");
		const all = parent === undefined ? ids : [["ChildOf", parent], ...ids];
		const prefab = all.includes("Prefab");
		const others = all.filter((id) => id !== "Prefab");
		if (prefab && !this.driver.prefabs) unsupported("there are no prefabs");
		const added = others.map((id) => this.addition(null, id, prefab));
		const entry = this.make(entity, { prefab });
		for (const add of added) add(entry);
	}

	make(handle, parts) {
		const entry = this.handles.make(handle, parts);
		entry.entity = this.driver.spawn(entry);
		return entry;
	}

	delete({ entity }) {
		const entry = this.alive_(entity);
		if (this.taken(entry).some((other) => other.used)) {
			unsupported("what is used as component or relation is no entity to the library");
		}
		this.driver.destroy(entry);
		for (const other of this.handles.alive()) {
			if (!this.driver.exists(other)) other.dead = true;
		}
	}

	// taken lists the entries that a deletion may delete, the entry itself first. It does not ask the library for the ids of
	// an entity that the library calls dead: the call could throw, and this would look like the answer to the deletion.
	taken(entry) {
		const taken = [entry];
		const others = this.handles.alive().map((other) => ({ other, ids: this.driver.exists(other) ? this.driver.ids(other) : [] }));
		for (const next of taken) {
			for (const { other, ids } of others) {
				const follows = ({ relation, target }) => target === next && relation.properties.has("OnDeleteTarget Delete");
				if (!taken.includes(other) && ids.some(follows)) taken.push(other);
			}
		}
		return taken;
	}

	clear({ entity }) {
		const entry = this.alive_(entity);
		if (entry.properties.size > 0) unsupported("the options of a relation are fixed");
		if (entry.prefab) unsupported("a prefab stays one");
		for (const id of this.driver.ids(entry)) this.drop(entry, id);
	}

	alive({ entity }) {
		if (entity === "*" || entity === "_") refuse("invalid", `${entity} is a wildcard where an entity is needed`);
		if (reserved.has(entity)) unsupported(`${entity} is no entity of the library`);
		const entry = this.handles.find(entity);
		return { value: !!entry && !entry.dead && this.driver.exists(entry) };
	}

	// ---- ids

	add({ entity, id }) {
		const entry = this.alive_(entity);
		this.addition(entry, id)(entry);
	}

	// addition checks that an id can be added, and returns the function that adds it. If the entity is not made yet, entry is
	// null and prefab says whether it will be a prefab.
	addition(entry, id, prefab = entry?.prefab) {
		if (isProperty(id)) return this.property(entry, id);
		const { tag, relation, target } = this.id(id);
		if (tag) {
			return (to) => {
				tag.used = true;
				if (this.driver.addTag(to, tag) && tag.members.length > 0) this.driver.write(to, { tag }, zero(tag.members));
			};
		}
		if (relation.handle === "ChildOf" && !this.driver.acyclic && this.closesCycle(entry, target)) {
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
	property(entry, id) {
		if (entry?.relation) unsupported("the options of a relation are fixed when it is made");
		return (to) => {
			if (Array.isArray(id)) to.properties.delete(`OnDeleteTarget ${id[1] === "Delete" ? "Remove" : "Delete"}`);
			to.properties.add([id].flat().join(" "));
		};
	}

	remove({ entity, id }) {
		const entry = this.alive_(entity);
		if (isProperty(id)) {
			if (entry.relation) unsupported("the options of a relation are fixed when it is made");
			entry.properties.delete([id].flat().join(" "));
			return;
		}
		if (id === "Prefab") unsupported("a prefab stays one");
		const pattern = this.pattern(id);
		if (pattern.relation === "_" || pattern.target === "_") unsupported("there is no such wildcard to remove by");
		if (pattern.wildcard) return this.driver.removePattern(entry, pattern);
		if (!pattern.dead) this.drop(entry, pattern);
	}

	drop(entry, { tag, relation, target }) {
		if (tag) this.driver.removeTag(entry, tag);
		else this.driver.removePair(entry, relation, target);
	}

	has({ entity, id }) {
		const entry = this.alive_(entity);
		if (isProperty(id)) return { value: entry.properties.has([id].flat().join(" ")) };
		if (id === "Prefab") return { value: !!entry.prefab };
		const pattern = this.pattern(id);
		if (pattern.dead) return { value: false };
		return { value: this.owns_(entry, pattern) };
	}

	owns(request) {
		return this.has(request);
	}

	owns_(entry, { tag, relation, target, wildcard, ...rest }) {
		if (wildcard) return this.driver.hasPattern(entry, { relation, target, ...rest });
		return tag ? this.driver.hasTag(entry, tag) : this.driver.hasPair(entry, relation, target);
	}

	ids({ entity }) {
		return { values: this.idsOf(this.alive_(entity)).map(({ id }) => id) };
	}

	// idsOf lists the ids of an entry in the order of a dump, with values.
	idsOf(entry) {
		const all = [...entry.properties].map((text) => ({ id: text.includes(" ") ? text.split(" ") : text }));
		if (entry.prefab) all.push({ id: "Prefab" });
		for (const own of this.driver.ids(entry)) {
			const id = own.tag ? own.tag.handle : [own.relation.handle, own.target.handle];
			const members = (own.tag ?? own.relation).members;
			all.push(members.length > 0 ? { id, value: this.driver.read(entry, own) } : { id });
		}
		return all.sort((a, b) => compareIds(a.id, b.id));
	}

	// ---- data

	set({ entity, id, value = {} }) {
		const entry = this.alive_(entity);
		const typed = this.typed(id);
		const whole = complete(typed.members, value);
		this.addition(entry, id)(entry);
		this.driver.write(entry, typed, whole);
	}

	get({ entity, id }) {
		const entry = this.alive_(entity);
		const pattern = this.pattern(id);
		if (pattern.wildcard) refuse("invalid", "a pattern has no value");
		const members = this.members(pattern);
		if (pattern.dead || !this.owns_(entry, pattern)) return { value: null };
		return { value: this.driver.read(entry, { ...pattern, members }) };
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
		const entry = this.alive_(entity);
		const relation = this.need(relationship);
		return relation.dead ? [] : this.driver.targets(entry, relation);
	}

	// closesCycle says whether (ChildOf, target) on an entry would close a cycle.
	closesCycle(entry, target) {
		if (!entry) return false;
		const childOf = this.need("ChildOf");
		for (let at = target, seen = new Set(); at && !seen.has(at); at = this.driver.targets(at, childOf)[0]) {
			if (at === entry) return true;
			seen.add(at);
		}
		return false;
	}

	// ---- the whole world

	dump() {
		const entities = this.handles
			.alive()
			.filter((entry) => !entry.builtin)
			.sort((a, b) => compareText(a.handle, b.handle))
			.map((entry) => {
				const entity = { entity: entry.handle };
				if (entry.component) entity.component = true;
				if (entry.members.length > 0) entity.members = entry.members;
				const ids = this.idsOf(entry).map(({ id, value }) => (value === undefined ? id : { id, value }));
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
				for (const entry of [tag, relation]) if (entry?.handle) entry.used = true;
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
		const entry = this.handles.need(handle);
		if (entry.dead) refuse("not_alive", `${handle} was deleted`);
		return entry;
	}

	// need finds what an id or a query mentions, dead or alive.
	need(handle) {
		if (handle === "ChildOf") return this.handles.childOf();
		if (reserved.has(handle)) unsupported(`the library has nothing like ${handle}`);
		return this.handles.need(handle);
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
		if (id === "Disabled" && this.driver.disabled) return { tag: this.handles.disabled() };
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
