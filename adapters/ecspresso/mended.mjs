// The known defects of ECSpresso 0.22.0, each with changes of dist/index.js that fix it: a text that occurs once, and its
// replacement. The changes show the causes of findings. They are not meant for a release, because they may be slow.

export const defects = {
	// A new entity is shown to every query that there is.
	"exclusion-is-not-updated": [
		[
			"return this.entities.set(j,D),D}registerDispose",
			"this.entities.set(j,D);for(let C of this._queryCache.caches.values())this._queryCache.reeval(j,C);return D}registerDispose",
		],
	],
};
