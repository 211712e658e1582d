import { unsupported } from "relspec-adapter-kit";

// Missing says that the world has no component or no query of a key.
export class Missing extends Error {
	constructor(kind, key, declared) {
		super(`there is no ${key} in ${kind}`);
		Object.assign(this, { kind, key, declared });
	}
}

// Driver is a world of Becsy, as the kit's World wants it. A relation is a component with a ref, so an entity has one
// target of it. Each entity has the component Target, whose fields are the back references.
export class Driver {
	byOrdinal = new Map(); // number of an entity, which is never used twice -> its entry
	named = new Map(); // handle -> entry of a component that was used

	constructor(system, classes, Target) {
		Object.assign(this, { system, classes, Target });
	}

	close() {}

	// ---- entities

	spawn(entry) {
		const entity = this.system.createEntity(this.Target).hold();
		this.byOrdinal.set(entity.ordinal, entry);
		return entity;
	}

	destroy(entry) {
		entry.entity.delete();
	}

	exists(entry) {
		return entry.entity.alive;
	}

	entry(entity) {
		return this.byOrdinal.get(entity.ordinal);
	}

	// ---- components

	// component finds the class of a handle. It has a target if the handle was first used as a relation.
	component(entry, relation = false) {
		if (entry.builtin) unsupported(`there is nothing like ${entry.handle}`);
		const { handle, members } = entry;
		if (members.some(([, type]) => type === "entity")) unsupported("a ref to a deleted entity becomes null");
		if (members.some(([name]) => name === "target")) unsupported("target is the name of the ref of a relation");
		const found = this.classes.get(handle) ?? this.missing("components", handle, { members, relation });
		if (relation && !found.relation) unsupported("a component has the field of a target from the start");
		this.named.set(handle, entry);
		if (found.relation) entry.relation = true; // to the kit: its properties are fixed now
		return found;
	}

	missing(kind, key, declared) {
		throw new Missing(kind, key, declared);
	}

	addTag(entry, tag) {
		const { type, relation } = this.component(tag);
		if (relation) unsupported("a relation is not added without a target");
		if (entry.entity.has(type)) return false;
		entry.entity.add(type);
		return true;
	}

	removeTag(entry, tag) {
		if (this.hasTag(entry, tag)) entry.entity.remove(this.component(tag).type);
	}

	hasTag(entry, tag) {
		return entry.entity.has(this.component(tag).type) && !this.target(entry, tag);
	}

	// ---- pairs

	// target reads the ref of a component. It is undefined if there is none, or if its target was deleted.
	target(entry, named) {
		const { type, relation } = this.component(named);
		const target = relation && entry.entity.has(type) && entry.entity.read(type).target;
		return target ? this.entry(target) : undefined;
	}

	addPair(entry, relation, target) {
		const { type } = this.component(relation, true);
		if (entry.entity.has(type)) entry.entity.write(type).target = target.entity;
		else entry.entity.add(type, { target: target.entity });
	}

	removePair(entry, relation, target) {
		if (this.hasPair(entry, relation, target)) entry.entity.remove(this.component(relation).type);
	}

	hasPair(entry, relation, target) {
		return this.targets(entry, relation)[0] === target;
	}

	removePattern(entry, pattern) {
		for (const { relation, target } of this.matching(entry, pattern)) this.removePair(entry, relation, target);
	}

	hasPattern(entry, pattern) {
		return this.matching(entry, pattern).length > 0;
	}

	matching(entry, { relation, target }) {
		const fits = (own, wanted) => typeof wanted === "string" || own === wanted;
		return this.ids(entry).filter((id) => id.relation && fits(id.relation, relation) && fits(id.target, target));
	}

	targets(entry, relation) {
		this.component(relation, true);
		const target = this.target(entry, relation);
		return target ? [target] : [];
	}

	// sources reads the back references: those of a relation, or all.
	sources(target, relation) {
		const field = relation.handle ? this.component(relation, true).field : "all";
		return [...target.entity.read(this.Target)[field]].map((entity) => this.entry(entity));
	}

	ids(entry) {
		const owned = [...this.named.values()].filter((named) => entry.entity.has(this.component(named).type));
		return owned.map((named) => {
			const target = this.target(entry, named);
			return target ? { relation: named, target } : { tag: named };
		});
	}

	// ---- data

	read(entry, { tag, relation }) {
		const { type, members } = this.component(tag ?? relation);
		const value = entry.entity.read(type);
		return Object.fromEntries(members.map(([name]) => [name, value[name]]));
	}

	write(entry, { tag, relation }, value) {
		Object.assign(entry.entity.write(this.component(tag ?? relation).type), value);
	}

	// ---- queries

	check({ not, any }) {
		for (const { tag, relation } of any) {
			if (any.length > 1 && typeof relation === "string") unsupported("withAny names components");
			if (typeof relation === "string" ? not : this.component(tag ?? relation, !tag).relation && not) {
				unsupported("without does not look at targets");
			}
		}
	}

	prepare(terms) {
		return this.query(terms);
	}

	// query finds the query that has a component of each list in all, and no component in none.
	query(terms) {
		const handles = ({ any }) => any.flatMap(({ tag, relation }) => (tag ?? relation).handle ?? []);
		const all = terms.filter(({ not }) => !not).map(handles).filter((any) => any.length > 0);
		const none = terms.filter(({ not }) => not).flatMap(handles);
		if (all.flat().some((handle) => none.includes(handle))) unsupported("a query must not list a component twice");
		const key = JSON.stringify({ all, none });
		return this.system.queries.get(key) ?? this.missing("queries", key, { all, none });
	}

	run(query, terms) {
		const found = [...(query ?? this.query(terms)).current].map((entity) => this.entry(entity));
		const matching = (entry) => ({ not, any }) => not || any.some((pattern) => this.matches(entry, pattern));
		return found.filter((entry) => terms.every(matching(entry)));
	}

	// matches looks at the target of a component, since queries do not.
	matches(entry, { tag, relation, target }) {
		if (tag) return this.hasTag(entry, tag);
		return target.handle ? this.sources(target, relation).includes(entry) : this.hasPattern(entry, { relation, target });
	}

	operations = {
		sources: (world, { entity, relationship }) => {
			const [target, relation] = [world.alive_(entity), world.need(relationship)];
			return { values: relation.dead ? [] : this.sources(target, relation).map(({ handle }) => handle) };
		},
	};
}
