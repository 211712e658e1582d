import { refuse, unsupported } from "./refusal.mjs";

const zeros = { f32: 0, f64: 0, i32: 0, i64: 0, bool: false, string: "", entity: null };

// checkMembers refuses members that version 1 does not have, or that a JavaScript library cannot store by name.
export function checkMembers(members = []) {
	const seen = new Set();
	for (const [name, type] of members) {
		if (!(type in zeros)) refuse("invalid", `a member has no type ${type}`);
		if (seen.has(name)) refuse("invalid", `the member ${name} stands twice`);
		if (!/^[A-Za-z_]\w*$/.test(name)) unsupported(`the member "${name}" is no name of a property`);
		seen.add(name);
	}
	return members;
}

// zero is the value of members that nothing was set to.
export function zero(members) {
	return Object.fromEntries(members.map(([name, type]) => [name, zeros[type]]));
}

// complete checks a value that a request gives and fills in the members that it leaves out.
export function complete(members, given = {}) {
	const value = zero(members);
	const types = new Map(members);
	for (const [name, x] of Object.entries(given)) {
		const type = types.get(name);
		if (type === undefined) refuse("invalid", `there is no member ${name}`);
		value[name] = checked(name, type, x);
	}
	return value;
}

function checked(name, type, x) {
	const wrong = () => refuse("invalid", `the member ${name} is of type ${type}, not ${JSON.stringify(x)}`);
	switch (type) {
		case "bool":
			return typeof x === "boolean" ? x : wrong();
		case "string":
			return typeof x === "string" ? x : wrong();
		case "entity":
			return x === null || typeof x === "string" ? x : wrong();
		case "f32":
			return typeof x === "number" && Number.isFinite(Math.fround(x)) ? Math.fround(x) : wrong();
		case "f64":
			return typeof x === "number" ? x : wrong();
		case "i32":
			return Number.isInteger(x) && (x | 0) === x ? x : wrong();
		default:
			if (!Number.isInteger(x)) wrong();
			return Number.isSafeInteger(x) ? x : unsupported("JavaScript has no integers of 64 bits");
	}
}
