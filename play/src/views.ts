// Shows answers on the page.
import { byID, el, plural } from "./dom";
import type { Answered, Cell, Explained, Name, Problem, ProfileRow, ProfileRows, Proof, Row, Rows, State, Statement } from "./types";

let texts: Promise<Record<string, Statement>> | null = null;

/** statementTexts are the statements of the documents, by id. */
export function statementTexts(): Promise<Record<string, Statement>> {
	texts ??= fetch("statements.json").then((r) => r.json() as Promise<Record<string, Statement>>);
	return texts;
}

const code = (text: string, more = "") => el("code", { class: more === "" ? null : more }, text);

/** showRows shows the rows of both engines, and in a sentence how they compare; without a query what the operations of the world did. */
export function showRows(a: Answered, selected: number, asked: State, on: { select: (row: number) => void; lift: () => void }): void {
	const rows = a.answer;
	const verdict = byID("verdict");
	const box = byID("rows");
	verdict.className = "verdict";
	box.classList.remove("stale");
	box.inert = false;
	if (rows === undefined) {
		showSteps(a, verdict, box);
		return;
	}
	if (rows.cut === true) {
		verdict.textContent = "stopped at the limits of the page";
		box.replaceChildren(
			el("p", { class: "empty" }, rows.error?.message ?? rows.fast.error ?? "The answer takes longer than the page allows."),
			asked.long === true ? "" : el("p", { class: "empty" }, el("button", { type: "button", onclick: on.lift }, "Run without limits")),
		);
		return;
	}
	if (rows.error !== undefined && rows.agree) {
		verdict.textContent = "both engines refuse the query";
		if (box.querySelector("table") === null) {
			box.replaceChildren(el("p", { class: "empty" }, "The query is refused; the message is below it."));
		}
		box.classList.add("stale"); // the rows belong to the previous query while the user types
		box.inert = true;
		return;
	}
	const time = (ms: number) => (ms < 0.05 ? "< 0.1 ms" : `${ms.toFixed(1)} ms`);
	verdict.textContent = rows.agree ? `${plural(rows.model.rows, "row")}, both engines agree` : "the engines differ";
	verdict.classList.toggle("good", rows.agree);
	verdict.classList.toggle("bad", !rows.agree);
	const sides = el(
		"dl",
		{ class: "sides" },
		...([["model", rows.model], ["fast", rows.fast]] as const).map(([name, side]) => el("div", {}, el("dt", {}, name), el("dd", {}, side.error ?? `${plural(side.rows, "row")} in ${time(side.ms)}`))),
	);
	const difference = rows.difference?.length ? el("pre", { class: "difference" }, rows.difference.join("\n")) : "";
	const all = rows.rows ?? [];
	if (all.length === 0) {
		box.replaceChildren(el("p", { class: "empty" }, "No entity matches. Type one below, or click one in the drawing, to see why not."), difference, sides);
		return;
	}
	box.replaceChildren(el("div", { class: "scroll" }, table(rows, all, selected, on.select)), difference, sides);
}

/** showSteps shows each operation with its answer, and each expectation as met or not. */
function showSteps(a: Answered, verdict: HTMLElement, box: HTMLElement): void {
	const stated = a.stated ?? [];
	const met = stated.filter((s) => s.met).length;
	verdict.textContent = stated.length === 0 ? "" : `${met} of ${stated.length} expectations met`;
	verdict.classList.toggle("good", stated.length > 0 && met === stated.length);
	verdict.classList.toggle("bad", met < stated.length);
	const lines = [
		...(a.steps ?? []).slice(0, a.at).map((s) => ({ line: s.line, item: el("li", {}, code(s.text), s.answer === undefined ? null : ` → ${s.answer}`) })),
		...stated.map((s) => ({ line: s.line, item: el("li", { class: s.met ? "met" : "unmet" }, s.met ? "✓ " : "✗ ", s.text, el("span", { class: "unseen" }, s.met ? " is met" : " is not met")) })),
	];
	lines.sort((one, other) => one.line - other.line);
	const shown = lines.slice(0, maxRows).map((l) => l.item);
	box.replaceChildren(
		shown.length === 0 ? "" : el("ol", { class: "steps" }, shown),
		lines.length > maxRows ? el("p", { class: "empty" }, `and ${plural(lines.length - maxRows, "line")} more`) : "",
		el("p", { class: "empty" }, "Write a query to see its rows."),
	);
}

