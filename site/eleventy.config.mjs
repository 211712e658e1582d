// Builds the site of relspec from site/bin/content, which "go run ./internal/site site/bin/content" writes, and the templates in site/src.
import { HtmlBasePlugin } from "@11ty/eleventy";
import highlight from "@11ty/eleventy-plugin-syntaxhighlight";
import anchor from "markdown-it-anchor";

const statement = /\b(?:REL|QRY|FQL|SET|TECS)-\d{3}\b/g;

// cite makes a link of every id of a statement in text, but not in code or in links.
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
	for (const match of token.content.matchAll(statement)) {
		text(token.content.slice(from, match.index));
		const open = new Token("link_open", "a", 1);
		open.attrs = [["href", `/statements/${match[0]}/`], ["class", "cite"]];
		made.push(open);
		text(match[0]);
		made.push(new Token("link_close", "a", -1));
		from = match.index + match[0].length;
	}
	text(token.content.slice(from));
	return made;
}

export default function (config) {
	config.addPlugin(HtmlBasePlugin);
	config.addPlugin(highlight);
	config.amendLibrary("md", (md) => {
		md.use(anchor, { slugify: (s) => s.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-") });
		cite(md);
	});
	// A page of docs begins with its title; tables may be wider than a phone.
	config.addTransform("tables", (html, path) =>
		path?.endsWith(".html") ? html.replaceAll("<table>", '<div class="wide"><table>').replaceAll("</table>", "</table></div>") : html);
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
	config.addFilter("count", (counts, verdict) => counts?.find((c) => c.verdict === verdict)?.number ?? 0);
	config.addFilter("total", (counts) => counts.reduce((sum, c) => sum + c.number, 0));
	config.addFilter("percent", (part, whole) => (whole ? (100 * part) / whole : 0).toFixed(1));
	config.addPassthroughCopy({ "src/assets": "assets" });
	config.setUseGitIgnore(false); // bin/content is ignored by git and is what is built
	config.ignores.add("README.md");
	return {
		dir: { input: ".", includes: "src/_includes", data: "bin/content/_data", output: "dist" },
		templateFormats: ["md", "njk"],
		markdownTemplateEngine: false, // pages show code with braces
		pathPrefix: process.env.SITE_PREFIX ?? "/",
	};
}
