// The known defects of ECSpresso 0.22.0, each with the change of dist/index.js that mends it: a text that occurs once, and
// what stands in its place. They show what a finding comes from and are no patches for a release: cost is no object.

export const defects = {
	// A new entity is shown to every query that there is.
	"exclusion-is-not-updated": [
		[
			"return this.entities.set(j,D),D}registerDispose",
			"this.entities.set(j,D);for(let C of this._queryCache.caches.values())this._queryCache.reeval(j,C);return D}registerDispose",
		],
	],
};
