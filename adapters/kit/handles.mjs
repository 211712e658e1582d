import { reserved } from "./catalogue.mjs";
import { refuse } from "./refusal.mjs";

// Entry is an entity of a world with its handle. In a library, an entity, a component and a relation are objects of
// three kinds. In the protocol one handle can be used as all three, so an entry has room for each. The component and the
// relation are made when the handle is first used as one.
class Entry {
	constructor(handle, parts) {
		this.handle = handle;
		this.dead = false; // a dead entry stays in the table, so that its handle is not given again
		this.entity = undefined; // the library's
		this.component = false; // made by the operation component
		this.members = []; // of its data
		this.prefab = false;
		this.properties = new Set(); // options of the relation
		this.used = false; // as component or relation
		Object.assign(this, parts);
	}
}

// HandleTable maps the handles of a world to entries, dead ones included.
export class HandleTable {
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
		const entry = new Entry(handle, parts);
		this.table.set(handle, entry);
		return entry;
	}

	find(handle) {
		return this.table.get(handle);
	}

	need(handle) {
		return this.table.get(handle) ?? refuse("unresolved", `there is no ${handle}`);
	}

	alive() {
		return [...this.table.values()].filter((entry) => !entry.dead);
	}

	childOf() {
		return this.builtin("ChildOf", ["Exclusive", "OnDeleteTarget Delete"]);
	}

	disabled() {
		return this.builtin("Disabled", []);
	}

	builtin(handle, properties) {
		if (!this.builtins.has(handle)) {
			this.builtins.set(handle, new Entry(handle, { builtin: true, used: true, properties: new Set(properties) }));
		}
		return this.builtins.get(handle);
	}
}
