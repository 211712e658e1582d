import assert from "node:assert/strict";
import test from "node:test";
import { broken } from "./links.mjs";

test("a link that leads nowhere is found", () => {
	const pages = [
		{ url: "/a/", content: '<h2 id="x">X</h2> <a href="#x">1</a> <a class="c" href="/relspec/b/#y">2</a> <a href="https://example.org/#z">3</a> <a href="/relspec/play/#v1=abc">4</a> <a href="../b/">5</a>' },
		{ url: "/b/", content: '<p id="y">' },
	];
	assert.deepEqual(broken(pages, "/relspec/"), []);
	for (const href of ["#nope", "/relspec/b/#x", "/relspec/c/", "../c/"]) {
		const planted = [...pages, { url: "/d/", content: `<a href="${href}">6</a>` }];
		assert.equal(broken(planted, "/relspec/").length, 1, href);
	}
});
