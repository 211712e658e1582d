// The dialog that searches and opens scenarios of the suite.
import { byID, el, plural } from "./dom";
import type { Listed } from "./types";

const most = 80; // maximum number of results shown

export class Picker {
	private readonly dialog = byID<HTMLDialogElement>("picker");
	private readonly search = byID<HTMLInputElement>("picker-search");
	private readonly list = byID("picker-list");
	private all: Promise<Listed[]> | null = null;
	private found: Listed[] = [];
	private active = 0;

	constructor(private readonly chosen: (scenario: Listed) => void) {
		this.search.addEventListener("input", () => void this.show());
		this.search.addEventListener("keydown", (event) => this.key(event));
	}

	private scenarios(): Promise<Listed[]> {
		this.all ??= fetch("scenarios.json").then((r) => r.json() as Promise<Listed[]>);
		return this.all;
	}

	/** find finds a scenario by its id, in a profile or in its first one. */
	async find(id: string, profile: string | null): Promise<Listed | undefined> {
		return (await this.scenarios()).find((s) => s.id === id && (profile === null || s.state.profile === profile));
	}

	async open(): Promise<void> {
		this.dialog.showModal();
		this.search.select();
		await this.show();
	}

	private async show(): Promise<void> {
		const all = await this.scenarios();
		const wanted = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
		this.found = all.filter((s) => {
			const text = `${s.id} ${s.name} ${s.feature} ${s.state.profile} ${(s.statements ?? []).join(" ")} ${s.state.query}`.toLowerCase();
			return wanted.every((w) => text.includes(w));
		});
		this.active = 0;
		byID("picker-count").textContent = this.found.length > most ? `${plural(this.found.length, "scenario")}, the first ${most} of them` : plural(this.found.length, "scenario");
		this.list.replaceChildren(
			...this.found.slice(0, most).map((s, i) =>
				el(
					"li",
					{ role: "option", id: `scenario-${i}`, "aria-selected": String(i === 0), onclick: () => this.choose(i) },
					el("span", { class: "name" }, s.name),
					el("span", { class: "note" }, `${s.feature} · ${s.id} · ${s.state.profile}`),
					s.state.query === "" ? null : el("code", {}, s.state.query),
				),
			),
		);
		this.mark();
	}

	private key(event: KeyboardEvent): void {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step !== undefined) {
			event.preventDefault();
			this.active = Math.min(Math.max(this.active + step, 0), Math.min(this.found.length, most) - 1);
			this.mark();
		} else if (event.key === "Enter") {
			event.preventDefault();
			this.choose(this.active);
		} else if (event.key === "Escape") {
			event.preventDefault(); // the browser would only clear the search field
			this.dialog.close();
		}
	}

	private mark(): void {
		[...this.list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === this.active)));
		const item = this.list.children[this.active];
		item?.scrollIntoView({ block: "nearest" });
		this.search.setAttribute("aria-activedescendant", item?.id ?? "");
	}

	private choose(i: number): void {
		const scenario = this.found[i];
		if (scenario !== undefined) {
			this.dialog.close();
			this.chosen(scenario);
		}
	}
}
