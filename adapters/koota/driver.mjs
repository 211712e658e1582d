import { IsExcluded, Not, Or, createQuery, createWorld, relation as createRelation, trait as createTrait } from "./library.mjs";
import { unsupported, zero } from "relspec-adapter-kit";

// Traits and relations belong to no world and are never given back: each world takes them from here, in the order in
// which it needs them.
const stock = new Map(); // what kind of trait or relation -> all that were made

// Driver is a world of koota, as the kit's World wants it.
export class Driver {
	disabled = true;

	constructor() {
		this.world = createWorld();
		this.taken = new Map(); // how many of each kind this world has taken
		this.byEntity = new Map(); // entity -> its entry; koota never gives a number twice, generations being part of it
		this.traits = []; // entries with a trait or a relation, in the order in which they were made
	}

	// close gives the world's number back: there are sixteen.
	close() {
		this.world.destroy();
	}

	// ---- entities

	spawn(entry) {
		const entity = this.world.spawn();
		this.byEntity.set(entity, entry);
		return entity;
	}

	destroy(entry) {
		entry.entity.destroy();
	}

	exists(entry) {
		return this.world.has(entry.entity);
	}

	// ---- traits

	trait(entry) {
		if (entry.builtin) return IsExcluded; // the only builtin that is a trait: Disabled
		if (!entry.trait) {
			const schema = zero(entry.members);
			entry.trait = this.take(["trait", schema], () => createTrait(schema));
			this.note(entry);
		}
		return entry.trait;
	}

	take(kind, make) {
		const key = JSON.stringify(kind);
		const made = stock.get(key) ?? [];
		const n = this.taken.get(key) ?? 0;
		if (n === made.length) stock.set(key, [...made, make()]);
		this.taken.set(key, n + 1);
		return stock.get(key)[n];
	}

	note(entry) {
		if (!this.traits.includes(entry)) this.traits.push(entry);
	}

	addTag(entry, tag) {
		const fresh = !entry.entity.has(this.trait(tag));
		entry.entity.add(this.trait(tag));
		return fresh;
	}

	removeTag(entry, tag) {
		entry.entity.remove(this.trait(tag));
	}

	hasTag(entry, tag) {
		return entry.entity.has(this.trait(tag));
	}

	// ---- relations

	// relation is made when it is first used, with the options that the entry has by then.
	relation(entry) {
		if (!entry.relation) {
			const options = { exclusive: entry.properties.has("Exclusive") };
			if (entry.properties.has("OnDeleteTarget Delete")) options.autoDestroy = "orphan";
			if (entry.members.length > 0) options.store = zero(entry.members);
			entry.relation = this.take(["relation", options], () => createRelation(options));
			this.note(entry);
		}
		return entry.relation;
	}

	addPair(entry, relation, target) {
		entry.entity.add(this.relation(relation)(target.entity));
	}

	removePair(entry, relation, target) {
		if (relation.relation) entry.entity.remove(relation.relation(target.entity));
	}

	removePattern(entry, { relation, target }) {
		this.checkPattern(relation, target);
		if (relation.relation) entry.entity.remove(relation.relation("*"));
	}

	hasPair(entry, relation, target) {
		return !!relation.relation && entry.entity.has(relation.relation(target.entity));
	}

	hasPattern(entry, { relation, target }) {
		this.checkPattern(relation, target);
		return !!relation.relation && entry.entity.has(relation.relation("*"));
	}

	checkPattern(relation, target) {
		if (!relation?.handle || typeof target !== "string") unsupported("koota has wildcards for targets only");
		if (relation.dead) unsupported("koota has no wildcard for a relation that is gone");
	}

	targets(entry, relation) {
		if (!relation.relation) return [];
		return entry.entity.targetsFor(relation.relation).map((entity) => this.byEntity.get(entity));
	}

	// ids asks for every trait and relation that there is, since koota does not list those of an entity.
	ids(entry) {
		const ids = [];
		for (const owner of this.traits) {
			if (owner.trait && entry.entity.has(owner.trait)) ids.push({ tag: owner });
			if (owner.relation) ids.push(...this.targets(entry, owner).map((target) => ({ relation: owner, target })));
		}
		if (entry.entity.has(IsExcluded)) ids.push({ tag: { handle: "Disabled", members: [], builtin: true } });
		return ids;
	}

	// ---- data

	id({ tag, relation, target }) {
		return tag ? this.trait(tag) : this.relation(relation)(target.entity);
	}

	read(entry, id) {
		return { ...entry.entity.get(this.id(id)) };
	}

	write(entry, id, value) {
		entry.entity.set(this.id(id), value);
	}

	// ---- queries

	check({ not, any }) {
		for (const { relation } of any) {
			if (relation && (not || any.length > 1)) unsupported("koota has neither Not nor Or of a relation");
			if (relation && typeof relation === "string") unsupported("koota has wildcards for targets only");
		}
	}

	// prepare makes a query that can be asked again; koota creates it in the world when it is first asked.
	prepare(terms) {
		const alive = (entry) => !entry?.handle || !entry.dead;
		if (!terms.every(({ any }) => any.every((p) => alive(p.relation) && alive(p.target)))) return null;
		const query = createQuery(...this.parameters(terms));
		this.world.query(query);
		return query;
	}

	run(query, terms) {
		const found = query ? this.world.query(query) : this.world.query(...this.parameters(terms));
		return [...found].map((entity) => this.byEntity.get(entity));
	}

	parameters(terms) {
		return terms.map(({ not, any }) => {
			const parameters = any.map((pattern) => this.parameter(pattern));
			if (not) return Not(...parameters);
			return parameters.length > 1 ? Or(...parameters) : parameters[0];
		});
	}

	parameter({ tag, relation, target }) {
		if (tag) return this.trait(tag);
		return this.relation(relation)(typeof target === "string" ? "*" : target.entity);
	}

	// ---- operations of the protocol that koota has in its own way

	operations = {
		disable: (world, { entity, id }) => {
			if (id !== undefined) unsupported("a single trait cannot be disabled");
			world.alive_(entity).entity.add(IsExcluded);
		},
		enable: (world, { entity, id }) => {
			if (id !== undefined) unsupported("a single trait cannot be disabled");
			world.alive_(entity).entity.remove(IsExcluded);
		},
		modified: (world, { entity, id }) => {
			const entry = world.alive_(entity);
			const pattern = world.id(id);
			if (!world.owns_(entry, pattern)) unsupported("koota says nothing of a change of what an entity does not have");
			if (!pattern.tag) unsupported("koota has no such mark for a pair");
			entry.entity.changed(this.trait(pattern.tag));
		},
		children: (world, { entity }) => this.operations.sources(world, { entity, relationship: "ChildOf" }),
		sources: (world, { entity, relationship }) => {
			const [target, relation] = [world.alive_(entity), world.need(relationship)];
			if (world.handles.alive().some((entry) => entry.entity.has(IsExcluded))) {
				unsupported("sources are found by a query, which does not find excluded entities");
			}
			if (!relation.relation || relation.dead) return { values: [] };
			return { values: [...this.world.query(relation.relation(target.entity))].map((found) => this.byEntity.get(found).handle) };
		},
	};
}
