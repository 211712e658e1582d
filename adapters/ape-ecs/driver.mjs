import { unsupported } from "relspec-adapter-kit";
import { Component, EntityRef, System, World } from "./library.mjs";

// Driver is a world of Ape-ECS, as the kit's World wants it. A relation is a type of components with a reference to an
// entity, a pair is such a component: an entity may have several of one type.
export class Driver {
	world = new World();
	system = this.world.registerSystem("all", class extends System {}); // queries are persisted in a system alone
	byEntity = new Map(); // id, which is never used twice -> its thing
	byName = new Map(); // tag or type of components -> its thing

	close() {}

	// ---- entities

	spawn(thing) {
		const { id } = this.world.createEntity({});
		this.byEntity.set(id, thing);
		this.world.tick();
		return id;
	}

	destroy(thing) {
		this.of(thing).destroy();
		this.world.tick();
	}

	exists(thing) {
		return this.of(thing) !== undefined;
	}

	of(thing) {
		return this.world.getEntity(thing.entity);
	}

	// ---- tags and components

	// name registers a thing when it is first used as a tag, a component, or a relation.
	name(thing, as = thing.members.length > 0 ? "component" : "tag") {
		if (thing.builtin) unsupported(`there is nothing like ${thing.handle}`);
		if (as === "relation" && thing.members.length > 0) unsupported("a relation has no data beside the reference here");
		if (!thing.as) {
			thing.as = as;
			this.byName.set(thing.handle, thing);
			if (as === "tag") this.world.registerTags(thing.handle);
			else {
				const properties = as === "relation" ? { target: EntityRef } : { value: null };
				this.world.registerComponent(class extends Component {
					static typeName = thing.handle;
					static properties = properties;
				});
			}
		}
		if (thing.as !== as) unsupported("a name is either a tag or a type of components");
		return thing.handle;
	}

	addTag(thing, tag) {
		const name = this.name(tag);
		if (this.of(thing).has(name)) return false;
		if (tag.as === "tag") this.of(thing).addTag(name);
		else this.of(thing).addComponent({ type: name });
		this.world.tick();
		return true;
	}

	removeTag(thing, tag) {
		if (tag.as === "relation") return this.removeAll(thing, tag, (target) => target === undefined);
		const name = this.name(tag);
		if (!this.of(thing).has(name)) return;
		if (tag.as === "tag") this.of(thing).removeTag(name);
		else this.of(thing).removeComponent(this.of(thing).getOne(name));
		this.world.tick();
	}

	// hasTag of a relation asks for a reference whose entity was destroyed.
	hasTag(thing, tag) {
		if (tag.as === "relation") return this.pairs(thing, tag).some(({ target }) => target === undefined);
		return this.of(thing).has(this.name(tag));
	}

	// ---- pairs

	pairs(thing, relation) {
		return [...this.of(thing).getComponents(this.name(relation, "relation"))];
	}

	pair(thing, relation, target) {
		return this.pairs(thing, relation).find((pair) => pair.target?.id === target.entity);
	}

	// addPair puts the reference in place of one whose entity was destroyed.
	addPair(thing, relation, target) {
		this.removeAll(thing, relation, (other) => other === undefined);
		this.of(thing).addComponent({ type: this.name(relation, "relation"), target: target.entity });
		this.world.tick();
	}

	removePair(thing, relation, target) {
		this.removeAll(thing, relation, (other) => other?.id === target.entity);
	}

	removePattern(thing, { relation, target }) {
		if (!relation?.handle || typeof target !== "string") unsupported("there are wildcards for targets only");
		this.removeAll(thing, relation, (other) => other !== undefined);
	}

	removeAll(thing, relation, which) {
		for (const pair of this.pairs(thing, relation)) if (which(pair.target)) this.of(thing).removeComponent(pair);
		this.world.tick();
	}

	hasPair(thing, relation, target) {
		return this.pair(thing, relation, target) !== undefined;
	}

	hasPattern(thing, { relation, target }) {
		if (!relation?.handle || typeof target !== "string") unsupported("there are wildcards for targets only");
		return this.targets(thing, relation).length > 0;
	}

	targets(thing, relation) {
		return this.pairs(thing, relation).flatMap(({ target }) => (target ? [this.byEntity.get(target.id)] : []));
	}

	ids(thing) {
		const { types, tags } = this.of(thing);
		const ids = [...tags].map((name) => ({ tag: this.byName.get(name) }));
		for (const name of Object.keys(types)) {
			const owner = this.byName.get(name);
			if (owner.as === "component" || this.hasTag(thing, owner)) ids.push({ tag: owner });
			if (owner.as === "relation") ids.push(...this.targets(thing, owner).map((target) => ({ relation: owner, target })));
		}
		return ids;
	}

	// ---- data

	read(thing, { tag }) {
		return { ...this.of(thing).getOne(this.name(tag)).value };
	}

	write(thing, { tag }, value) {
		this.of(thing).getOne(this.name(tag)).update({ value: { ...value } });
	}

	// ---- queries

	check({ not, any }) {
		for (const { tag, relation, target } of any) {
			if (tag?.as === "relation") unsupported("a type of components is asked for with any reference, also with none");
			if (!relation) continue;
			if (not || any.length > 1) unsupported("a type of components is asked for with any reference, also with none");
			if (typeof relation === "string" || target === "_") unsupported("there are wildcards for targets only");
			if (target.dead) unsupported("a reference to a destroyed entity is null");
		}
	}

	// build puts the terms into a new query, as docs/Query.md says.
	build(query, terms) {
		const plain = terms.filter(({ not, any }) => !not && any.length === 1).map(({ any }) => any[0]);
		const chains = terms.filter(({ any }) => any.length > 1);
		const not = terms.filter(({ not }) => not).map(({ any }) => this.name(any[0].tag));
		const all = plain.flatMap(({ tag, relation, target }) => {
			if (tag) return [this.name(tag)];
			return target === "*" ? [this.name(relation, "relation")] : [];
		});
		if (plain.length + chains.length === 0) unsupported("a query must include at least one from* method call");
		if (all.length > 0) query.fromAll(...all);
		for (const { any } of chains) query.fromAny(...any.map(({ tag }) => this.name(tag)));
		for (const { relation, target } of plain) {
			if (target?.handle) query.fromReverse(this.of(target), this.name(relation, "relation"));
		}
		return not.length > 0 ? query.not(...not) : query;
	}

	prepare(terms) {
		return this.build(this.system.createQuery(), terms).persist();
	}

	run(query, terms) {
		const found = [...(query ?? this.build(this.world.createQuery(), terms)).execute()].map(({ id }) => this.byEntity.get(id));
		// (R, *) is a component R with a reference
		const referring = terms.flatMap(({ any }) => (any[0].target === "*" ? [any[0].relation] : []));
		return found.filter((thing) => referring.every((relation) => this.of(thing) && this.targets(thing, relation).length > 0));
	}

	operations = {
		sources: (world, { entity, relationship }) => {
			const [target, relation] = [world.alive_(entity), world.need(relationship)];
			const query = this.world.createQuery().fromReverse(this.of(target), this.name(relation, "relation"));
			return { values: [...query.execute()].map(({ id }) => this.byEntity.get(id).handle) };
		},
	};
}
