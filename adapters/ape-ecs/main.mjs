// Ape-ECS behind the relspec adapter protocol: node main.mjs [--mended DEFECT]...
import { readFileSync } from "node:fs";
import { World, serve } from "relspec-adapter-kit";
import { Driver } from "./driver.mjs";
import { without } from "./library.mjs";

const { version } = JSON.parse(readFileSync(new URL("./node_modules/ape-ecs/package.json", import.meta.url), "utf8"));

// Ape-ECS has one kind of query, kept up to date if it is persisted; it is held against all three.
const queries = ["query", "not", "or", "star", "prepared", "field_values"];
const world = ["entities", "recycling", "components", "pairs", "wildcards", "dump"];
const info = {
	implementation: ["ape-ecs", ...without.map((name) => `${name} mended`)].join(" with "),
	version,
	language: "JavaScript",
	protocol: 1,
	profiles: ["ape"],
	// A reference to a destroyed entity becomes null, and the component stays.
	own: [{ name: "ape", base: "flecs-3", fields: { dead_target: "zero" } }],
	capabilities: { world, filter: queries, cached: queries, rule: queries },
	// What of these the library has only in part; the driver says of each operation what is missing.
	partly: ["entities", "recycling", "components", "pairs", "wildcards", "query", "not", "or", "star", "prepared"],
};

serve(info, () => new World(new Driver()));
