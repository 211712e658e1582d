// bitECS as it is installed, or with known defects mended: --mended DEFECT.
import { loadMended, mended } from "relspec-adapter-kit";
import { defects } from "./mended.mjs";

export const without = mended(defects);

export const {
	Not, Or, Wildcard, addComponent, addEntity, addPrefab, createEntityIndex, createRelation, createWorld, entityExists,
	getEntityComponents, getHierarchyDepth, getRelationTargets, hasComponent, query, removeComponent, removeEntity,
	withVersioning,
} = without.length === 0
	? await import("bitecs")
	: await loadMended(new URL("./node_modules/bitecs/dist/core/index.mjs", import.meta.url), without.flatMap((name) => defects[name]));
