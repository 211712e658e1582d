// What of the page in the tab is hard to read, as texts: colours of text against their ground by the formula of WCAG 2.2 (1.4.3), and
// controls without a name. Text of controls that are disabled is not counted, as there.
(() => {
	const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
	const known = new Map();
	const rgba = (colour) => {
		if (!known.has(colour)) {
			context.clearRect(0, 0, 1, 1);
			context.fillStyle = colour;
			context.fillRect(0, 0, 1, 1);
			const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
			known.set(colour, [r, g, b, a / 255]);
		}
		return known.get(colour);
	};
	const over = (top, ground, alpha = top[3]) => [0, 1, 2].map((i) => top[i] * alpha + ground[i] * (1 - alpha));
	const luminance = (colour) => {
		const [r, g, b] = colour.slice(0, 3).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const contrast = (a, b) => {
		const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
		return (high + 0.05) / (low + 0.05);
	};
	const dark = matchMedia("(prefers-color-scheme: dark)").matches;
	const paper = dark ? [18, 18, 18] : [255, 255, 255]; // where no element paints
	// groundOf is what lies under the text of an element, with the groups of opacity around it, outermost first.
	const grounds = new Map();
	const groundOf = (element) => {
		if (element === null) return { ground: paper, groups: [] };
		if (grounds.has(element)) return grounds.get(element);
		const style = getComputedStyle(element);
		let { ground, groups } = groundOf(element.parentElement);
		if (style.opacity !== "1") groups = [...groups, { alpha: Number(style.opacity), under: ground }];
		ground = over(rgba(style.backgroundColor), ground);
		if (element instanceof SVGGElement) {
			const box = [...element.children].find((e) => e instanceof SVGRectElement);
			if (box) ground = over(rgba(getComputedStyle(box).fill), ground);
		}
		const found = { ground, groups };
		grounds.set(element, found);
		return found;
	};
	const hidden = (element) => {
		if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
		const { width, height, right, bottom } = element.getBoundingClientRect();
		return width <= 1 || height <= 1 || right <= 0 || bottom + scrollY <= 0 || element.closest(":disabled, [aria-disabled=true]") !== null;
	};
	const wrong = new Map();
	const judge = (element, text, style) => {
		const { ground: painted, groups } = groundOf(element);
		let ground = painted;
		let ink = over(rgba(element instanceof SVGElement ? style.fill : style.color), ground);
		for (const { alpha, under } of groups.toReversed()) {
			ink = over(ink, under, alpha);
			ground = over(ground, under, alpha);
		}
		const size = parseFloat(style.fontSize);
		const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
		const is = contrast(ink, ground);
		if (is >= least) return;
		const name = element.tagName.toLowerCase() + [...element.classList].map((c) => "." + c).join("");
		const key = `${name} in ${element.parentElement?.className.baseVal ?? element.parentElement?.className}: ${is.toFixed(2)}`;
		if (!wrong.has(key)) wrong.set(key, `${key} < ${least}, "${text.trim().slice(0, 30)}", ${style.color} on ${ground.map(Math.round)}`);
	};
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
		const element = node.parentElement;
		if (node.data.trim() === "" || element.matches("script, style, option, datalist *") || hidden(element)) continue;
		judge(element, node.data, getComputedStyle(element));
	}
	for (const field of document.querySelectorAll("input, textarea, select")) {
		if (hidden(field) || ["checkbox", "radio", "range", "file"].includes(field.type)) continue;
		judge(field, field.value || "a value", getComputedStyle(field));
		if (field.placeholder && field.value === "") judge(field, field.placeholder, getComputedStyle(field, "::placeholder"));
	}
	const named = (e) => e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length || e.getAttribute("aria-labelledby") || e.title || e.querySelector("img[alt]:not([alt=''])");
	const controls = document.querySelectorAll("button, input:not([hidden], [type=hidden]), select, textarea, a[href], summary, [contenteditable=true], [role=button], [role=radio], [role=option]");
	return [...wrong.values(), ...[...controls].filter((e) => !named(e)).map((e) => "no name: " + e.outerHTML.slice(0, 120))];
})()
