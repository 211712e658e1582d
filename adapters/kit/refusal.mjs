// Refusal is an answer with ok false: an error code of the protocol and a sentence for people.
export class Refusal extends Error {
	constructor(code, message) {
		super(message);
		this.code = code;
	}
}

// refuse ends an operation with an error code.
export function refuse(code, message) {
	throw new Refusal(code, message);
}

// unsupported says that the library has no notion of what is asked.
export function unsupported(message) {
	throw new Refusal("unsupported", message);
}
