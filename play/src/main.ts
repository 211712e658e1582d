// The page. It sends the texts that the user types to the engines, shows the answers, and stores the state in the address.
import { byID, el } from "./dom";
import { Editor } from "./editor";
import { Cancelled, type Engine, Refused, startEngine } from "./engine";
import { Exporter } from "./exporter";
import type { Words } from "./language";
import { Picker } from "./picker";
import { Stepping } from "./stepping";
import { fragment, parse, tidy } from "./state";
import type { About, Answered, Explained, Listed, Name, Problem, ProfileRows, Row, State } from "./types";
import tour from "./tour.json";
import { nearest, showDrawing, showPlan, showProfiles, showProof, showRows, statementTexts } from "./views";

interface Stop {
	question: string;
	state: State;
}

// Example worlds, each with a question. The page opens with the first.
const stops: Stop[] = tour;

let state: State = { ...stops[0].state };
let answered: Answered | null = null;
let selected = 0;
const words: Words = { names: [], dialect: [], steps: [] };
let about: About = { profiles: [], steps: [], suite: "" };

const verdict = byID("verdict");
const engine = startEngine((message) => {
	verdict.textContent = "The engines cannot start; reload the page. " + message;
	verdict.className = "verdict bad";
});

// Answers that the page computes in the background use a second engine, so that typing does not wait for them.
let idle: Engine | null = null;

const world = new Editor({ parent: byID("world"), name: "World", hint: "Bob  (Likes, Alice)", query: false, words: () => words, changed: (text) => change({ world: text, at: 0 }) });
const query = new Editor({ parent: byID("query"), name: "Query", hint: "(Likes, $who)", query: true, words: () => words, changed: (text) => change({ query: text }) });
const stepping = new Stepping((at) => change({ at }));
const exporter = new Exporter((form) => engine.call("export", { state, form }), toast);
const picker = new Picker((scenario) => load({ ...scenario.state }, scenario));

/** change is something that the user does. */
function change(part: Partial<State>): void {
	if (!("world" in part) && !("at" in part)) {
		delete part.at;
	}
	state = { ...state, ...part };
	if (!("why" in part)) {
		selected = 0;
		delete state.row;
	}
	store();
	ask();
}

let storing = 0;
let writing = 0;

function store(): void {
	clearTimeout(storing);
	storing = window.setTimeout(async () => {
		const mine = ++writing;
		const text = await fragment(tidy(state));
		if (mine === writing && "#" + text !== location.hash) {
			window.history.replaceState(null, "", "#" + text);
		}
	}, 200);
}

// Only one call runs at a time. If the text changes meanwhile, the last version is sent afterwards.
let asking = false;
let again = false;
let slow = 0;

async function ask(): Promise<void> {
	if (asking) {
		again = true;
		return;
	}
	asking = true;
	document.documentElement.dataset.state = "asking";
	const asked = state;
	const began = performance.now();
	slow = window.setTimeout(() => {
		byID("cancel").hidden = false;
		byID("answer").classList.add("busy");
		verdict.textContent = "The engines are working …";
	}, 400);
	try {
		show(await engine.call<Answered>("answer", { state: asked }), asked);
		performance.measure("answer", { start: began });
		if (performance.getEntriesByName("first-answer").length === 0) {
			performance.mark("first-answer");
		}
	} catch (error) {
		failed(error);
	} finally {
		clearTimeout(slow);
		byID("cancel").hidden = true;
		byID("answer").classList.remove("busy");
		asking = false;
	}
	if (again) {
		again = false;
		void ask();
	} else {
		document.documentElement.dataset.state = "answered";
	}
}

function failed(error: unknown): void {
	if (error instanceof Cancelled) {
		return; // cancel shows a message
	}
	verdict.className = "verdict bad";
	verdict.textContent = error instanceof Refused ? `${error.problem.code}: ${error.problem.message}` : String(error);
}

