// The worker that runs the engines. It unpacks and starts the program of play/wasm, then answers calls one after the other.
import "wasm_exec";

declare class Go {
	importObject: WebAssembly.Imports;
	run(instance: WebAssembly.Instance): Promise<void>;
}
declare const relspecCall: (call: string) => string;

async function start(): Promise<void> {
	const packed = await fetch("engines.bin");
	if (!packed.ok || packed.body === null) {
		throw new Error(`engines.bin: ${packed.status}`);
	}
	const plain = new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
	const go = new Go();
	const { instance } = await WebAssembly.instantiateStreaming(plain, go.importObject);
	void go.run(instance);
}

const started = start();
started.then(() => postMessage({ ready: true }), (error: unknown) => postMessage({ broken: String(error) }));

onmessage = async (event: MessageEvent<{ id: number; call: string }>) => {
	const { id, call } = event.data;
	try {
		await started;
		postMessage({ id, answer: relspecCall(call) });
	} catch (error) {
		postMessage({ id, answer: JSON.stringify({ error: { code: "crash", message: String(error), severity: "error" } }) });
	}
};
