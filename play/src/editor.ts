// The two editors of the page: the world and the query.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { language, type Words } from "./language";
import type { Problem } from "./types";

const setStep = StateEffect.define<{ current: number; later: Set<number> } | null>();

// Marks the line of the last applied operation, and greys out the lines of later ones.
const steps = StateField.define<DecorationSet>({
	create: () => Decoration.none,
	update(shown, transaction) {
		let next = shown.map(transaction.changes);
		for (const effect of transaction.effects) {
			if (effect.is(setStep)) {
				const builder = new RangeSetBuilder<Decoration>();
				for (let n = 1; effect.value !== null && n <= transaction.state.doc.lines; n++) {
					const name = n === effect.value.current ? "cm-current-step" : effect.value.later.has(n) ? "cm-later-step" : "";
					if (name !== "") {
						const { from } = transaction.state.doc.line(n);
						builder.add(from, from, Decoration.line({ class: name }));
					}
				}
				next = builder.finish();
			}
		}
		return next;
	},
	provide: (field) => EditorView.decorations.from(field),
});

const look = EditorView.theme({
	"&": { backgroundColor: "transparent", color: "var(--ink)", fontSize: "14px" },
	"&.cm-focused": { outline: "none" },
	".cm-content": { fontFamily: "var(--mono)", padding: "10px 0", caretColor: "var(--accent)", lineHeight: "1.65" },
	".cm-line": { padding: "0 14px 0 6px" },
	".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
	".cm-gutters": { backgroundColor: "transparent", border: "none", color: "var(--soft)", fontFamily: "var(--mono)" },
	".cm-lineNumbers .cm-gutterElement": { fontSize: "12px", lineHeight: "23.1px", minWidth: "2.4em" },
	".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--selection)" },
	".cm-matchingBracket": { backgroundColor: "transparent" },
	"&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)", outline: "none" },
	".cm-placeholder": { color: "var(--soft)" },
	".cm-tooltip": { backgroundColor: "var(--card)", border: "1px solid var(--line)", borderRadius: "8px", boxShadow: "var(--shadow)", overflow: "hidden" },
	".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "13px", maxHeight: "14em" },
	".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 12px" },
	".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
	".cm-diagnostic": { padding: "6px 12px", fontFamily: "inherit", fontSize: "13px", whiteSpace: "pre-wrap" },
	".cm-diagnostic-error": { borderLeft: "3px solid var(--missing)" },
	".cm-diagnostic-warning": { borderLeft: "3px solid var(--warning)" },
	".cm-current-step": { backgroundColor: "var(--tint)" },
	".cm-later-step, .cm-later-step span": { color: "var(--soft) !important", fontWeight: "400 !important" },
});

export interface Options {
	parent: HTMLElement;
	name: string; // for screen readers
	hint: string;
	query: boolean;
	words: () => Words;
	changed: (text: string) => void;
}

export class Editor {
	private readonly view: EditorView;
	private readonly hint = new Compartment();
	private silent = false;

	constructor(options: Options) {
		this.view = new EditorView({
			parent: options.parent,
			state: EditorState.create({
				extensions: [
					history(),
					closeBrackets(),
					bracketMatching(),
					keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
					options.query ? EditorView.lineWrapping : [],
					EditorView.contentAttributes.of({ "aria-label": options.name, autocapitalize: "off", autocorrect: "off", spellcheck: "false" }),
					this.hint.of(placeholder(options.hint)),
					options.query ? [] : [lineNumbers(), lintGutter()],
					steps,
					language(options.query, options.words),
					look,
					EditorView.updateListener.of((update) => {
						if (update.docChanged && !this.silent) {
							options.changed(this.text);
						}
					}),
				],
			}),
		});
	}

	get text(): string {
		return this.view.state.doc.toString();
	}

	/** set replaces the text, without telling changed. */
	set(text: string): void {
		if (text === this.text) {
			return;
		}
		this.silent = true;
		this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
		this.silent = false;
	}

	focus(): void {
		this.view.focus();
	}

	/** problems shows errors under their characters. */
	problems(problems: Problem[]): void {
		const { doc } = this.view.state;
		const diagnostics = problems.map((p): Diagnostic => {
			const line = doc.line(Math.min(Math.max(p.line ?? 1, 1), doc.lines));
			const blank = line.text.length - line.text.trimStart().length;
			let from = line.from + Math.min(blank, line.length);
			let to = line.to;
			if (p.column !== undefined && p.column > 0) {
				const before = [...line.text].slice(0, p.column - 1).join("").length;
				from = Math.min(line.from + before, line.to);
				const word = /^[\p{L}\p{N}_]+/u.exec(line.text.slice(from - line.from));
				to = Math.min(line.to, from + Math.max(word?.[0].length ?? 1, 1));
			}
			return { from, to, severity: p.severity, message: p.message };
		});
		diagnostics.sort((a, b) => a.from - b.from);
		this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
	}

	/** step marks the line of the operation that was applied last, and those that were not. */
	step(at: { current: number; later: Set<number> } | null): void {
		this.view.dispatch({ effects: setStep.of(at) });
	}
}
