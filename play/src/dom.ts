// Elements.
type Child = Node | string | null | undefined | false;

/** el makes an element: attributes by name, listeners as "onclick", then children. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Record<string, unknown> = {}, ...children: (Child | Child[])[]): HTMLElementTagNameMap[K] {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (name.startsWith("on")) {
			element.addEventListener(name.slice(2), value as EventListener);
		} else if (value !== undefined && value !== null && value !== false) {
			element.setAttribute(name, value === true ? "" : String(value));
		}
	}
	for (const child of children.flat()) {
		if (child !== null && child !== undefined && child !== false) {
			element.append(child);
		}
	}
	return element;
}

/** byID finds an element of the page. */
export function byID<T extends HTMLElement = HTMLElement>(id: string): T {
	const found = document.getElementById(id);
	if (found === null) {
		throw new Error(`the page has no element ${id}`);
	}
	return found as T;
}

/** plural is a number with its word. */
export function plural(n: number, one: string, many = one + "s"): string {
	return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}
