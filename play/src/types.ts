// The JSON types of package internal/playground.

export interface State {
	profile: string;
	world: string;
	at?: number;
	query: string;
	kind?: string;
	vars?: Record<string, string>;
	order?: string;
	desc?: boolean;
	group?: string;
	instanced?: boolean;
	why?: string;
	row?: number;
	long?: boolean;
}

export interface Problem {
	line?: number;
	column?: number;
	code: string;
	message: string;
	severity: "error" | "warning";
}

export interface Step {
	line: number;
	text: string;
	answer?: string;
	fast?: string;
	refused?: boolean;
}

export interface Stated {
	line: number;
	text: string;
	met: boolean;
}

export interface Cell {
	text: string;
	source?: string;
	value?: string;
	access?: string;
	or?: string;
}

export interface Row {
	state: "matched" | "missing" | "extra";
	cells: Cell[] | null;
	this?: string;
	vars?: Record<string, string>;
	block?: number;
	group?: string;
}

export interface Side {
	rows: number;
	ms: number;
	error?: string;
}

export interface Rows {
	error?: Problem;
	cut?: boolean;
	columns?: { title: string; kind: "this" | "var" | "field" }[];
	rows?: Row[];
	agree: boolean;
	difference?: string[];
	model: Side;
	fast: Side;
	normal?: string;
}

export interface Name {
	text: string;
	kind: "entity" | "component" | "builtin";
}

export interface Answered {
	steps: Step[] | null;
	at: number;
	stated?: Stated[];
	problems: Problem[] | null;
	names: Name[] | null;
	worlds?: string[];
	answer?: Rows;
	drawing?: string;
	undrawn?: number;
	vocabulary?: string[];
}

export interface Proof {
	claim: string;
	cites?: string[];
	because?: Proof[];
}

export interface Explained {
	error?: Problem;
	matches?: { row: { vars?: Record<string, string> }; terms: Proof[] }[];
	misses?: { entity?: string; vars?: Record<string, string>; term: string; reason: Proof; nearest?: string }[];
	cites?: string[];
}

export interface ProfileRow {
	text: string;
	because?: string;
	cites?: string[];
}

export interface ProfileRows {
	name: string;
	current?: boolean;
	error?: Problem;
	rows: number;
	refused?: number;
	more?: ProfileRow[];
	fewer?: ProfileRow[];
}

export interface About {
	profiles: { name: string; text: boolean; words: string[] | null }[];
	steps: string[];
	suite: string;
}

export interface Listed {
	id: string;
	name: string;
	feature: string;
	statements?: string[];
	state: State;
}

export interface Statement {
	text: string;
	document: string;
	section: string;
}