/** nearest are the names of a world that somebody may have meant by one that nothing has. */
export function nearest(wrong: string, names: Name[]): string[] {
	const close = names.map((n) => ({ name: n.text, far: distance(wrong.toLowerCase(), n.text.toLowerCase()) })).filter((n) => n.far <= Math.max(1, Math.floor(wrong.length / 3)));
	close.sort((one, other) => one.far - other.far || one.name.localeCompare(other.name));
	return close.slice(0, 3).map((n) => n.name);
}

/** distance is how many characters are to be put in, taken out or exchanged to make one word of the other. */
function distance(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_, i) => i);
	for (let i = 1; i <= one.length; i++) {
		const next = [i];
		for (let j = 1; j <= other.length; j++) {
			next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)));
		}
		row = next;
	}
	return row[other.length];
}

const maxRows = 300;

function table(rows: Rows, all: Row[], selected: number, select: (row: number) => void): HTMLTableElement {
	const columns = rows.columns ?? [];
	const differs = all.some((r) => r.state !== "matched");
	const grouped = all.some((r) => r.group !== undefined);
	const body = el("tbody");
	const mark = (to: number, focus: boolean) => {
		[...body.children].forEach((row, i) => {
			row.setAttribute("aria-selected", String(i === to));
			(row as HTMLElement).tabIndex = i === to ? 0 : -1;
		});
		if (focus) {
			(body.children[to] as HTMLElement | undefined)?.focus();
		}
		select(to);
	};
	const shown = all.slice(0, maxRows);
	body.append(
		...shown.map((row, i) =>
			el(
				"tr",
				{
					class: row.state, tabindex: i === selected ? 0 : -1, "aria-selected": String(i === selected),
					onclick: () => mark(i, false),
					onkeydown: (event: KeyboardEvent) => {
						const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
						if (step !== undefined) {
							event.preventDefault();
							mark(Math.min(Math.max(i + step, 0), shown.length - 1), true);
						} else if (event.key === "Enter" || event.key === " ") {
							event.preventDefault();
							mark(i, true);
						}
					},
				},
				differs ? el("td", { class: "who" }, { matched: "both", missing: "model only", extra: "fast only" }[row.state]) : null,
				grouped ? el("td", {}, row.group ?? "") : null,
				...(row.cells ?? []).map((cell, k) => el("td", { class: columns[k]?.kind }, cellOf(cell))),
				columns.length === 0 ? el("td", {}, "holds") : null,
			),
		),
	);
	if (all.length > maxRows) {
		body.append(el("tr", { class: "more" }, el("td", { colspan: columns.length + 2 }, `and ${plural(all.length - maxRows, "row")} more`)));
	}
	const head = [differs ? "engine" : null, grouped ? "group" : null].filter((t) => t !== null);
	return el(
		"table",
		{ class: "rows", role: "grid", "aria-label": "Rows; choose one to see why it matches" },
		el("thead", {}, el("tr", {}, ...head.map((t) => el("th", { scope: "col" }, t)), ...columns.map((c) => el("th", { scope: "col", class: c.kind }, code(c.title))), columns.length === 0 ? el("th", { scope: "col" }, "the query") : null)),
		body,
	);
}

function cellOf(cell: Cell): Node[] {
	if (cell.text === "") {
		return [el("span", { class: "unset", title: "not set" }, "–")];
	}
	const out: Node[] = [code(cell.text)];
	if (cell.source) {
		out.push(el("span", { class: "source" }, " from ", code(cell.source)));
	}
	if (cell.value) {
		out.push(el("span", { class: "value" }, " ", code(cell.value)));
	}
	if (cell.access && cell.access !== "none") {
		out.push(el("span", { class: "access", title: "how the program may access the value" }, cell.access));
	}
	if (cell.or) {
		out.push(el("span", { class: "source", title: "these pairs match, too" }, " or ", code(cell.or)));
	}
	return out;
}

