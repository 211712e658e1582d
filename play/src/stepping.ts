// The slider that steps through the operations of the world.
import { byID } from "./dom";
import type { Answered } from "./types";

export class Stepping {
	private total = 0;
	private at = 0;

	constructor(private readonly changed: (at: number) => void) {
		const range = byID<HTMLInputElement>("at");
		range.addEventListener("input", () => this.go(Number(range.value)));
		byID("back").addEventListener("click", () => this.go(this.at - 1));
		byID("forth").addEventListener("click", () => this.go(this.at + 1));
	}

	private go(to: number): void {
		const at = Math.min(Math.max(to, 1), this.total);
		if (at !== this.at) {
			this.changed(at === this.total ? 0 : at);
		}
	}

	/** show shows where the world stands, and gives the lines to mark: none where all is applied. */
	show(a: Answered): { current: number; later: Set<number> } | null {
		const steps = a.steps ?? [];
		this.total = steps.length;
		this.at = a.at;
		const range = byID<HTMLInputElement>("at");
		range.min = "1";
		range.max = String(Math.max(this.total, 1));
		range.value = String(a.at);
		byID("stepping").hidden = this.total === 0;
		byID<HTMLButtonElement>("back").disabled = a.at <= 1;
		byID<HTMLButtonElement>("forth").disabled = a.at >= this.total;
		const last = steps[a.at - 1];
		const text = last === undefined ? "" : last.text + (last.answer === undefined ? "" : ` → ${last.answer}`);
		byID("step-text").replaceChildren(`${a.at} of ${this.total}`, " ");
		if (last !== undefined) {
			const code = document.createElement("code");
			code.textContent = text;
			byID("step-text").append(code);
		}
		if (a.at >= this.total) {
			return null;
		}
		const current = last?.line ?? 0;
		const later = new Set(steps.slice(a.at).map((s) => s.line));
		later.delete(current);
		return { current, later };
	}
}
