// Calls to the engines, which run in the server of diffcheck play or in a worker. A call can be cancelled.
import type { Problem } from "./types";

export class Cancelled extends Error {}

export class Refused extends Error {
	constructor(readonly problem: Problem) {
		super(problem.message);
	}
}

interface Waiting {
	resolve: (answer: string) => void;
	reject: (error: Error) => void;
}

export interface Engine {
	/** call asks and gives the answer; it throws Refused, or Cancelled. */
	call<T>(name: string, arguments_: object): Promise<T>;
	/** cancel ends everything that is being answered. */
	cancel(): void;
	/** beside is another engine, whose calls do not wait for those of this one; null as long as there is none. */
	beside(): Engine | null;
}

/** startEngine starts the engines of the page; broken hears that they cannot start. */
export function startEngine(broken: (message: string) => void): Engine {
	const token = document.documentElement.dataset.token;
	return token === undefined ? new InWorker(broken) : new ByServer(token);
}

function read<T>(answer: string): T {
	const { ok, error } = JSON.parse(answer) as { ok?: T; error?: Problem };
	if (error !== undefined) {
		throw new Refused(error);
	}
	return ok as T;
}

/** ByServer asks the server that the page came from, which limits what a cancelled call goes on to do. */
class ByServer implements Engine {
	private running = new AbortController();

	constructor(private readonly token: string) {}

	async call<T>(name: string, arguments_: object): Promise<T> {
		const { signal } = this.running;
		let answer: string;
		try {
			const response = await fetch("call", { method: "POST", headers: { "X-Relspec-Token": this.token }, body: JSON.stringify({ call: name, ...arguments_ }), signal });
			answer = await response.text();
			if (!response.ok) {
				throw new Refused({ code: "refused", message: answer, severity: "error" });
			}
		} catch (error) {
			if (signal.aborted) {
				throw new Cancelled("cancelled");
			}
			throw error instanceof Refused ? error : new Refused({ code: "unreachable", message: "diffcheck play does not answer; start it again and reload this page", severity: "error" });
		}
		return read<T>(answer);
	}

	cancel(): void {
		this.running.abort();
		this.running = new AbortController();
	}

	beside(): Engine {
		return new ByServer(this.token);
	}
}

/** InWorker runs the engines in a worker. To cancel ends the worker, and starts another one. The program is compiled once. */
class InWorker implements Engine {
	private worker!: Worker;
	private waiting = new Map<number, Waiting>();
	private next = 1;

	/** program is what another engine has compiled. */
	constructor(
		private readonly broken: (message: string) => void,
		private program?: WebAssembly.Module,
	) {
		this.start();
	}

	beside(): Engine | null {
		return this.program === undefined ? null : new InWorker(this.broken, this.program);
	}

	private start(): void {
		this.worker = new Worker(this.program === undefined ? "worker.js" : "worker.js#warm");
		if (this.program !== undefined) {
			this.worker.postMessage({ module: this.program });
		}
		this.worker.onmessage = (event: MessageEvent<{ id?: number; answer?: string; broken?: string; module?: WebAssembly.Module }>) => {
			const { id, answer, broken, module } = event.data;
			this.program ??= module;
			if (broken !== undefined) {
				this.broken(broken);
			}
			if (id !== undefined && answer !== undefined) {
				this.waiting.get(id)?.resolve(answer);
				this.waiting.delete(id);
			}
		};
		this.worker.onerror = (event) => this.broken(event.message);
	}

	async call<T>(name: string, arguments_: object): Promise<T> {
		const id = this.next++;
		const answer = await new Promise<string>((resolve, reject) => {
			this.waiting.set(id, { resolve, reject });
			this.worker.postMessage({ id, call: JSON.stringify({ call: name, ...arguments_ }) });
		});
		return read<T>(answer);
	}

	cancel(): void {
		this.worker.terminate();
		const cancelled = [...this.waiting.values()];
		this.waiting.clear();
		this.start();
		for (const { reject } of cancelled) {
			reject(new Cancelled("cancelled"));
		}
	}
}
