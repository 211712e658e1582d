"use strict";
(() => {
	const search = document.getElementById("search");
	const implementation = document.getElementById("implementation");
	const chips = [...document.querySelectorAll(".chip input")];
	const shown = document.getElementById("shown");
	let items, groups;
	const overview = ["summary", "matrix"].map((id) => document.getElementById(id)); // says nothing of what is filtered

	function collect() {
		items = [...document.querySelectorAll(".item")].map((element) => ({
			element,
			text: element.textContent.toLowerCase(),
			marks: element.dataset.status.split(" ").filter(Boolean).map((mark) => mark.split(":")),
		}));
		groups = [...document.querySelectorAll(".group")].reverse(); // inner ones first
	}

	// The sections of a large run are packed until somebody wants to see them.
	let unpacking;
	function unpack() {
		const rest = document.getElementById("rest");
		unpacking ??= rest && (async () => {
			const packed = atob(rest.content.textContent.trim().replaceAll("-", "+").replaceAll("_", "/"));
			const bytes = Uint8Array.from(packed, (c) => c.charCodeAt(0));
			const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
			const sections = document.createElement("template");
			sections.innerHTML = await new Response(plain).text();
			for (const section of [...sections.content.children]) document.getElementById(section.id).replaceWith(section);
			rest.remove();
			for (const cite of document.querySelectorAll(".case .cites a")) {
				const statement = document.getElementById(cite.hash.slice(1));
				if (!statement) continue;
				const list = statement.querySelector("ul") ?? statement.appendChild(document.createElement("ul"));
				const [key, ...more] = cite.closest(".case").querySelector("summary").childNodes;
				const link = document.createElement("a");
				link.href = "#" + cite.closest(".case").id;
				link.textContent = key.textContent;
				const item = list.appendChild(document.createElement("li"));
				item.append(link, ...more.map((node) => node.cloneNode(true)));
			}
			collect();
		})();
		return unpacking;
	}

	function fits(item, words, statuses) {
		if (!words.every((word) => item.text.includes(word))) return false;
		const marks = item.marks.filter(([who]) => implementation.value === "" || who === implementation.value);
		if (statuses.length > 0) return marks.some(([, status]) => statuses.includes(status));
		return implementation.value === "" || marks.length > 0;
	}

	async function apply() {
		const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
		const statuses = chips.filter((chip) => chip.checked).map((chip) => chip.value);
		const active = words.length > 0 || statuses.length > 0 || implementation.value !== "";
		if (active) await unpack();
		let count = 0;
		for (const item of items) {
			item.element.hidden = active && !fits(item, words, statuses);
			if (!item.element.hidden) count++;
		}
		for (const group of groups) {
			group.hidden = active && !group.querySelector(".item:not([hidden])");
			if (active !== group.classList.contains("filtered")) {
				group.classList.toggle("filtered", active);
				group.open = active && count <= 200;
			} else if (active) {
				group.open = count <= 200;
			}
		}
		for (const section of overview) section.hidden = active;
		shown.textContent = active ? `${count} of ${items.length} shown` : "";
	}

	// An anchor inside closed groups opens them, one to what the filter hides ends the filter.
	async function reveal() {
		const id = decodeURIComponent(location.hash.slice(1));
		if (id === "statements" || id === "scenarios" || id && !document.getElementById(id)) await unpack();
		const target = document.getElementById(id);
		if (target?.closest("[hidden]")) {
			search.value = implementation.value = "";
			for (const chip of chips) chip.checked = false;
			apply();
		}
		for (let at = target; at; at = at.parentElement) {
			if (at.tagName === "DETAILS") at.open = true;
		}
		if (target) target.scrollIntoView();
	}

	for (const control of [search, implementation, ...chips]) control.addEventListener("input", apply);
	window.addEventListener("hashchange", reveal);
	// A second click on the same link changes no hash.
	for (const link of document.querySelectorAll('nav a[href^="#"]')) link.addEventListener("click", () => setTimeout(reveal));
	for (const button of document.querySelectorAll(".unpack")) button.addEventListener("click", () => unpack());
	collect();
	reveal();
	apply();
})();
