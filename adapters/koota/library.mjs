// koota as it is installed, or with known defects mended: --mended DEFECT.
import { readdirSync } from "node:fs";
import { loadMended, mended } from "relspec-adapter-kit";
import { defects } from "./mended.mjs";

export const without = mended(defects);

// core is the file that has all of the library; a hash is part of its name.
function core() {
	const dist = new URL("./node_modules/koota/dist/", import.meta.url);
	return new URL(readdirSync(dist).find((name) => /^chunk-.*\.js$/.test(name)), dist);
}

export const { IsExcluded, Not, Or, createQuery, createWorld, relation, trait } = without.length === 0
	? await import("koota")
	: await loadMended(core(), without.flatMap((name) => defects[name]));
