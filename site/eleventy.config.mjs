// Builds the site of relspec from site/bin/content, which "go run -C tools ./lab site site/bin/content" writes, and the templates in site/src.
import { HtmlBasePlugin } from "@11ty/eleventy";
import highlight from "@11ty/eleventy-plugin-syntaxhighlight";
import anchor from "markdown-it-anchor";
import { readFileSync } from "node:fs";
import { broken } from "./links.mjs";
import { matrix } from "./matrix.mjs";

const data = (name) => JSON.parse(readFileSync(new URL(`bin/content/_data/${name}.json`, import.meta.url), "utf8"));
const clauses = new Set(data("clauses").map((c) => c.name));
const cited = /\b(?:REL|QRY|FQL|SET|TECS)-\d{3}\b|\b[a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*\b/g;

// links gives a citation with its page, if it has one.
function links(citation) {
	if (/^(?:REL|QRY|FQL|SET|TECS)-/.test(citation)) return [{ text: citation, href: `/statements/${citation}/` }];
	return [clauses.has(citation) ? { text: citation, href: `/clauses/${citation}/` } : { text: citation }];
}

// cite makes a link of every id of a statement or name of a clause in text, but not in code or in links.
function cite(md) {
	md.core.ruler.push("cite", (state) => {
		for (const block of state.tokens) {
			if (block.type !== "inline") continue;
			let linked = 0;
			block.children = block.children.flatMap((token) => {
				if (token.type === "link_open") linked++;
				if (token.type === "link_close") linked--;
				if (token.type !== "text" || linked > 0) return [token];
				return pieces(token, state.Token);
			});
		}
	});
}

function pieces(token, Token) {
	const made = [];
	let from = 0;
	const text = (content) => {
		if (content) made.push(Object.assign(new Token("text", "", 0), { content }));
	};
	for (const match of token.content.matchAll(cited)) {
		text(token.content.slice(from, match.index));
		for (const part of links(match[0])) {
			if (!part.href) {
				text(part.text);
				continue;
			}
			const open = new Token("link_open", "a", 1);
			open.attrs = [["href", part.href], ["class", "cite"]];
			made.push(open);
			text(part.text);
			made.push(new Token("link_close", "a", -1));
		}
		from = match.index + match[0].length;
	}
	text(token.content.slice(from));
	return made;
}

// short cuts a text at a blank.
const short = (text, most) => (text.length <= most ? text : text.slice(0, text.lastIndexOf(" ", most)) + " …");

const prefix = process.env.SITE_PREFIX ?? "/";
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

export default function (config) {
	config.addPlugin(HtmlBasePlugin);
	config.addPlugin(highlight);
	config.amendLibrary("md", (md) => {
		md.use(anchor, { slugify: (s) => s.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-") });
		cite(md);
	});
	// A page of docs begins with its title; tables may be wider than a phone.
	config.addTransform("tables", (html, path) =>
		path?.endsWith(".html") ? html.replaceAll("<th></th>", "<td></td>").replaceAll("<table>", '<div class="wide"><table>').replaceAll("</table>", "</table></div>") : html);
	// The first paragraph of a page that is a sentence describes it.
	config.addTransform("description", (html, path) => {
		if (!path?.endsWith(".html")) return html;
		const texts = [...html.slice(html.indexOf("<main")).matchAll(/<p(?: class="(?:claim|lead)")?>([^]*?)<\/p>/g)].map(([, p]) => p.replace(/<[^>]*>/g, "").replace(/\s+/g, " ").trim());
		const text = short(texts.find((t) => t.includes(" ")) ?? "The executable specification of entity relationships and queries.", 160);
		return html.replace('<meta name="description" content="">', () => `<meta name="description" content="${text.replaceAll('"', "&quot;")}">`);
	});
	config.addFilter("short", short);
	config.addFilter("matrix", matrix);
	config.addFilter("defects", (engines) => engines.flatMap((e) => (e.failures ?? []).filter((f) => f.class === "defect"))
		.filter((f, i, all) => all.findIndex((other) => other.link === f.link) === i)); // of several versions once
	config.addFilter("of", (statements, document) => statements.filter((s) => s.document === document));
	config.addFilter("sections", (statements) => {
		const sections = [];
		for (const s of statements) {
			const last = sections.at(-1);
			if (last?.name === s.section && last?.parent === s.parent) last.statements.push(s);
			else sections.push({ name: s.section, parent: s.parent, statements: [s] });
		}
		return sections;
	});
	// grouped are items that follow each other with the same value of a key.
	config.addFilter("grouped", (items, key) => {
		const groups = [];
		for (const item of items) {
			if (groups.at(-1)?.name === item[key]) groups.at(-1).items.push(item);
			else groups.push({ name: item[key], items: [item] });
		}
		return groups;
	});
	config.addFilter("tried", (all) => all.filter((r) => r.scenarios?.length).length);
	config.addFilter("filename", (file) => file.split("/").at(-1));
	config.addFilter("anchorOf", (e) => `${e.name}-${e.version}`);
	config.addFilter("board", (failure) => `/engines/#${failure.engine.replace(" ", "-")}`);
	// inline is the title of a clause in a list, with its code.
	config.addFilter("inline", (text) => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>").replace(/\*([^*\s][^*]*)\*/g, "<em>$1</em>"));
	config.addFilter("cited", (text) => escaped(text).replace(cited, (c) => links(c).map((l) => (l.href ? `<a class="cite" href="${l.href}">${l.text}</a>` : l.text)).join("")));
	config.addFilter("count", (counts, verdict) => counts?.find((c) => c.verdict === verdict)?.number ?? 0);
	config.addFilter("total", (counts) => counts.reduce((sum, c) => sum + c.number, 0));
	config.addFilter("percent", (part, whole) => (whole ? (100 * part) / whole : 0).toFixed(1));
	config.on("eleventy.after", ({ results }) => {
		const wrong = broken(results.filter((r) => r.outputPath?.endsWith(".html")), prefix);
		if (wrong.length > 0) throw new Error(`broken links:\n${wrong.join("\n")}`);
	});
	config.addPassthroughCopy({ "src/assets": "assets", "bin/content/clauses.json": "specification/clauses.json" });
	config.setUseGitIgnore(false); // bin/content is ignored by git and is what is built
	config.ignores.add("README.md");
	return {
		dir: { input: ".", includes: "src/_includes", data: "bin/content/_data", output: "dist" },
		templateFormats: ["md", "njk"],
		markdownTemplateEngine: false, // pages show code with braces
		pathPrefix: prefix,
	};
}
