import assert from "node:assert/strict";
import { test } from "node:test";
import { matching } from "./src/assets/find.mjs";

const clauses = [
	{ name: "source.dead", title: "A dead source" },
	{ name: "cleanup.dead-target", title: "A dead target leaves no pairs" },
	{ name: "operator.not", title: "Not" },
	{ name: "text.notation", title: "How a term is written" },
];
const names = (text) => matching(clauses, text).map((c) => c.name);

test("a clause is found by all words of its title and name", () => {
	assert.deepEqual(names("dead"), ["source.dead", "cleanup.dead-target"]);
	assert.deepEqual(names("target dead"), ["cleanup.dead-target"]);
	assert.deepEqual(names("cleanup.dead"), ["cleanup.dead-target"]);
	assert.deepEqual(names("alive"), []);
	assert.deepEqual(names(" "), []);
});

test("the beginning of a title counts more than a part of a word", () => {
	assert.deepEqual(names("not"), ["operator.not", "text.notation"]);
	assert.equal(matching(clauses, "a", 2).length, 2);
});
