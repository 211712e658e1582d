// Encodes the state in the address, in the same way as package internal/playground/link.
import type { State } from "./types";

const prefix = "v1=";

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
	const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, BufferSource>);
	return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** fragment is the text of a state, without '#'. */
export async function fragment(state: State): Promise<string> {
	const packed = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
	let binary = "";
	for (const byte of packed) {
		binary += String.fromCharCode(byte);
	}
	return prefix + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** parse reads it; null for text that is none. */
export async function parse(text: string): Promise<State | null> {
	if (!text.startsWith(prefix)) {
		return null;
	}
	try {
		const binary = atob(text.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/"));
		const plain = await through(Uint8Array.from(binary, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"));
		const state = JSON.parse(new TextDecoder().decode(plain)) as Partial<State>;
		return { ...state, profile: String(state.profile ?? "flecs-3"), world: String(state.world ?? ""), query: String(state.query ?? "") };
	} catch {
		return null;
	}
}

/** tidy leaves out what is not set, so that equal states have equal texts. */
export function tidy(state: State): State {
	const out: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(state)) {
		const empty = value === "" || value === false || value === 0 || value === undefined || value === null || (typeof value === "object" && Object.keys(value as object).length === 0);
		if (!empty || key === "world" || key === "query") {
			out[key] = value;
		}
	}
	return out as unknown as State;
}