function cites(ids: string[] | undefined): HTMLElement[] {
	return (ids ?? []).map((id) => el("a", { class: "cite", href: "#" + id, "data-statement": id, onclick: (event: Event) => statementOf(event, id) }, id));
}

function statementOf(event: Event, id: string): void {
	event.preventDefault();
	const found = document.getElementById("statement-" + id);
	found?.scrollIntoView({ block: "nearest", behavior: "smooth" });
	found?.classList.add("lit");
	window.setTimeout(() => found?.classList.remove("lit"), 1600);
}

function proofItem(proof: Proof): HTMLLIElement {
	return el(
		"li",
		{},
		el("div", { class: "claim" }, el("span", { class: "says" }, proof.claim), el("span", { class: "cites" }, ...cites(proof.cites))),
		proof.because?.length ? el("ul", {}, ...proof.because.map(proofItem)) : null,
	);
}

const maxMisses = 12;

/** showProof shows why a row is in the answer, or why an entity is not. */
export async function showProof(explained: Explained | null, why: string): Promise<void> {
	const box = byID("proof");
	if (explained === null) {
		return;
	}
	if (explained.error !== undefined) {
		box.replaceChildren(el("p", { class: "empty" }, explained.error.message));
		return;
	}
	const known = await statementTexts();
	const parts: Node[] = [];
	for (const match of explained.matches ?? []) {
		parts.push(el("h3", {}, about(why !== "" ? `${why} is in the answer` : "This row is in the answer", match.row.vars)));
		parts.push(el("ul", { class: "tree" }, ...match.terms.map(proofItem)));
	}
	const misses = explained.misses ?? [];
	for (const miss of misses.slice(0, maxMisses)) {
		parts.push(el("h3", { class: "absent" }, about(`${miss.entity ?? "The query"} is not`, miss.vars)));
		const reason = miss.term !== "" && !miss.reason.claim.includes(miss.term) ? { ...miss.reason, claim: `${miss.term}: ${miss.reason.claim}` } : miss.reason;
		parts.push(el("ul", { class: "tree" }, proofItem(reason)));
		if (miss.nearest) {
			parts.push(el("p", { class: "nearest" }, "nearest: ", miss.nearest));
		}
	}
	if (misses.length > maxMisses) {
		parts.push(el("p", { class: "nearest" }, `and ${plural(misses.length - maxMisses, "other entity", "other entities")}`));
	}
	if (parts.length === 0) {
		parts.push(el("p", { class: "empty" }, "The world has no entity that could match."));
	}
	const cited = (explained.cites ?? []).filter((id) => known[id] !== undefined);
	if (cited.length > 0) {
		parts.push(el("h3", { class: "small" }, "Statements"));
		parts.push(
			el("dl", { class: "statements" }, ...cited.map((id) => el("div", { id: "statement-" + id }, el("dt", {}, id), el("dd", {}, known[id].text, el("span", { class: "note" }, `${known[id].document}, ${known[id].section}`))))),
		);
	}
	box.replaceChildren(...parts);
}

function about(head: string, vars: Record<string, string> | undefined): string {
	const set = Object.entries(vars ?? {}).filter(([name]) => name !== "this").map(([name, entity]) => `$${name} = ${entity || "none"}`);
	return set.length === 0 ? head : `${head} with ${set.sort().join(", ")}`;
}

