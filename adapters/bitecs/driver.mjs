import {
	Not, Or, Wildcard, addComponent, addEntity, addPrefab, createEntityIndex, createRelation, createWorld, entityExists,
	getEntityComponents, getHierarchyDepth, getRelationTargets, hasComponent, query, removeComponent, removeEntity,
	withVersioning,
} from "./library.mjs";
import { unsupported } from "relspec-adapter-kit";

const $relation = Symbol.for("bitecs-relation");
const $target = Symbol.for("bitecs-pairTarget");

// Driver is a world of bitECS, as the kit's World wants it.
export class Driver {
	prefabs = true;

	constructor({ versioning = false, arrays = false } = {}) {
		this.arrays = arrays;
		this.world = versioning ? createWorld(createEntityIndex(withVersioning())) : createWorld();
		this.byEntity = new Map(); // entity id -> the entry that has or had it last
		this.byComponent = new Map(); // component or relation -> its entry
		this.nothing = {}; // a component that nothing ever has
	}

	close() {}

	// ---- entities

	spawn(entry) {
		const eid = entry.prefab ? addPrefab(this.world) : addEntity(this.world);
		this.byEntity.set(eid, entry);
		return eid;
	}

	destroy(entry) {
		removeEntity(this.world, entry.entity);
	}

	exists(entry) {
		return entityExists(this.world, entry.entity);
	}

	// ---- components

	// component is an array of values for what has data (an AoS component of the manual), an empty object for tags.
	component(entry) {
		if (!entry.tag) {
			entry.tag = entry.members.length > 0 ? [] : {};
			this.byComponent.set(entry.tag, entry);
		}
		return entry.tag;
	}

	addTag(entry, tag) {
		return addComponent(this.world, entry.entity, this.component(tag));
	}

	removeTag(entry, tag) {
		removeComponent(this.world, entry.entity, this.component(tag));
	}

	hasTag(entry, tag) {
		return hasComponent(this.world, entry.entity, this.component(tag));
	}

	// ---- relations

	// relation is made when it is first used, with the options that the entry has by then. Each world has its own:
	// pairs are components that the relation keeps for all worlds.
	relation(entry) {
		if (!entry.relation) {
			const options = {
				exclusive: entry.properties.has("Exclusive"),
				autoRemoveSubject: entry.properties.has("OnDeleteTarget Delete"),
			};
			if (entry.members.length > 0) options.store = this.arrays ? () => [] : () => columns(entry.members);
			entry.relation = createRelation(options);
			this.byComponent.set(entry.relation, entry);
		}
		return entry.relation;
	}

	addPair(entry, relation, target) {
		addComponent(this.world, entry.entity, this.relation(relation)(target.entity));
	}

	removePair(entry, relation, target) {
		if (relation.relation) removeComponent(this.world, entry.entity, relation.relation(target.entity));
	}

	removePattern() {
		unsupported("bitECS removes one pair at a time");
	}

	hasPair(entry, relation, target) {
		return !!relation.relation && hasComponent(this.world, entry.entity, relation.relation(target.entity));
	}

	hasPattern(entry, { relation, target }) {
		if (typeof relation === "string" && (target === undefined || typeof target === "string")) {
			unsupported("bitECS documents no wildcard for a whole component");
		}
		if (typeof relation !== "string") return !!relation.relation && hasComponent(this.world, entry.entity, relation.relation("*"));
		return hasComponent(this.world, entry.entity, Wildcard(target.entity)) && !this.onlyIncoming(entry, target);
	}

	targets(entry, relation) {
		if (!relation.relation) return [];
		return getRelationTargets(this.world, entry.entity, relation.relation).map((eid) => this.byEntity.get(eid));
	}

	// onlyIncoming says that an entry is a target of the other and has no pair with it. bitECS finds both directions
	// with Wildcard(other), and its manual shows that on purpose.
	onlyIncoming(entry, other) {
		const towards = (a, b) => this.ids(a).some(({ target }) => target === b);
		return towards(other, entry) && !towards(entry, other);
	}

