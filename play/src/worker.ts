// The worker that runs the engines. It unpacks and starts the program of play/wasm, then answers calls one after the other. If its
// address ends in #warm, it receives the compiled program from another worker instead of loading it.
import "wasm_exec";

declare class Go {
	importObject: WebAssembly.Imports;
	run(instance: WebAssembly.Instance): Promise<void>;
}
declare const relspecCall: (call: string) => string;

async function compiled(): Promise<WebAssembly.Module> {
	const packed = await fetch("engines.bin");
	if (!packed.ok || packed.body === null) {
		throw new Error(`engines.bin: ${packed.status}`);
	}
	const plain = new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
	return WebAssembly.compileStreaming(plain);
}

let given: (module: WebAssembly.Module) => void = () => undefined;
const program = self.location.hash === "#warm" ? new Promise<WebAssembly.Module>((resolve) => (given = resolve)) : compiled();

async function start(): Promise<WebAssembly.Module> {
	const module = await program;
	const go = new Go();
	void go.run(await WebAssembly.instantiate(module, go.importObject));
	return module;
}

const started = start();
started.then((module) => postMessage({ module }), (error: unknown) => postMessage({ broken: String(error) }));

onmessage = async (event: MessageEvent<{ id: number; call: string; module?: WebAssembly.Module }>) => {
	const { id, call, module } = event.data;
	if (module !== undefined) {
		given(module);
		return;
	}
	try {
		await started;
		postMessage({ id, answer: relspecCall(call) });
	} catch (error) {
		postMessage({ id, answer: JSON.stringify({ error: { code: "crash", message: String(error), severity: "error" } }) });
	}
};
