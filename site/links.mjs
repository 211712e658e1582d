// broken lists the links between pages of the site that lead to no page, or to a place that its page does not have. pages are
// { url, content }; links to other files are left to linkinator, which looks at all files but not reliably at places.
export function broken(pages, prefix = "/") {
	const places = new Map();
	for (const { url, content } of pages) {
		places.set(url, new Set([...content.matchAll(/\s(?:id|name)="([^"]+)"/g)].map((m) => decode(m[1]))));
	}
	const wrong = [];
	for (const { url, content } of pages) {
		for (const [, href] of content.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
			if (/^[a-z]+:/.test(href)) continue;
			const [path, place] = decode(href).split("#");
			const target = path === "" ? url : new URL(path, "http://site" + url).pathname.replace(new RegExp("^" + prefix), "/");
			if (!target.endsWith("/") || target === "/play/") continue; // the playground takes any state behind #
			if (!places.has(target)) wrong.push(`${url}: ${href} leads to no page`);
			else if (place && !places.get(target).has(decodeURIComponent(place))) wrong.push(`${url}: ${href} leads to no place of its page`);
		}
	}
	return wrong;
}

const decode = (text) => text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