async function cancel(): Promise<void> {
	again = false;
	const slowOne = state;
	engine.cancel();
	verdict.textContent = "Cancelled. Rebuilding the world …";
	const replayed = await engine.call<Answered>("answer", { state: { ...slowOne, query: "" } });
	if (state === slowOne) {
		answered = replayed;
		showWorld(replayed);
		byID("rows").replaceChildren(el("p", { class: "empty" }, "The query was cancelled."));
		byID("proof").replaceChildren();
		verdict.className = "verdict";
		verdict.textContent = "Cancelled";
	}
}

function show(a: Answered, asked: State): void {
	answered = a;
	showWorld(a);
	const rows = a.answer;
	const names = a.names ?? [];
	words.names = names;
	fill("entities", names.filter((n) => n.kind !== "builtin").map((n) => n.text));
	fill("components", names.filter((n) => n.kind === "component").map((n) => n.text));
	const problem = rows?.error;
	query.problems(problem === undefined || rows?.cut === true ? [] : [problem]);
	byID("query-problem").replaceChildren(...(problem === undefined || rows?.cut === true ? [] : [problemText(problem), ...fixes(problem, names, asked.query)]));
	selected = Math.min(selected, Math.max((rows?.rows?.length ?? 0) - 1, 0));
	showRows(a, selected, asked, { select: select, lift: () => set({ long: true }) });
	void explain(asked);
	later(asked);
}

function showWorld(a: Answered): void {
	const problems = a.problems ?? [];
	world.problems(problems);
	byID("world-problems").replaceChildren(...problems.slice(0, 4).map(problemText), ...(problems.length > 4 ? [el("p", {}, `and ${problems.length - 4} more`)] : []));
	world.step(stepping.show(a));
	showDrawing(a, (name) => void whyNot(name));
}

function problemText(p: Problem): HTMLElement {
	const place = p.line !== undefined && p.line > 0 ? `line ${p.line}${p.column ? `, ${p.column}` : ""}` : "";
	return el("p", { class: p.severity }, place === "" ? null : el("span", { class: "place" }, place), p.code === "not met" ? p.message : `${p.code}: ${p.message}`);
}

/** fixes are buttons that put a name of the world in the place of one that nothing has. */
function fixes(p: Problem, names: Name[], text: string): HTMLElement[] {
	const wrong = p.code === "unresolved" ? /"([^"]+)"/.exec(p.message)?.[1] : undefined;
	if (wrong === undefined) {
		return [];
	}
	return nearest(wrong, names).map((name) => el("button", { type: "button", class: "quiet", onclick: () => set({ query: text.replace(wrong, () => name) }) }, `Use ${name}`));
}

function fill(id: string, names: string[]): void {
	byID(id).replaceChildren(...names.map((name) => el("option", { value: name })));
}

function select(row: number): void {
	selected = row;
	state = { ...state, why: "", row };
	byID<HTMLInputElement>("why").value = "";
	store();
	void explain(state);
}

let explaining = 0;

/** explain shows the proof of the selected row, or why the entity that is asked about is not in the answer. */
async function explain(asked: State): Promise<void> {
	const mine = ++explaining;
	const row: Row | undefined = answered?.answer?.rows?.[selected];
	const why = asked.why ?? "";
	if (asked.query.trim() === "" || answered?.answer?.error !== undefined) {
		byID("proof").replaceChildren(el("p", { class: "empty" }, "Choose a row to see why it matches."));
		return;
	}
	if (why === "" && row === undefined) {
		const all = await quietly<Explained>("why", { state: asked, why: "" });
		if (mine === explaining) {
			await showProof(all, "");
		}
		return;
	}
	const explained = await quietly<Explained>("why", why !== "" ? { state: asked, why } : { state: asked, why: row?.this ?? "", vars: row?.vars });
	if (mine === explaining) {
		await showProof(explained, why);
	}
}

async function whyNot(name: string): Promise<void> {
	byID<HTMLInputElement>("why").value = name;
	state = { ...state, why: name };
	store();
	await explain(state);
	byID("proof").scrollIntoView({ block: "nearest", behavior: "smooth" });
}

async function quietly<T>(name: string, question: object, by: Engine = engine): Promise<T | null> {
	try {
		return await by.call<T>(name, question);
	} catch (error) {
		if (!(error instanceof Cancelled) && !(error instanceof Refused)) {
			throw error;
		}
		return null;
	}
}

