// Calls to a worker. A call that takes long can be cancelled: the worker is ended, and another one started. The program is compiled once.
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

export class Engine {
	private worker!: Worker;
	private waiting = new Map<number, Waiting>();
	private next = 1;

	/** broken hears that the engines cannot start; program is what another engine has compiled. */
	constructor(
		private readonly broken: (message: string) => void,
		private program?: WebAssembly.Module,
	) {
		this.start();
	}

	/** beside is another engine, whose calls do not wait for those of this one; null as long as the program is not compiled. */
	beside(): Engine | null {
		return this.program === undefined ? null : new Engine(this.broken, this.program);
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

	/** call asks and gives the answer; it throws Refused, or Cancelled. */
	async call<T>(name: string, arguments_: object): Promise<T> {
		const id = this.next++;
		const answer = await new Promise<string>((resolve, reject) => {
			this.waiting.set(id, { resolve, reject });
			this.worker.postMessage({ id, call: JSON.stringify({ call: name, ...arguments_ }) });
		});
		const { ok, error } = JSON.parse(answer) as { ok?: T; error?: Problem };
		if (error !== undefined) {
			throw new Refused(error);
		}
		return ok as T;
	}

	/** cancel ends everything that is being answered. */
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
