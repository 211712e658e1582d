// Becsy behind the relspec adapter protocol: node main.mjs [--mended DEFECT]...
import { readFileSync } from "node:fs";
import { serve } from "relspec-adapter-kit";
import { without } from "./library.mjs";
import { Session } from "./session.mjs";

const file = new URL("./node_modules/@lastolivegames/becsy/package.json", import.meta.url);

// Becsy has one kind of query, which is kept up to date; it is held against all three.
const queries = ["query", "not", "or", "star", "any", "prepared", "field_values"];
const world = ["entities", "recycling", "components", "pairs", "pair_data", "wildcards", "exclusive", "dump"];
// A ref has one target. When the target is deleted it becomes null, and its component stays.
const fields = { dead_target: "zero", multi_target: "no" };
const own = ["3", "4", "4.1"].map((n) => ({ name: `becsy-${n.replace(".", "-")}`, base: `flecs-${n}`, fields }));
const info = {
	implementation: ["becsy", ...without.map((name) => `${name} mended`)].join(" with "),
	version: JSON.parse(readFileSync(file, "utf8")).version,
	language: "JavaScript",
	protocol: 1,
	profiles: own.map(({ name }) => name),
	own,
	capabilities: { world, filter: queries, cached: queries, rule: queries },
	// What of these the library has only in part; the driver says of each operation what is missing.
	partly: [...world.filter((name) => name !== "recycling" && name !== "dump"), "query", "not", "or", "star", "any"],
};

serve(info, () => Session.open());
