import { unsupported } from "relspec-adapter-kit";
import { ECSpresso } from "./library.mjs";

// Driver is a world of ECSpresso, as the kit's World wants it. Components are names, the only relation is ChildOf.
export class Driver {
	acyclic = true;
	world = ECSpresso.create().build();
	byEntity = new Map(); // id, which is never used twice -> its entry
	byName = new Map(); // name of a component -> its entry

	close() {}

	// ---- entities

	spawn(entry) {
		const { id } = this.world.spawn({});
		this.byEntity.set(id, entry);
		return id;
	}

	destroy(entry) {
		this.world.removeEntity(entry.entity);
	}

	exists(entry) {
		return this.world.getEntity(entry.entity) !== undefined;
	}

	// ---- components

	addTag(entry, tag) {
		if (this.hasTag(entry, tag)) return false;
		this.byName.set(tag.handle, tag);
		this.world.addComponent(entry.entity, tag.handle, true);
		return true;
	}

	removeTag(entry, tag) {
		this.world.removeComponent(entry.entity, tag.handle);
	}

	hasTag(entry, tag) {
		return this.world.hasComponent(entry.entity, tag.handle);
	}

	read(entry, { tag }) {
		return { ...this.world.getComponent(entry.entity, tag.handle) };
	}

	write(entry, { tag }, value) {
		this.world.addComponent(entry.entity, tag.handle, value);
	}

	// ---- the hierarchy

	only(relation) {
		if (relation?.handle !== "ChildOf") unsupported("the only relation is that of parent and child");
	}

	addPair(entry, relation, target) {
		this.only(relation);
		this.world.setParent(entry.entity, target.entity);
	}

	removePair(entry, relation, target) {
		if (this.hasPair(entry, relation, target)) this.world.removeParent(entry.entity);
	}

	removePattern(entry, { relation, target }) {
		this.only(relation);
		if (typeof target === "string") this.world.removeParent(entry.entity);
	}

	hasPair(entry, relation, target) {
		this.only(relation);
		return this.world.getParent(entry.entity) === target.entity;
	}

	hasPattern(entry, { relation }) {
		return this.targets(entry, relation).length > 0;
	}

	targets(entry, relation) {
		this.only(relation);
		const parent = this.world.getParent(entry.entity);
		return parent === null ? [] : [this.byEntity.get(parent)];
	}

	ids(entry) {
		const tags = Object.keys(this.world.getEntity(entry.entity).components).map((name) => ({ tag: this.byName.get(name) }));
		const parent = this.world.getParent(entry.entity);
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
		const entry = world.alive_(entity);
		this.only(world.need(relationship));
		if (depth) unsupported("there is no bound of the depth");
		return { values: this.world[question](entry.entity).map((id) => this.byEntity.get(id).handle) };
	}
}
