// The world of a running program, as package fast/inspect answers about it: entities, queries, changes as they happen, edits where the
// program allows them.
import { byID, el, plural } from "./dom";
import { Editor } from "./editor";
import type { Words } from "./language";
import type { Changed, LiveEntity, LiveFound, LiveItem, LiveList, LiveStats } from "./types";

const mostChanges = 200;
const statsEvery = 2000; // milliseconds

export class Live {
	private address: URL | null = null;
	private stream: EventSource | null = null;
	private timer = 0;
	private shown = "";
	private mayEdit = false;
	private readonly query: Editor;

	constructor(
		private readonly words: Words,
		private readonly left: () => void,
	) {
		this.query = new Editor({ parent: byID("live-query"), name: "Query of the live world", hint: "Position, (Docked, $port)", query: true, words: () => this.words, changed: () => undefined });
		byID("live-ask").addEventListener("submit", (event) => {
			event.preventDefault();
			void this.ask();
		});
		byID("live-query").addEventListener("keydown", (event) => {
			if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
				event.preventDefault();
				void this.ask();
			}
		});
		byID("live-watch").addEventListener("change", () => void this.ask());
		byID("live-leave").addEventListener("click", () => this.close());
		byID("live-edit").addEventListener("submit", (event) => {
			event.preventDefault();
			void this.edit(String(new FormData(event.target as HTMLFormElement).get("do")));
		});
		byID("live-delete").addEventListener("click", () => void this.edit("delete"));
	}

	/** open shows the world of a program; address is the one that it prints, with the token. */
	async open(address: string): Promise<void> {
		this.stop();
		let url: URL;
		try {
			url = new URL(address);
		} catch {
			throw new Error("That is no address; the program prints one with a token.");
		}
		this.address = url;
		const stats = await this.get<LiveStats>("stats"); // refuses what is no world
		document.body.classList.add("live");
		byID("live-host").textContent = url.host;
		this.tell(stats);
		await this.branch(byID("live-tree"), "");
		this.timer = window.setInterval(() => void this.refresh(), statsEvery);
	}

	close(): void {
		this.stop();
		document.body.classList.remove("live");
		this.left();
	}

	private stop(): void {
		window.clearInterval(this.timer);
		this.stream?.close();
		this.stream = null;
		this.address = null;
	}

	private path(name: string, values: Record<string, string> = {}): string {
		const url = new URL(name, this.address ?? location.href);
		url.search = new URLSearchParams({ ...values, token: this.address?.searchParams.get("token") ?? "" }).toString();
		return url.href;
	}

	private async get<T>(name: string, values: Record<string, string> = {}, form?: URLSearchParams): Promise<T> {
		let answer: Response;
		try {
			answer = await fetch(this.path(name, values), form === undefined ? {} : { method: "POST", body: form });
		} catch {
			throw new Error("The program does not answer; is it running, and is the address the one that it prints?");
		}
		const value = (await answer.json().catch(() => ({ error: `the program answers ${answer.status}` }))) as T & { error?: string };
		if (value.error !== undefined) {
			throw new Error(value.error);
		}
		return value;
	}

	private async refresh(): Promise<void> {
		try {
			this.tell(await this.get<LiveStats>("stats"));
		} catch (error) {
			this.say("live-stats", error);
		}
	}

	private tell(stats: LiveStats): void {
		this.mayEdit = stats.edit === true;
		const box = byID("live-stats");
		box.className = "verdict";
		box.textContent = `${plural(stats.entities, "entity", "entities")}, ${plural(stats.tables, "table")} (${stats.empty} empty), ${(stats.bytes / 1e6).toFixed(1)} MB, ${this.mayEdit ? "may be edited" : "read-only"}`;
		byID("live-hints").replaceChildren(...(stats.hints ?? []).map((hint) => el("li", {}, hint)));
		byID("live-hinted").hidden = !stats.hints?.length;
		byID("live-edits").hidden = !this.mayEdit;
	}

	private say(id: string, error: unknown): void {
		const box = byID(id);
		box.className = "verdict bad";
		box.textContent = error instanceof Error ? error.message : String(error);
	}

	private named(item: LiveItem): HTMLButtonElement {
		return el("button", { type: "button", class: "quiet entity", title: item.text, onclick: () => void this.show(item.entity) }, item.name);
	}

	/** branch fills a list with the children of an entity, "" being those without a parent. */
	private async branch(list: HTMLElement, of: string): Promise<void> {
		try {
			const answer = await this.get<LiveList>("entities", of === "" ? {} : { of });
			const known = new Set(this.words.names.map((n) => n.text));
			this.words.names.push(...answer.items.filter((i) => !known.has(i.name)).map((i) => ({ text: i.name, kind: "entity" as const })));
			list.replaceChildren(...answer.items.map((item) => this.leaf(item)));
			if (answer.more > 0) {
				list.append(el("li", { class: "note" }, `${answer.more} more`));
			}
		} catch (error) {
			list.replaceChildren(el("li", { class: "note" }, error instanceof Error ? error.message : String(error)));
		}
	}

	private leaf(item: LiveItem): HTMLLIElement {
		if (item.children === 0) {
			return el("li", { role: "treeitem" }, this.named(item));
		}
		const below = el("ul", { role: "group", hidden: true });
		const open: HTMLButtonElement = el("button", {
			type: "button", class: "quiet opener", "aria-label": `children of ${item.name}`, "aria-expanded": "false",
			onclick: () => {
				below.hidden = !below.hidden;
				open.textContent = below.hidden ? "▸" : "▾";
				open.setAttribute("aria-expanded", String(!below.hidden));
				if (!below.hidden) {
					void this.branch(below, item.entity);
				}
			},
		}, "▸");
		return el("li", { role: "treeitem" }, open, this.named(item), below);
	}

	private async show(entity: string): Promise<void> {
		this.shown = entity;
		byID("live-entity").hidden = false;
		try {
			this.describe(await this.get<LiveEntity>("entity", { of: entity }));
		} catch (error) {
			byID("live-name").textContent = error instanceof Error ? error.message : String(error);
			byID("live-ids").replaceChildren();
		}
	}

	private describe(entity: LiveEntity): void {
		byID("live-name").textContent = entity.path || entity.name;
		byID("live-ids").replaceChildren(...(entity.ids ?? []).map((id) => {
			const take = () => {
				byID<HTMLInputElement>("live-id").value = id.id;
				byID<HTMLInputElement>("live-value").value = id.json ?? "";
			};
			return el("tr", {}, el("td", {}, el("code", {}, id.id)), el("td", {}, id.value ? el("code", {}, id.value) : ""), this.mayEdit ? el("td", {}, el("button", { type: "button", class: "quiet", "aria-label": `Edit ${id.id}`, onclick: take }, "Edit")) : null);
		}));
	}

	private async edit(what: string): Promise<void> {
		const value = (id: string) => byID<HTMLInputElement>(id).value;
		const form = new URLSearchParams({ do: what, of: this.shown, id: value("live-id"), value: value("live-value") });
		const said = byID("live-edited");
		try {
			const answer = await this.get<LiveEntity & { gone?: boolean }>("edit", {}, form);
			said.className = "verdict good";
			said.textContent = what === "delete" ? "Deleted" : "Done";
			if (answer.gone === true) {
				byID("live-entity").hidden = true;
			} else {
				this.describe(answer);
			}
			await this.branch(byID("live-tree"), "");
		} catch (error) {
			this.say("live-edited", error);
		}
	}

	private async ask(): Promise<void> {
		this.stream?.close();
		this.stream = null;
		const watched = byID<HTMLInputElement>("live-watch").checked;
		byID("live-changes").hidden = !watched;
		const text = this.query.text.trim();
		if (text === "") {
			return;
		}
		const values: Record<string, string> = byID<HTMLInputElement>("live-rule").checked ? { text, rule: "1" } : { text };
		try {
			const found = await this.get<LiveFound>("query", values);
			const said = byID("live-answered");
			said.className = "verdict good";
			said.textContent = `${plural(found.count, "entity", "entities")}${found.cut ? " and perhaps more" : ""} in ${found.us} µs`;
			byID("live-plan").textContent = found.plan;
			byID("live-rows").replaceChildren(...found.rows.map((item) => el("tr", {}, el("td", {}, this.named(item)), el("td", {}, el("code", {}, item.text)))));
		} catch (error) {
			this.say("live-answered", error);
			byID("live-rows").replaceChildren();
			byID("live-plan").textContent = "";
			return;
		}
		if (watched) {
			this.watch(values);
		}
	}

	private watch(values: Record<string, string>): void {
		const log = byID("live-log");
		log.replaceChildren();
		const names = new Map<string, string>();
		let first = true;
		this.stream = new EventSource(this.path("watch", values));
		this.stream.addEventListener("change", (event) => {
			const { came, left } = JSON.parse((event as MessageEvent<string>).data) as Changed;
			for (const item of came) {
				names.set(item.entity, item.name);
				if (!first) {
					log.prepend(el("li", { class: "came" }, "+ ", item.text));
				}
			}
			for (const entity of left) {
				log.prepend(el("li", { class: "gone" }, "− ", names.get(entity) ?? entity));
			}
			while (log.childElementCount > mostChanges) {
				log.lastChild?.remove();
			}
			first = false;
		});
		this.stream.addEventListener("failed", () => this.stream?.close());
	}
}
