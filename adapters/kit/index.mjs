// What adapters in JavaScript share: serve answers requests, World translates operations into calls of a driver, the rest helps.
export { argumentsOf, reserved } from "./catalogue.mjs";
export { loadMended, mended } from "./mend.mjs";
export { compareIds, compareText, isProperty } from "./properties.mjs";
export { Refusal, refuse, unsupported } from "./refusal.mjs";
export { rows } from "./rows.mjs";
export { serve } from "./serve.mjs";
export { compile } from "./terms.mjs";
export { HandleTable } from "./handles.mjs";
export { checkMembers, complete, zero } from "./values.mjs";
export { World } from "./world.mjs";
