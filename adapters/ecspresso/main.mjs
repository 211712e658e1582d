// ECSpresso behind the relspec adapter protocol: node main.mjs [--mended DEFECT]...
import { readFileSync } from "node:fs";
import { World, serve } from "relspec-adapter-kit";
import { Driver } from "./driver.mjs";
import { without } from "./library.mjs";

const { version } = JSON.parse(readFileSync(new URL("./node_modules/ecspresso/package.json", import.meta.url), "utf8"));

// ECSpresso has one kind of query, which keeps its answer; it is held against all three.
const queries = ["query", "not", "prepared", "field_values"];
const world = ["entities", "recycling", "components", "pairs", "wildcards", "child_of", "hierarchy", "dump"];
const info = {
	implementation: ["ecspresso", ...without.map((name) => `${name} mended`)].join(" with "),
	version,
	language: "JavaScript",
	protocol: 1,
	profiles: ["flecs-3", "flecs-4"],
	capabilities: { world, filter: queries, cached: queries, rule: queries },
	// What of these the library has only in part; the driver says of each operation what is missing.
	partly: ["entities", "components", "pairs", "wildcards", "child_of", "hierarchy", "query", "not"],
};

serve(info, () => new World(new Driver()));
