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
		this.byEntity = new Map(); // entity -> its thing; koota never gives a number twice, generations being part of it
		this.traits = []; // things with a trait or a relation, in the order in which they were made
	}

	// close gives the world's number back: there are sixteen.
	close() {
		this.world.destroy();
	}

	// ---- entities

	spawn(thing) {
		const entity = this.world.spawn();
		this.byEntity.set(entity, thing);
		return entity;
	}

	destroy(thing) {
		thing.entity.destroy();
	}

	exists(thing) {
		return this.world.has(thing.entity);
	}

	// ---- traits

	trait(thing) {
		if (thing.builtin) return IsExcluded; // the only builtin that is a trait: Disabled
		if (!thing.trait) {
			const schema = zero(thing.members);
			thing.trait = this.take(["trait", schema], () => createTrait(schema));
			this.note(thing);
		}
		return thing.trait;
	}

	take(kind, make) {
		const key = JSON.stringify(kind);
		const made = stock.get(key) ?? [];
		const n = this.taken.get(key) ?? 0;
		if (n === made.length) stock.set(key, [...made, make()]);
		this.taken.set(key, n + 1);
		return stock.get(key)[n];
	}

	note(thing) {
		if (!this.traits.includes(thing)) this.traits.push(thing);
	}

	addTag(thing, tag) {
		const fresh = !thing.entity.has(this.trait(tag));
		thing.entity.add(this.trait(tag));
		return fresh;
	}

	removeTag(thing, tag) {
		thing.entity.remove(this.trait(tag));
	}

	hasTag(thing, tag) {
		return thing.entity.has(this.trait(tag));
	}

	// ---- relations

	// relation is made when it is first used, with the options that the thing has by then.
	relation(thing) {
		if (!thing.relation) {
			const options = { exclusive: thing.properties.has("Exclusive") };
			if (thing.properties.has("OnDeleteTarget Delete")) options.autoDestroy = "orphan";
			if (thing.members.length > 0) options.store = zero(thing.members);
			thing.relation = this.take(["relation", options], () => createRelation(options));
			this.note(thing);
		}
		return thing.relation;
	}

	addPair(thing, relation, target) {
		thing.entity.add(this.relation(relation)(target.entity));
	}

	removePair(thing, relation, target) {
		if (relation.relation) thing.entity.remove(relation.relation(target.entity));
	}

	removePattern(thing, { relation, target }) {
		this.checkPattern(relation, target);
		if (relation.relation) thing.entity.remove(relation.relation("*"));
	}

	hasPair(thing, relation, target) {
		return !!relation.relation && thing.entity.has(relation.relation(target.entity));
	}

	hasPattern(thing, { relation, target }) {
		this.checkPattern(relation, target);
		return !!relation.relation && thing.entity.has(relation.relation("*"));
	}

	checkPattern(relation, target) {
		if (!relation?.handle || typeof target !== "string") unsupported("koota has wildcards for targets only");
		if (relation.dead) unsupported("koota has no wildcard for a relation that is gone");
	}

	targets(thing, relation) {
		if (!relation.relation) return [];
		return thing.entity.targetsFor(relation.relation).map((entity) => this.byEntity.get(entity));
	}

	// ids asks for every trait and relation that there is, since koota does not list those of an entity.
	ids(thing) {
		const ids = [];
		for (const owner of this.traits) {
			if (owner.trait && thing.entity.has(owner.trait)) ids.push({ tag: owner });
			if (owner.relation) ids.push(...this.targets(thing, owner).map((target) => ({ relation: owner, target })));
		}
		if (thing.entity.has(IsExcluded)) ids.push({ tag: { handle: "Disabled", members: [], builtin: true } });
		return ids;
	}

	// ---- data

	id({ tag, relation, target }) {
		return tag ? this.trait(tag) : this.relation(relation)(target.entity);
	}

	read(thing, id) {
		return { ...thing.entity.get(this.id(id)) };
	}

	write(thing, id, value) {
		thing.entity.set(this.id(id), value);
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
		const alive = (thing) => !thing?.handle || !thing.dead;
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
			const thing = world.alive_(entity);
			const pattern = world.id(id);
			if (!world.owns_(thing, pattern)) unsupported("koota says nothing of a change of what an entity does not have");
			if (!pattern.tag) unsupported("koota has no such mark for a pair");
			thing.entity.changed(this.trait(pattern.tag));
		},
		children: (world, { entity }) => this.operations.sources(world, { entity, relationship: "ChildOf" }),
		sources: (world, { entity, relationship }) => {
			const [target, relation] = [world.alive_(entity), world.need(relationship)];
			if (world.things.alive().some((thing) => thing.entity.has(IsExcluded))) {
				unsupported("sources are found by a query, which does not find excluded entities");
			}
			if (!relation.relation || relation.dead) return { values: [] };
			return { values: [...this.world.query(relation.relation(target.entity))].map((found) => this.byEntity.get(found).handle) };
		},
	};
}
