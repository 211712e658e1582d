// bitECS behind the relspec adapter protocol: node main.mjs [--versioning] [--arrays]
//
// --versioning gives entity ids a version, --arrays keeps the data of relations in an array of values for each pair.
import { readFileSync } from "node:fs";
import { Driver } from "./driver.mjs";
import { serve } from "../kit/serve.mjs";
import { World } from "../kit/world.mjs";

const versioning = process.argv.includes("--versioning");
const arrays = process.argv.includes("--arrays");
const { version } = JSON.parse(readFileSync(new URL("./node_modules/bitecs/package.json", import.meta.url), "utf8"));

// bitECS has one kind of query, which keeps its answer; it is held against all three.
const queries = ["query", "not", "or", "star", "any", "prepared", "field_values"];
const world = [
	"entities", "components", "pairs", "pair_data", "wildcards", "child_of", "exclusive", "cleanup", "prefab", "hierarchy", "dump",
];
const info = {
	implementation: versioning ? "bitecs with versioning" : "bitecs",
	version,
	language: "JavaScript",
	protocol: 1,
	profiles: ["flecs-3", "flecs-4"],
	capabilities: { world, filter: queries, cached: queries, rule: queries },
};

serve(info, () => new World(new Driver({ versioning, arrays })));
