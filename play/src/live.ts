// The world of a running program, as package fast/inspect answers about it: entities, queries, changes as they happen, edits where the
// program allows them.
import { byID, el, plural } from "./dom";
import { Editor } from "./editor";
import type { Words } from "./language";
import type { Changed, LiveEntity, LiveFound, LiveID, LiveItem, LiveList, LiveProgram, LiveStats } from "./types";

const mostChanges = 200;
const lookEvery = 2000; // milliseconds

/** drawAgain draws the children of a list if what they show has changed; the focus stays where it was. */
function drawAgain(list: HTMLElement, shown: unknown, draw: () => HTMLElement[]): void {
	const text = JSON.stringify(shown);
	if (list.dataset.shown === text) {
		return;
	}
	list.dataset.shown = text;
	const focused = list.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.of : undefined;
	list.replaceChildren(...draw());
	if (focused !== undefined) {
		list.querySelector<HTMLElement>(`[data-of="${focused}"]`)?.focus();
	}
}

function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}

export class Live {
	private address: URL | null = null;
	private stream: EventSource | null = null;
	private timer = 0;
	private shown = "";
	private mayEdit = false;
	private readonly query: Editor;
	private readonly opened = new Set<string>(); // entities whose children the tree shows
	private ids = new Map<string, LiveID>(); // of the entity that is shown
	private asked: Record<string, string> | null = null; // the query that is watched
	private questions = 0; // how many were asked
	private shownQuestion = 0; // the latest whose answer the page shows

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
		await Promise.all([this.branch(byID("live-tree"), ""), this.programs()]);
		this.timer = window.setInterval(() => void this.refresh(), lookEvery);
	}

	close(): void {
		this.stop();
		document.body.classList.remove("live");
		this.left();
	}

	private stop(): void {
		window.clearInterval(this.timer);
		this.forget();
		this.address = null;
		this.opened.clear();
		drawAgain(byID("live-tree"), [], () => []);
		byID("live-entity").hidden = true;
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

	private refreshing = false;

	/** refresh asks again for all that the page shows, while somebody looks at it. */
	private async refresh(): Promise<void> {
		if (document.hidden || this.refreshing) {
			return;
		}
		this.refreshing = true;
		try {
			this.tell(await this.get<LiveStats>("stats"));
			await this.programs();
			await this.branch(byID("live-tree"), "");
			if (!byID("live-entity").hidden) {
				await this.show(this.shown);
			}
			if (this.asked !== null) {
				await this.answer(this.asked);
			}
		} catch (error) {
			this.say("live-stats", error);
		} finally {
			this.refreshing = false;
		}
	}

	private tell(stats: LiveStats): void {
		this.mayEdit = stats.edit === true;
		const box = byID("live-stats");
		box.className = "verdict";
		box.textContent = `${plural(stats.entities, "entity", "entities")}, ${plural(stats.tables, "table")} (${stats.empty} empty), ${(stats.bytes / 1e6).toFixed(1)} MB, ${this.mayEdit ? "may be edited" : "read-only"}`;
		const relations = stats.relationships ?? [];
		byID("live-related").hidden = relations.length === 0;
		byID("live-relations").replaceChildren(...relations.map((r) => el("tr", {}, el("td", {}, el("code", {}, r.name)), ...[r.pairs, r.sources, r.targets, r.tables].map((n) => el("td", {}, n.toLocaleString("en"))))));
		byID("live-hints").replaceChildren(...(stats.hints ?? []).map((hint) => el("li", {}, hint)));
		byID("live-hinted").hidden = !stats.hints?.length;
		byID("live-edits").hidden = !this.mayEdit;
	}

	private say(id: string, error: unknown): void {
		const box = byID(id);
		box.className = "verdict bad";
		box.textContent = asError(error).message;
	}

	private named(item: LiveItem): HTMLButtonElement {
		return el("button", { type: "button", class: "quiet entity", "data-of": item.entity, title: item.text, onclick: () => void this.show(item.entity) }, item.name);
	}

	/** programs lists the queries of the program; a click on one asks it here. */
	private async programs(): Promise<void> {
		const { queries } = await this.get<{ queries: LiveProgram[] }>("queries");
		byID("live-programs").hidden = queries.length === 0;
		const body = byID("live-program");
		if (body.childElementCount !== queries.length || queries.some((q, i) => body.children[i].getAttribute("data-text") !== q.name + q.text)) {
			body.replaceChildren(...queries.map((q) => {
				const take = () => {
					this.query.set(q.text);
					void this.ask();
				};
				const plan = el("details", {}, el("summary", {}, "Plan"), el("pre", { class: "plan", tabindex: 0 }));
				return el("tr", { "data-text": q.name + q.text },
					el("td", {}, el("button", { type: "button", class: "quiet entity", title: "ask it", onclick: take }, q.name), el("div", { class: "note" })),
					el("td", {}, el("code", {}, q.text), plan));
			}));
		}
		queries.forEach((q, i) => {
			(body.children[i].querySelector(".note") as HTMLElement).textContent = `${plural(q.count, "match", "matches")} in ${q.us.toLocaleString("en")} µs`;
			(body.children[i].querySelector("pre") as HTMLElement).textContent = q.plan;
		});
	}

	/** branch fills a list with the children of an entity, "" being those without a parent. What is as before stays, with the focus. */
	private async branch(list: HTMLElement, of: string): Promise<void> {
		let answer: LiveList;
		try {
			answer = await this.get<LiveList>("entities", of === "" ? {} : { of });
		} catch (error) {
			list.replaceChildren(el("li", { class: "note" }, asError(error).message));
			delete list.dataset.shown;
			return;
		}
		const known = new Set(this.words.names.map((n) => n.text));
		this.words.names.push(...answer.items.filter((i) => !known.has(i.name)).map((i) => ({ text: i.name, kind: "entity" as const })));
		const key = (item: LiveItem) => `${item.entity} ${item.children > 0} ${item.name}`;
		const before = new Map([...list.children].map((line) => [line.getAttribute("data-key"), line as HTMLLIElement]));
		drawAgain(list, [answer.items.map(key), answer.more], () => [
			...answer.items.map((item) => before.get(key(item)) ?? this.leaf(item, key(item))),
			...(answer.more > 0 ? [el("li", { class: "note" }, `${answer.more} more`)] : []),
		]);
		await Promise.all(answer.items.map(async (item, i) => {
			const line = list.children[i];
			line.querySelector(".entity")?.setAttribute("title", item.text);
			if (this.opened.has(item.entity) && item.children > 0) {
				await this.branch(line.querySelector("ul") as HTMLElement, item.entity);
			}
		}));
	}

	private leaf(item: LiveItem, key: string): HTMLLIElement {
		if (item.children === 0) {
			return el("li", { role: "treeitem", "data-key": key }, this.named(item));
		}
		const below = el("ul", { role: "group" });
		const open = el("button", { type: "button", class: "quiet opener", "data-of": item.entity + " opener", "aria-label": `children of ${item.name}` });
		const draw = () => {
			below.hidden = !this.opened.has(item.entity);
			open.textContent = below.hidden ? "▸" : "▾";
			open.setAttribute("aria-expanded", String(!below.hidden));
		};
		open.addEventListener("click", () => {
			if (this.opened.delete(item.entity)) {
				draw();
				return;
			}
			this.opened.add(item.entity);
			draw();
			void this.branch(below, item.entity);
		});
		draw();
		return el("li", { role: "treeitem", "data-key": key }, open, this.named(item), below);
	}

	private async show(entity: string): Promise<void> {
		this.shown = entity;
		byID("live-entity").hidden = false;
		const answer = await this.get<LiveEntity>("entity", { of: entity }).catch(asError);
		if (this.shown !== entity) {
			return;
		}
		if (!(answer instanceof Error)) {
			this.describe(answer);
			return;
		}
		byID("live-name").textContent = answer.message;
		byID("live-ids").replaceChildren();
		this.ids.clear();
	}

	private describe(entity: LiveEntity): void {
		byID("live-name").textContent = entity.path || entity.name;
		const ids = new Map((entity.ids ?? []).map((id) => [id.id, id]));
		const same = [...ids.keys()].join("\n") === [...this.ids.keys()].join("\n") && byID("live-ids").childElementCount === ids.size;
		this.ids = ids;
		if (!same) {
			byID("live-ids").replaceChildren(...[...ids.keys()].map((id) => {
				const take = () => {
					byID<HTMLInputElement>("live-id").value = id;
					byID<HTMLInputElement>("live-value").value = this.ids.get(id)?.json ?? "";
				};
				return el("tr", {}, el("td", {}, el("code", {}, id)), el("td", {}, el("code")), el("td", {}, this.mayEdit ? el("button", { type: "button", class: "quiet", "aria-label": `Edit ${id}`, onclick: take }, "Edit") : null));
			}));
		}
		[...ids.values()].forEach((id, i) => {
			(byID("live-ids").children[i].children[1].firstChild as HTMLElement).textContent = id.value ?? "";
		});
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
			await this.refresh();
		} catch (error) {
			this.say("live-edited", error);
		}
	}

	/** forget ends the watch and shows no answer to what has been asked so far. */
	private forget(): void {
		this.stream?.close();
		this.stream = null;
		this.asked = null;
		this.shownQuestion = this.questions;
		byID("live-log").replaceChildren();
		this.watching("");
	}

	private async ask(): Promise<void> {
		this.forget();
		const watched = byID<HTMLInputElement>("live-watch").checked;
		byID("live-changes").hidden = !watched;
		const text = this.query.text.trim();
		if (text === "") {
			return;
		}
		const values: Record<string, string> = byID<HTMLInputElement>("live-rule").checked ? { text, rule: "1" } : { text };
		const rows = await this.answer(values);
		if (rows !== null && watched) {
			this.asked = values;
			this.watch(values, rows);
		}
	}

	/** answer shows the rows that a query has now, and returns them; null if it has none, or the page shows what was asked later. */
	private async answer(values: Record<string, string>): Promise<LiveItem[] | null> {
		const mine = ++this.questions;
		const found = await this.get<LiveFound>("query", values).catch(asError);
		if (mine <= this.shownQuestion) {
			return null;
		}
		this.shownQuestion = mine;
		const rows = byID("live-rows");
		if (found instanceof Error) {
			this.say("live-answered", found);
			drawAgain(rows, [], () => []);
			byID("live-plan").textContent = "";
			return null;
		}
		const said = byID("live-answered");
		said.className = "verdict good";
		said.textContent = `${plural(found.count, "entity", "entities")}${found.cut ? " and perhaps more" : ""} in ${found.us.toLocaleString("en")} µs`;
		byID("live-plan").textContent = found.plan;
		drawAgain(rows, found.rows, () => found.rows.map((item) => el("tr", {}, el("td", {}, this.named(item)), el("td", {}, el("code", {}, item.text)))));
		return found.rows;
	}

	private watching(text: string): void {
		const box = byID("live-watching");
		box.className = "verdict";
		box.textContent = text;
	}

	/** watch logs what changes since an answer with these rows. */
	private watch(values: Record<string, string>, before: LiveItem[]): void {
		const log = byID("live-log");
		const names = new Map(before.map((item) => [item.entity, item.name]));
		const stream = new EventSource(this.path("watch", values));
		let all = true; // the first event of a connection has all that match
		this.stream = stream;
		stream.addEventListener("open", () => (all = true));
		stream.addEventListener("change", (event) => {
			let { came, left } = JSON.parse((event as MessageEvent<string>).data) as Changed;
			if (all) {
				const now = new Set(came.map((item) => item.entity));
				left = [...names.keys()].filter((entity) => !now.has(entity));
				came = came.filter((item) => !names.has(item.entity));
				this.watching(`since ${new Date().toLocaleTimeString()}`);
				all = false;
			}
			for (const item of came) {
				names.set(item.entity, item.name);
				log.prepend(el("li", { class: "came" }, "+ ", item.text));
			}
			for (const entity of left) {
				log.prepend(el("li", { class: "gone" }, "− ", names.get(entity) ?? entity));
				names.delete(entity);
			}
			while (log.childElementCount > mostChanges) {
				log.lastChild?.remove();
			}
			if (came.length + left.length > 0) {
				void this.answer(values);
			}
		});
		stream.addEventListener("failed", (event) => {
			stream.close();
			this.say("live-watching", new Error((JSON.parse((event as MessageEvent<string>).data) as { error: string }).error));
		});
		stream.addEventListener("error", () => this.say("live-watching", new Error("The program does not answer; trying again")));
	}
}