let pausing = 0;

/** later asks what costs more, when nothing is typed. */
function later(asked: State): void {
	clearTimeout(pausing);
	pausing = window.setTimeout(async () => {
		if (asked.query.trim() === "" || answered?.answer?.cut === true || asked.long === true) {
			showPlan(null);
			showProfiles(null, choose);
			return;
		}
		idle ??= engine.beside();
		const plan = await quietly<{ text?: string; error?: Problem }>("plan", { state: asked }, idle ?? engine);
		if (asked === state || asked.query === state.query) {
			showPlan(plan);
		}
		const profiles = await quietly<ProfileRows[]>("profiles", { state: asked }, idle ?? engine);
		if (asked.query === state.query && asked.profile === state.profile) {
			showProfiles(profiles, choose);
		}
	}, 250);
}

function choose(profile: string): void {
	set({ profile });
}

/** set changes the state and the controls that show it. */
function set(part: Partial<State>): void {
	change(part);
	controls();
}

function controls(): void {
	world.set(state.world);
	query.set(state.query);
	const value = (id: string, text: string | undefined) => {
		byID<HTMLInputElement>(id).value = text ?? "";
	};
	value("kind", state.kind);
	value("order", state.order);
	value("group", state.group);
	value("why", state.why);
	value("vars", Object.entries(state.vars ?? {}).map(([name, entity]) => `${name} = ${entity}`).join(", "));
	for (const id of ["desc", "instanced", "long"] as const) {
		byID<HTMLInputElement>(id).checked = state[id] === true;
	}
	const chosen = [state.kind, state.order && "ordered", state.group && "grouped", state.instanced && "instanced", state.long && "without limits", ...Object.keys(state.vars ?? {}).map((v) => "$" + v)].filter(Boolean);
	byID("options-set").textContent = chosen.join(" · ");
	for (const button of byID("profiles").querySelectorAll("button")) {
		const on = button.textContent === state.profile;
		button.setAttribute("aria-checked", String(on));
		button.tabIndex = on ? 0 : -1;
	}
	words.dialect = about.profiles.find((p) => p.name === state.profile)?.words ?? [];
	words.steps = about.steps;
}

function load(next: State, scenario?: Listed): void {
	state = { ...next };
	selected = next.row ?? 0;
	const origin = byID("origin");
	origin.textContent = scenario === undefined ? "" : `${scenario.id}: ${scenario.name}`;
	byID<HTMLSelectElement>("tour").value = "";
	controls();
	store();
	void ask();
}

/** visit shows a stop of the tour. */
function visit(stop: number): void {
	load(stops[stop].state);
	byID<HTMLSelectElement>("tour").value = String(stop);
	byID("origin").textContent = stops[stop].question;
}

function variables(text: string): Record<string, string> {
	const out: Record<string, string> = {};
	for (const part of text.split(",")) {
		const [name, entity] = part.split("=").map((s) => s.trim());
		if (name !== "" && entity !== undefined && entity !== "") {
			out[name.replace(/^\$/, "")] = entity;
		}
	}
	return out;
}

let toasting = 0;

function toast(text: string): void {
	const box = byID("toast");
	box.textContent = text;
	box.classList.add("shown");
	clearTimeout(toasting);
	toasting = window.setTimeout(() => box.classList.remove("shown"), 2200);
}