/** showDrawing shows the world; a click on an entity asks about it. */
export function showDrawing(a: Answered, ask: (entity: string) => void): void {
	const box = byID("drawing");
	if (a.undrawn) {
		box.replaceChildren(el("p", { class: "empty" }, `${plural(a.undrawn, "entity", "entities")} are too many to draw.`));
	} else if (a.drawing) {
		box.innerHTML = a.drawing; // safe: package graph escapes all texts
	} else {
		box.replaceChildren(el("p", { class: "empty" }, "The world has no entities."));
	}
	box.querySelector("svg")?.setAttribute("role", "group");
	for (const entity of box.querySelectorAll<SVGGElement>("g.box")) {
		const name = entity.querySelector(".name")?.textContent ?? "";
		entity.addEventListener("click", () => ask(name));
		entity.setAttribute("tabindex", "0");
		entity.setAttribute("role", "button");
		entity.setAttribute("aria-label", `Why ${name}`);
		entity.addEventListener("keydown", (event) => {
			if (event.key === "Enter" || event.key === " ") {
				event.preventDefault();
				ask(name);
			}
		});
	}
	const rows = a.answer?.rows ?? [];
	const differs = rows.some((r) => r.state !== "matched");
	const legend: [string, string][] = rows.length === 0 ? [] : [["matched", differs ? "both engines match" : "matched"], ["dashed", "follows from other pairs"]];
	if (differs) {
		legend.push(["missing", "only the model"], ["extra", "only fast"]);
	}
	byID("legend").replaceChildren(...legend.map(([name, text]) => el("span", { class: name }, text)));
	const vocabulary = a.vocabulary ?? [];
	byID("vocabulary").replaceChildren(...(vocabulary.length === 0 ? [] : ["Not drawn: ", ...vocabulary.slice(0, 20).flatMap((v, i) => [i > 0 ? ", " : "", code(v)])]));
	if (a.worlds?.length) {
		byID("vocabulary").append(el("pre", { class: "difference" }, "The engines' worlds differ:\n" + a.worlds.join("\n")));
	}
}

/** showPlan shows how fast answers. */
export function showPlan(plan: { text?: string; error?: Problem } | null): void {
	byID("plan").textContent = plan === null ? "" : (plan.error?.message ?? plan.text ?? "");
}

/** showProfiles shows in which profiles the answer is another one, and why. */
export function showProfiles(profiles: ProfileRows[] | null, choose: (profile: string) => void): void {
	const verdict = byID("compared-verdict");
	if (profiles === null) {
		verdict.textContent = "";
		byID("compared").replaceChildren();
		return;
	}
	const here = profiles.find((p) => p.current);
	const others = profiles.filter((p) => p.more?.length || p.fewer?.length);
	const refused = profiles.filter((p) => !p.current && p.error !== undefined && here?.error === undefined);
	const parts = [others.length > 0 ? others.map((p) => `in ${p.name} ${compared(p)}`).join(", ") : refused.length > 0 ? "the same answer in the others" : "the same answer in all"];
	if (refused.length > 0) {
		parts.unshift(`refused in ${refused.map((p) => p.name).join(", ")}`);
	}
	verdict.textContent = here?.error === undefined ? parts.join(", ") : "";
	byID("compared").replaceChildren(...profiles.map((p) => profileOf(p, choose)));
}

/** compared says how many rows a profile has more, and how many fewer. */
function compared(p: ProfileRows): string {
	const more = p.more?.length ? `${plural(p.more.length, "row")} more` : "";
	const fewer = p.fewer?.length ? (more === "" ? `${plural(p.fewer.length, "row")} fewer` : `${p.fewer.length} fewer`) : "";
	return [more, fewer].filter(Boolean).join(" and ");
}

function profileOf(p: ProfileRows, choose: (profile: string) => void): HTMLElement {
	const notes = [p.error !== undefined ? `${p.error.code}: ${p.error.message}` : plural(p.rows, "row")];
	if (p.more?.length || p.fewer?.length) {
		notes.push(compared(p));
	}
	if (p.refused) {
		notes.push(`${plural(p.refused, "operation")} of the world refused`);
	}
	const rows = (all: ProfileRow[] | undefined, sign: string, name: string) =>
		(all ?? []).slice(0, 8).map((r) => el("li", { class: name }, el("span", { class: "sign" }, sign), el("div", {}, code(r.text), r.because ? el("p", {}, "because ", r.because, " ", el("span", { class: "cites" }, ...(r.cites ?? []).map((c) => el("span", { class: "cite" }, c)))) : null)));
	return el(
		"article",
		{ class: p.current ? "profile current" : "profile" },
		el("div", { class: "head" }, el("h3", {}, p.name), el("p", { class: "verdict" }, notes.join(", ")), p.current ? null : el("button", { type: "button", class: "quiet", "aria-label": `Switch to ${p.name}`, onclick: () => choose(p.name) }, "Switch")),
		p.more?.length || p.fewer?.length ? el("ul", {}, ...rows(p.more, "+", "more"), ...rows(p.fewer, "−", "fewer")) : null,
	);
}
