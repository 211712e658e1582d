import { unsupported } from "relspec-adapter-kit";
import { ECSpresso } from "./library.mjs";

// Driver is a world of ECSpresso, as the kit's World wants it. Components are names, the only relation is ChildOf.
export class Driver {
	acyclic = true;
	world = ECSpresso.create().build();
	byEntity = new Map(); // id, which is never used twice -> its thing
	byName = new Map(); // name of a component -> its thing

	close() {}

	// ---- entities

	spawn(thing) {
		const { id } = this.world.spawn({});
		this.byEntity.set(id, thing);
		return id;
	}

	destroy(thing) {
		this.world.removeEntity(thing.entity);
	}

	exists(thing) {
		return this.world.getEntity(thing.entity) !== undefined;
	}

	// ---- components

	addTag(thing, tag) {
		if (this.hasTag(thing, tag)) return false;
		this.byName.set(tag.handle, tag);
		this.world.addComponent(thing.entity, tag.handle, true);
		return true;
	}

	removeTag(thing, tag) {
		this.world.removeComponent(thing.entity, tag.handle);
	}

	hasTag(thing, tag) {
		return this.world.hasComponent(thing.entity, tag.handle);
	}

	read(thing, { tag }) {
		return { ...this.world.getComponent(thing.entity, tag.handle) };
	}

	write(thing, { tag }, value) {
		this.world.addComponent(thing.entity, tag.handle, value);
	}

	// ---- the hierarchy

	only(relation) {
		if (relation?.handle !== "ChildOf") unsupported("the only relation is that of parent and child");
	}

	addPair(thing, relation, target) {
		this.only(relation);
		this.world.setParent(thing.entity, target.entity);
	}

	removePair(thing, relation, target) {
		if (this.hasPair(thing, relation, target)) this.world.removeParent(thing.entity);
	}

	removePattern(thing, { relation, target }) {
		this.only(relation);
		if (typeof target === "string") this.world.removeParent(thing.entity);
	}

	hasPair(thing, relation, target) {
		this.only(relation);
		return this.world.getParent(thing.entity) === target.entity;
	}

	hasPattern(thing, { relation }) {
		return this.targets(thing, relation).length > 0;
	}

	targets(thing, relation) {
		this.only(relation);
		const parent = this.world.getParent(thing.entity);
		return parent === null ? [] : [this.byEntity.get(parent)];
	}

	ids(thing) {
		const tags = Object.keys(this.world.getEntity(thing.entity).components).map((name) => ({ tag: this.byName.get(name) }));
		const parent = this.world.getParent(thing.entity);
		return parent === null ? tags : [...tags, { relation: this.childOf, target: this.byEntity.get(parent) }];
	}

	childOf = { handle: "ChildOf", members: [], properties: new Set(["OnDeleteTarget Delete"]) };

	// ---- queries

	check({ any }) {
		if (any.length > 1) unsupported("there is no Or");
		if (!any[0].tag) unsupported("queries are about components");
	}

	// prepare asks once: ECSpresso keeps the answer of each query up to date from then on.
	prepare(terms) {
		if (terms.every(({ any }) => !any[0].tag.dead)) this.run(null, terms);
		return null;
	}

	run(_, terms) {
		const names = (not) => terms.filter((term) => term.not === not).map(({ any }) => any[0].tag.handle);
		return this.world.getEntitiesWithQuery(names(false), names(true)).map(({ id }) => this.byEntity.get(id));
	}

	// ---- operations of the protocol that ECSpresso has in its own way

	operations = {
		children: (world, { entity }) => this.related(world, "getChildren", { entity }),
		sources: (world, request) => this.related(world, "getChildren", request),
		walk_up: (world, request) => this.related(world, "getAncestors", request),
		traverse: (world, request) => this.related(world, "getDescendants", request),
		depth: (world, request) => ({ value: this.related(world, "getAncestors", request).values.length }),
	};

	// related asks one of the questions about the hierarchy.
	related(world, question, { entity, relationship = "ChildOf", max_depth: depth }) {
		const thing = world.alive_(entity);
		this.only(world.need(relationship));
		if (depth) unsupported("there is no bound of the depth");
		return { values: this.world[question](thing.entity).map((id) => this.byEntity.get(id).handle) };
	}
}
