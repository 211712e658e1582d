"use strict";
(() => {
	const search = document.getElementById("search");
	const implementation = document.getElementById("implementation");
	const chips = [...document.querySelectorAll(".chip input")];
	const shown = document.getElementById("shown");
	const items = [...document.querySelectorAll(".item")].map((element) => ({
		element,
		text: element.textContent.toLowerCase(),
		marks: element.dataset.status.split(" ").filter(Boolean).map((mark) => mark.split(":")),
	}));
	const overview = ["summary", "matrix"].map((id) => document.getElementById(id)); // says nothing of what is filtered
	const groups = [...document.querySelectorAll(".group")].reverse(); // inner ones first

	function fits(item, words, statuses) {
		if (!words.every((word) => item.text.includes(word))) return false;
		const marks = item.marks.filter(([who]) => implementation.value === "" || who === implementation.value);
		if (statuses.length > 0) return marks.some(([, status]) => statuses.includes(status));
		return implementation.value === "" || marks.length > 0;
	}

	function apply() {
		const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
		const statuses = chips.filter((chip) => chip.checked).map((chip) => chip.value);
		const active = words.length > 0 || statuses.length > 0 || implementation.value !== "";
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
	function reveal() {
		const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
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
	reveal();
	apply();
})();
