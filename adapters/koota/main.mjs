// koota behind the relspec adapter protocol: node main.mjs [--mended DEFECT]...
//
// --mended changes the lines of the library that a known defect comes from.
import { readFileSync } from "node:fs";
import { Driver } from "./driver.mjs";
import { without } from "./library.mjs";
import { World, serve } from "relspec-adapter-kit";

const { version } = JSON.parse(readFileSync(new URL("./node_modules/koota/package.json", import.meta.url), "utf8"));

// koota has one kind of query, which keeps its answer; it is held against all three.
const queries = ["query", "not", "or", "star", "any", "prepared", "field_values"];
const world = [
	"entities", "recycling", "components", "pairs", "pair_data", "wildcards", "child_of", "exclusive", "cleanup", "disabled", "dump",
];
// What of these the library has only in part; the driver says of each operation what is missing.
const partly = [
	"entities", "components", "pairs", "pair_data", "wildcards", "child_of", "exclusive", "disabled", "query", "not", "or", "star",
];
const info = {
	implementation: ["koota", ...without.map((name) => `${name} mended`)].join(" with "),
	version,
	language: "JavaScript",
	protocol: 1,
	profiles: ["flecs-3", "flecs-4"],
	capabilities: { world, filter: queries, cached: queries, rule: queries },
	partly,
};

serve(info, () => new World(new Driver()));
