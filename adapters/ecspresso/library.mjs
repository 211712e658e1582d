// ECSpresso as it is installed, or with known defects mended: --mended DEFECT.
import { loadMended, mended } from "relspec-adapter-kit";
import { defects } from "./mended.mjs";

export const without = mended(defects);

export const { default: ECSpresso } = without.length === 0
	? await import("ecspresso")
	: await loadMended(new URL("./node_modules/ecspresso/dist/index.js", import.meta.url), without.flatMap((name) => defects[name]));