function listen(): void {
	const input = (id: string, part: (value: string, checked: boolean) => Partial<State>) => {
		byID<HTMLInputElement>(id).addEventListener("input", (event) => {
			const target = event.target as HTMLInputElement;
			change(part(target.value.trim(), target.checked));
			if (id !== "vars") {
				controls();
			}
		});
	};
	input("kind", (kind) => ({ kind }));
	input("order", (order) => ({ order }));
	input("group", (group) => ({ group }));
	input("vars", (text) => ({ vars: variables(text) }));
	input("desc", (_, desc) => ({ desc }));
	input("instanced", (_, instanced) => ({ instanced }));
	input("long", (_, long) => ({ long }));
	byID("why-form").addEventListener("submit", (event) => {
		event.preventDefault();
		void whyNot(byID<HTMLInputElement>("why").value.trim());
	});
	byID("why").addEventListener("change", () => void whyNot(byID<HTMLInputElement>("why").value.trim()));
	byID("cancel").addEventListener("click", () => void cancel());
	byID("scenarios").addEventListener("click", () => void picker.open());
	const places = byID<HTMLSelectElement>("tour");
	places.append(...stops.map((stop, i) => el("option", { value: String(i) }, `${i + 1}. ${stop.question}`)));
	places.addEventListener("change", () => visit(Number(places.value)));
	byID("export").addEventListener("click", () => void exporter.open());
	byID("share").addEventListener("click", async () => {
		window.history.replaceState(null, "", "#" + (await fragment(tidy(state))));
		try {
			await navigator.clipboard.writeText(location.href);
			toast("Link copied.");
		} catch {
			toast("The link is in the address bar.");
		}
	});
	byID("open").addEventListener("click", () => byID("file").click());
	byID<HTMLInputElement>("file").addEventListener("change", async (event) => {
		const input = event.target as HTMLInputElement;
		const file = input.files?.[0];
		input.value = ""; // otherwise choosing the same file again causes no event
		if (file !== undefined) {
			await openText(await file.text());
		}
	});
	document.addEventListener("keydown", (event) => {
		if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
			event.preventDefault();
			void picker.open();
		}
	});
	window.addEventListener("hashchange", () => void fromAddress());
	for (const button of document.querySelectorAll("[data-close]")) {
		button.addEventListener("click", () => button.closest("dialog")?.close());
	}
}

async function openText(text: string): Promise<void> {
	try {
		load(await engine.call<State>("open", { text }));
	} catch (error) {
		toast(error instanceof Error ? error.message : String(error));
	}
}

/** fromAddress loads the state that the address names: all of it, a scenario by its id, or what diffcheck play was given. */
async function fromAddress(): Promise<boolean> {
	clearTimeout(storing); // an older state must not overwrite the new address
	writing++;
	const text = decodeURIComponent(location.hash.slice(1));
	const linked = await parse(text);
	if (linked !== null) {
		if (JSON.stringify(tidy(linked)) !== JSON.stringify(tidy(state))) {
			load(linked);
		}
		return true;
	}
	const named = new URLSearchParams(text);
	const id = named.get("scenario");
	if (id !== null) {
		const scenario = await picker.find(id, named.get("profile"));
		if (scenario !== undefined) {
			load(scenario.state, scenario);
			return true;
		}
		toast(`There is no scenario ${id}; choose one from Scenarios.`);
	}
	if (text.startsWith(("v1=" as string).slice(0, 1)) && text.includes("=")) {
		toast("The link is incomplete; copy it again.");
	}
	return false;
}

function profileButtons(): void {
	const group = byID("profiles");
	group.replaceChildren(...about.profiles.map((p) => el("button", { type: "button", role: "radio", "data-profile": p.name, "aria-checked": "false", onclick: () => set({ profile: p.name }) }, p.name)));
	group.addEventListener("keydown", (event) => {
		const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
		if (step !== undefined) {
			event.preventDefault();
			const at = about.profiles.findIndex((p) => p.name === state.profile);
			const next = about.profiles[(at + step + about.profiles.length) % about.profiles.length];
			set({ profile: next.name });
			[...group.querySelectorAll("button")].find((b) => b.textContent === next.name)?.focus();
		}
	});
}

async function begin(): Promise<void> {
	listen();
	controls();
	if (!(await fromAddress())) {
		visit(0);
	}
	about = await engine.call<About>("about", {});
	profileButtons();
	controls();
	byID("about").replaceChildren(
		`Suite ${about.suite}. The model is the reference, written from the manuals of Flecs and Tecs; fast is the engine for programs. ${document.documentElement.dataset.token === undefined ? "Both run inside this page, without a server" : "Both run in diffcheck play, on this machine"}.`,
	);
	document.documentElement.dataset.ready = "true";
	void statementTexts();
	if ("serviceWorker" in navigator && document.documentElement.dataset.token === undefined) {
		await navigator.serviceWorker.register("offline.js").catch(() => undefined);
	}
}

void begin();
