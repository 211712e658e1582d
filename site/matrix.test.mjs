import assert from "node:assert/strict";
import { test } from "node:test";
import { matrix } from "./matrix.mjs";

const engine = (areas) => ({ name: "E", areas: Object.entries(areas).map(([name, counts]) => ({ name, counts: Object.entries(counts).map(([verdict, number]) => ({ verdict, number })) })) });

test("answers are counted by area, and what an engine does not support is not", () => {
	const rows = matrix([engine({ "cleanup/cascades": { passed: 1999, known: 1, unsupported: 7 }, "cleanup/order": { unsupported: 3 } }), engine({ L0: { agree: 2 }, L1: { agree: 1, declared: 1 } })]);
	assert.deepEqual(rows, [
		{ name: "cleanup", cells: [{ right: 1999, asked: 2000, percent: "99.9" }, null] },
		{ name: "random worlds", cells: [null, { right: 3, asked: 4, percent: "75.0" }] },
	]);
	assert.throws(() => matrix([engine({ novelty: { agree: 1 } })]), /no area for novelty/);
});