	ids(entry) {
		const ids = [];
		for (const component of getEntityComponents(this.world, entry.entity)) {
			const relation = this.byComponent.get(component[$relation]);
			const target = component[$target];
			if (relation && typeof target === "number") ids.push({ relation, target: this.byEntity.get(target) });
			const tag = this.byComponent.get(component);
			if (tag) ids.push({ tag });
		}
		return ids;
	}

	// ---- data: bitECS leaves the stores to its user. Components have an array of values, relations one array for each
	// member, both as the manual shows.

	read(entry, { tag, relation, target }) {
		if (tag) return this.component(tag)[entry.entity] ?? null;
		const store = this.relation(relation)(target.entity);
		if (this.arrays) return store[entry.entity] ?? null;
		return Object.fromEntries(relation.members.map(([name]) => [name, store[name][entry.entity]]));
	}

	write(entry, { tag, relation, target }, value) {
		if (tag) {
			this.component(tag)[entry.entity] = value;
			return;
		}
		const store = this.relation(relation)(target.entity);
		if (this.arrays) store[entry.entity] = value;
		else for (const [name] of relation.members) store[name][entry.entity] = value[name];
	}

	// ---- queries

	check({ not, any }) {
		for (const { relation } of any) {
			if (typeof relation === "string" && (not || any.length > 1)) {
				unsupported("Wildcard(target) finds the target's targets too, which cannot be told apart under Not and Or");
			}
		}
	}

	// prepare keeps nothing: a query of bitECS is its terms. Asking it once makes bitECS keep its answer up to date.
	prepare(terms) {
		const alive = (entry) => !entry?.handle || !entry.dead;
		if (terms.every(({ any }) => any.every((p) => alive(p.tag) && alive(p.relation) && alive(p.target)))) {
			query(this.world, terms.map((term) => this.term(term)));
		}
		return null;
	}

	run(_, terms) {
		this.flush();
		const found = [...query(this.world, terms.map((term) => this.term(term)))].map((eid) => this.byEntity.get(eid));
		const inverted = terms.flatMap(({ any }) => any.filter(({ relation }) => typeof relation === "string"));
		return found.filter((entry) => entry.dead || !inverted.some(({ target }) => this.onlyIncoming(entry, target)));
	}

	// flush asks for nothing: entities leave the answers of queries when the next query is run, says the manual.
	flush() {
		query(this.world, [this.nothing]);
	}

	term({ not, any }) {
		const components = any.map((pattern) => this.pattern(pattern));
		if (not) return Not(...components);
		return components.length > 1 ? Or(...components) : components[0];
	}

	pattern({ tag, relation, target }) {
		if (tag) return this.component(tag);
		if (typeof relation === "string") return Wildcard(target.entity);
		return this.relation(relation)(typeof target === "string" ? "*" : target.entity);
	}

	// ---- operations of the protocol that bitECS has in its own way

	operations = {
		children: (world, { entity }) => this.operations.sources(world, { entity, relationship: "ChildOf" }),
		sources: (world, { entity, relationship }) => {
			const [target, relation] = [world.alive_(entity), world.need(relationship)];
			if (world.handles.alive().some((entry) => entry.prefab)) unsupported("sources are found by a query, which does not find prefabs");
			if (!relation.relation || relation.dead) return { values: [] };
			this.flush();
			const found = query(this.world, [relation.relation(target.entity)]);
			return { values: [...found].map((eid) => this.byEntity.get(eid).handle) };
		},
		depth: (world, { entity, relationship = "ChildOf" }) => {
			const [entry, relation] = [world.alive_(entity), world.need(relationship)];
			if (relation.dead) return { value: 0 };
			this.checkTree(entry, relation);
			return { value: getHierarchyDepth(this.world, entry.entity, this.relation(relation)) };
		},
	};

	// checkTree refuses what has several ways to a root, or none: bitECS does not say what its depth is.
	checkTree(entry, relation) {
		for (let at = entry, steps = 0; at; steps++) {
			const targets = this.targets(at, relation);
			if (targets.length > 1 || steps > 60) unsupported("the depth of what has several parents, or a cycle above it, is not defined");
			at = targets[0];
		}
	}
}


function columns(members) {
	return Object.fromEntries(members.map(([name]) => [name, []]));
}
