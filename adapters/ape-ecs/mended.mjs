// The known defects of Ape-ECS 1.3.1, each with the change that fixes it. The changes show the causes of findings. They are
// not meant for a release, because they may be slow.
import ApeECS from "ape-ecs";

const { World } = ApeECS;
const Query = new World().createQuery().constructor;

export const defects = {
	// References are found by the type of the component, not by its key.
	"reverse-by-key": () => {
		const { _addRef, _deleteRef } = World.prototype;
		World.prototype._addRef = function (target, entity, component, property, sub, key, type) {
			return _addRef.call(this, target, entity, component, property, sub, type, type);
		};
		World.prototype._deleteRef = function (target, entity, component, property, sub, key, type) {
			return _deleteRef.call(this, target, entity, component, property, sub, type, type);
		};
	},
	// A result is in each of the sources of a query, not in one.
	"sources-are-united": () => {
		const { refresh, update } = Query.prototype;
		Query.prototype.refresh = function () {
			const all = this.query.froms;
			let kept;
			for (const from of all) {
				this.query.froms = [from];
				refresh.call(this);
				kept = kept ? kept.filter((entity) => this.results.has(entity)) : [...this.results];
			}
			this.query.froms = all;
			this.results = new Set(kept);
			return this;
		};
		Query.prototype.update = function (entity) {
			const all = this.query.froms;
			const fits = all.every((from) => {
				this.query.froms = [from];
				update.call(this, entity);
				return this.results.has(entity);
			});
			this.query.froms = all;
			if (fits) this.results.add(entity);
			else this._removeEntity(entity);
		};
	},
	// An entity is in the index of a type while it has a component of it.
	"one-of-two-removed": () => {
		const { _deleteEntityComponent } = World.prototype;
		World.prototype._deleteEntityComponent = function (component) {
			if (!component.entity.types[component.type]) _deleteEntityComponent.call(this, component);
		};
	},
};
