import { unsupported } from "relspec-adapter-kit";
import { Component, EntityRef, System, World } from "./library.mjs";

// Driver is a world of Ape-ECS, as the kit's World wants it. A relation is a type of components with a reference to an
// entity, a pair is such a component: an entity may have several of one type.
export class Driver {
	world = new World();
	system = this.world.registerSystem("all", class extends System {}); // queries are persisted in a system alone
	byEntity = new Map(); // id, which is never used twice -> its entry
	byName = new Map(); // tag or type of components -> its entry

	close() {}

	// ---- entities

	spawn(entry) {
		const { id } = this.world.createEntity({});
		this.byEntity.set(id, entry);
		this.world.tick();
		return id;
	}

	destroy(entry) {
		this.of(entry).destroy();
		this.world.tick();
	}

	exists(entry) {
		return this.of(entry) !== undefined;
	}

	of(entry) {
		return this.world.getEntity(entry.entity);
	}

	// ---- tags and components

	// name registers an entry when it is first used as a tag, a component, or a relation.
	name(entry, as = entry.members.length > 0 ? "component" : "tag") {
		if (entry.builtin) unsupported(`there is nothing like ${entry.handle}`);
		if (as === "relation" && entry.members.length > 0) unsupported("a relation has no data beside the reference here");
		if (!entry.as) {
			entry.as = as;
			this.byName.set(entry.handle, entry);
			if (as === "tag") this.world.registerTags(entry.handle);
			else {
				const properties = as === "relation" ? { target: EntityRef } : { value: null };
				this.world.registerComponent(class extends Component {
					static typeName = entry.handle;
					static properties = properties;
				});
			}
		}
		if (entry.as !== as) unsupported("a name is either a tag or a type of components");
		return entry.handle;
	}

	addTag(entry, tag) {
		const name = this.name(tag);
		if (this.of(entry).has(name)) return false;
		if (tag.as === "tag") this.of(entry).addTag(name);
		else this.of(entry).addComponent({ type: name });
		this.world.tick();
		return true;
	}

	removeTag(entry, tag) {
		if (tag.as === "relation") return this.removeAll(entry, tag, (target) => target === undefined);
		const name = this.name(tag);
		if (!this.of(entry).has(name)) return;
		if (tag.as === "tag") this.of(entry).removeTag(name);
		else this.of(entry).removeComponent(this.of(entry).getOne(name));
		this.world.tick();
	}

	// hasTag of a relation asks for a reference whose entity was destroyed.
	hasTag(entry, tag) {
		if (tag.as === "relation") return this.pairs(entry, tag).some(({ target }) => target === undefined);
		return this.of(entry).has(this.name(tag));
	}

	// ---- pairs

	pairs(entry, relation) {
		return [...this.of(entry).getComponents(this.name(relation, "relation"))];
	}

	pair(entry, relation, target) {
		return this.pairs(entry, relation).find((pair) => pair.target?.id === target.entity);
	}

	// addPair puts the reference in place of one whose entity was destroyed.
	addPair(entry, relation, target) {
		this.removeAll(entry, relation, (other) => other === undefined);
		this.of(entry).addComponent({ type: this.name(relation, "relation"), target: target.entity });
		this.world.tick();
	}

	removePair(entry, relation, target) {
		this.removeAll(entry, relation, (other) => other?.id === target.entity);
	}

	removePattern(entry, { relation, target }) {
		if (!relation?.handle || typeof target !== "string") unsupported("there are wildcards for targets only");
		this.removeAll(entry, relation, (other) => other !== undefined);
	}

	removeAll(entry, relation, which) {
		for (const pair of this.pairs(entry, relation)) if (which(pair.target)) this.of(entry).removeComponent(pair);
		this.world.tick();
	}

	hasPair(entry, relation, target) {
		return this.pair(entry, relation, target) !== undefined;
	}

	hasPattern(entry, { relation, target }) {
		if (!relation?.handle || typeof target !== "string") unsupported("there are wildcards for targets only");
		return this.targets(entry, relation).length > 0;
	}

	targets(entry, relation) {
		return this.pairs(entry, relation).flatMap(({ target }) => (target ? [this.byEntity.get(target.id)] : []));
	}

	ids(entry) {
		const { types, tags } = this.of(entry);
		const ids = [...tags].map((name) => ({ tag: this.byName.get(name) }));
		for (const name of Object.keys(types)) {
			const owner = this.byName.get(name);
			if (owner.as === "component" || this.hasTag(entry, owner)) ids.push({ tag: owner });
			if (owner.as === "relation") ids.push(...this.targets(entry, owner).map((target) => ({ relation: owner, target })));
		}
		return ids;
	}

	// ---- data

	read(entry, { tag }) {
		return { ...this.of(entry).getOne(this.name(tag)).value };
	}

	write(entry, { tag }, value) {
		this.of(entry).getOne(this.name(tag)).update({ value: { ...value } });
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
		return found.filter((entry) => referring.every((relation) => this.of(entry) && this.targets(entry, relation).length > 0));
	}

	operations = {
		sources: (world, { entity, relationship }) => {
			const [target, relation] = [world.alive_(entity), world.need(relationship)];
			const query = this.world.createQuery().fromReverse(this.of(target), this.name(relation, "relation"));
			return { values: [...query.execute()].map(({ id }) => this.byEntity.get(id).handle) };
		},
	};
}
