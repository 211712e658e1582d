// Syntax colouring and completion for queries and worlds.
import { autocompletion, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { HighlightStyle, LanguageSupport, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import type { Name } from "./types";

/** Words are what an editor knows of the world and the profile. */
export interface Words {
	names: Name[];
	dialect: string[];
	steps: string[];
}

const builtins = /^(ChildOf|IsA|Transitive|Reflexive|Symmetric|Exclusive|Acyclic|Traversable|With|OneOf|Final|Union|Prefab|Disabled|Wildcard|OnDelete|OnDeleteTarget|OnInstantiate|DontInherit|Inherit|Override|PairIsTag|Panic|Remove|Delete|Sparse|Toggle)\b/;
const flags = /^(self|up|parent|cascade|desc|all|super|sub|superset|subset|in|out|inout|none|filter|AND|OR|NOT|and|or|not)\b(?=\s*[|:()\[\],\]]|\s+[A-Z])/;

const common: [RegExp, string][] = [
	[/^"(?:[^"\\]|\\.)*"?/, "string"],
	[/^\$[\p{L}\p{N}_]*/u, "variableName"],
	[/^-?[0-9]+(?:\.[0-9]+)?\b/, "number"],
	[builtins, "typeName"],
	[/^[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*/u, "name"],
];

/** quotedName is a name in backquotes, as query text has those with other characters than letters, digits and "_". */
const quotedName: [RegExp, string] = [/^`(?:[^`]|``)*`?/, "name"];

function token(stream: StringStream, rules: [RegExp, string][]): string | null {
	if (stream.eatSpace()) {
		return null;
	}
	for (const [pattern, style] of rules) {
		if (stream.match(pattern)) {
			return style;
		}
	}
	stream.next();
	return null;
}

const query = StreamLanguage.define<object>({
	name: "query",
	token: (stream) => token(stream, [[/^\/\/.*/, "comment"], quotedName, [flags, "keyword"], ...common, [/^(\|\||==|!=|~=|[!?*|:])/, "operator"], [/^[()[\]{},]/, "punctuation"]]),
	languageData: { closeBrackets: { brackets: ["(", "[", "{", '"', "`"] } },
});

/** inQuery is a path as query text has it; #65 is an id. */
function inQuery(path: string): string {
	const bare = /^(?:[\p{L}\p{M}_][\p{L}\p{M}0-9_]*|#[0-9]+)$/u;
	return path.split(".").map((name) => (bare.test(name) ? name : "`" + name.replaceAll("`", "``") + "`")).join(".");
}

const stepWords = /^(an?|gets|loses|is|not|with|named|below|these|facts|the|every|entity|tag|component|relationship|prefab|anonymous|queries|prepared|iterated|rule|filter|cached|query|has|does|scope|world|result|in|any|order|it|fails|deleted|cleared|enabled|disabled|and|of|on|are|none|empty|changes|operation|observer|for|asked|whether)\b/;

const world = StreamLanguage.define<object>({
	name: "world",
	token(stream) {
		if (stream.sol()) {
			if (stream.match(/^\s*(#|\/\/|@|Feature:|Rule:|Scenario:|Background:).*/)) {
				return "comment";
			}
			if (stream.match(/^\s*(Given|When|Then|And|But)\b/)) {
				return "keyword";
			}
		}
		return token(stream, [[stepWords, "keyword"], ...common, [/^[|*:]/, "operator"], [/^[(){},]/, "punctuation"]]);
	},
	languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "{", '"'] } },
});

const colours = HighlightStyle.define([
	{ tag: tags.keyword, color: "var(--soft)" },
	{ tag: tags.typeName, color: "var(--builtin)" },
	{ tag: tags.variableName, color: "var(--accent)", fontWeight: "600" },
	{ tag: tags.string, color: "var(--text-value)" },
	{ tag: tags.number, color: "var(--text-value)" },
	{ tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
	{ tag: tags.operator, color: "var(--accent)" },
	{ tag: tags.punctuation, color: "var(--soft)" },
]);

function completions(context: CompletionContext, words: Words, ofQuery: boolean): CompletionResult | null {
	const before = context.matchBefore(ofQuery ? /(?<=^[^`]*(?:`[^`]*`[^`]*)*)`[^`]*|\$?[\p{L}\p{M}\p{N}_]*/u : /[\p{L}\p{N}_]*/u);
	if (before === null || (before.from === before.to && !context.explicit)) {
		return null;
	}
	const options: Completion[] = words.names.map((n) => ({ label: ofQuery ? inQuery(n.text) : /^[\p{L}\p{N}_]+$/u.test(n.text) ? n.text : JSON.stringify(n.text), type: n.kind, boost: n.kind === "builtin" ? -1 : 1 }));
	if (ofQuery) {
		const text = context.state.doc.toString();
		const variables = new Set(`${text.slice(0, before.from)} ${text.slice(context.pos)}`.match(/\$[\p{L}_][\p{L}\p{N}_]*/gu));
		options.push(...[...variables].map((label) => ({ label, type: "variable" })), ...words.dialect.map((w) => ({ label: w, type: "word", boost: -2 })));
	} else {
		const line = context.state.doc.lineAt(context.pos);
		if (line.text.slice(0, before.from - line.from).trim() === "") {
			options.push(...words.steps.map((s) => ({ label: s, type: "step", boost: -3 })));
		}
	}
	return { from: before.from, options, validFor: ofQuery ? /^(?:`[^`]*|\$?[\p{L}\p{M}\p{N}_]*)$/u : /^[\p{L}\p{N}_]*$/u };
}

/** language is the extension for one of the editors. */
export function language(ofQuery: boolean, words: () => Words) {
	return [
		new LanguageSupport(ofQuery ? query : world),
		syntaxHighlighting(colours),
		autocompletion({ override: [(context) => completions(context, words(), ofQuery)], icons: false, activateOnTyping: true }),
	];
}
