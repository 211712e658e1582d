import { reserved } from "./catalogue.mjs";
import { refuse } from "./refusal.mjs";

// Thing is an entity of a world under its handle. In the libraries an entity, a component and a relation are three
// kinds of object; a thing has all three, the latter two from the moment in which it is used so.
class Thing {
	constructor(handle, parts) {
		this.handle = handle;
		this.dead = false; // stays in the table, so that its handle is never used again
		this.entity = undefined; // the library's
		this.component = false; // made by the operation component
		this.members = []; // of its data
		this.prefab = false;
		this.properties = new Set(); // options of the relation
		this.used = false; // as component or relation
		Object.assign(this, parts);
	}
}

// Things is the table from handles to things, dead ones included.
export class Things {
	constructor() {
		this.table = new Map();
		this.builtins = new Map();
	}

	checkNew(handle) {
		if (typeof handle !== "string" || handle === "" || handle === "*" || handle === "_" || handle.startsWith("$")) {
			refuse("invalid", "an entity has a handle that is no wildcard and no variable");
		}
		if (reserved.has(handle) || this.table.has(handle)) refuse("exists", `the handle ${handle} is taken`);
	}

	make(handle, parts) {
		const thing = new Thing(handle, parts);
		this.table.set(handle, thing);
		return thing;
	}

	find(handle) {
		return this.table.get(handle);
	}

	need(handle) {
		return this.table.get(handle) ?? refuse("unresolved", `there is no ${handle}`);
	}

	alive() {
		return [...this.table.values()].filter((thing) => !thing.dead);
	}

	childOf() {
		return this.builtin("ChildOf", ["Exclusive", "OnDeleteTarget Delete"]);
	}

	disabled() {
		return this.builtin("Disabled", []);
	}

	builtin(handle, properties) {
		if (!this.builtins.has(handle)) {
			this.builtins.set(handle, new Thing(handle, { builtin: true, used: true, properties: new Set(properties) }));
		}
		return this.builtins.get(handle);
	}
}
