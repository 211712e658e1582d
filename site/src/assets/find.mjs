// The search for a clause by its name and title, beside the chapters of the specification.

// matching gives the clauses that have all words of a text, those whose title or name begins with it first.
export function matching(clauses, text, most = 12) {
	const words = text.toLowerCase().split(/[\s.]+/).filter(Boolean);
	if (words.length === 0) return [];
	const rank = ({ name, title }) => {
		const all = `${title} ${name}`.toLowerCase();
		if (!words.every((w) => all.includes(w))) return 3;
		const first = words[0];
		if (title.toLowerCase().startsWith(first) || name.startsWith(first)) return 0;
		return all.split(/[\s.,"-]+/).some((w) => w.startsWith(first)) ? 1 : 2;
	};
	return clauses.map((clause, i) => ({ clause, i, rank: rank(clause) })).filter((c) => c.rank < 3)
		.sort((a, b) => a.rank - b.rank || a.i - b.i).slice(0, most).map((c) => c.clause);
}

function listen(input, list, address) {
	let clauses;
	const root = new URL("..", address); // clauses name their place from the root of the site
	input.addEventListener("input", async () => {
		clauses ??= fetch(address).then((r) => r.json());
		const found = matching(await clauses, input.value);
		list.replaceChildren(...found.map(({ name, title, url }) => {
			const item = document.createElement("li");
			const link = Object.assign(document.createElement("a"), { href: new URL(url.slice(1), root) });
			link.append(Object.assign(document.createElement("span"), { textContent: title.replaceAll("`", "") }),
				Object.assign(document.createElement("code"), { textContent: name }));
			item.append(link);
			return item;
		}));
		if (found.length === 0 && input.value.trim() !== "") {
			list.replaceChildren(Object.assign(document.createElement("li"), { className: "muted", textContent: "No clause has these words." }));
		}
		list.hidden = input.value.trim() === "";
	});
	const step = (by) => {
		const links = [input, ...list.querySelectorAll("a")];
		const at = links.indexOf(document.activeElement);
		links[Math.min(Math.max(at + by, 0), links.length - 1)].focus();
	};
	input.form.addEventListener("keydown", (event) => {
		if (event.key === "ArrowDown" || event.key === "ArrowUp") {
			event.preventDefault();
			step(event.key === "ArrowDown" ? 1 : -1);
		} else if (event.key === "Escape") {
			input.value = "";
			list.hidden = true;
			input.focus();
		}
	});
	input.form.addEventListener("submit", (event) => {
		event.preventDefault();
		list.querySelector("a")?.click();
	});
	list.addEventListener("click", () => (list.hidden = true));
}

if (typeof document !== "undefined") {
	const input = document.querySelector("#find");
	if (input) {
		listen(input, document.querySelector("#found"), document.querySelector("#clauses").href);
		// On a telephone the chapters would hide the text.
		if (matchMedia("(max-width: 60rem)").matches) document.querySelector(".chapters").open = false;
	}
}
