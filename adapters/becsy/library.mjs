// Becsy as it is installed, or with known defects mended: --mended DEFECT. Node cannot import names from its main file,
// which is UMD.
import { fileURLToPath } from "node:url";
import { loadMended, mended } from "relspec-adapter-kit";

// The known defects of Becsy 0.16.0, each with the change that mends it.
const defects = {
	// An entity leaves a list of back references with its last reference.
	"several-fields": [["return !this.tags.length;", "return !set.length;"]],
};

export const without = mended(defects);
const file = fileURLToPath(new URL("./node_modules/@lastolivegames/becsy/lib/index.js", import.meta.url));
export const { System, Type, World } = await loadMended(file, without.flatMap((name) => defects[name]));
