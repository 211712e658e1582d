package mutants

// togglesMutants break ids that are switched off.
var togglesMutants = []Mutant{
	{
		Name: "held-query-sees-toggled", Class: "toggles",
		Breaks: "a held query that keeps its matches does not see toggles",
		File:   "fast/internal/query/cache.go",
		Old:    `if c == nil || !q.cacheable() || Hides(&q.W.Toggles, q) {`,
		New:    `if c == nil || !q.cacheable() {`,
	},
	{
		Name: "toggle-lost-on-move", Class: "toggles",
		Breaks: "what is off is on again when the entity moves to another table",
		File:   "fast/internal/rules/toggle.go",
		Old:    `if id := ids[i]; !w.OwnsID(t, index, id) {`,
		New:    `if id := ids[i]; w.Store.InUse(t) {`,
	},
	{
		Name: "toggle-survives-removal", Class: "toggles",
		Breaks: "an id that was off when it was removed is off when it is added again",
		File:   "fast/internal/rules/toggle.go",
		Old:    `if id := ids[i]; !w.OwnsID(t, index, id) {`,
		New:    `if id := ids[i]; !w.OwnsID(t, index, id) && id.IsPair() {`,
	},
	{
		Name: "toggled-subclass-seen", Class: "toggles",
		Breaks: "a query for a component sees a subclass that is off",
		File:   "fast/internal/rules/toggle.go",
		Old:    `return g.Hides(first) || subclasses && w.Store.Alive(first) && w.TraitsOf(first.Index())&TraitBase != 0`,
		New:    `return g.Hides(first)`,
	},
	{
		Name: "climb-over-toggled", Class: "toggles",
		Breaks: "up goes on through a pair that is off",
		File:   "fast/internal/query/traverse.go",
		Old:    `if x.Toggled && x.W.IsOff(index, store.Pair(m.Traversal.Relation.Index(), at)) || !seen.Add(at) {`,
		New:    `if !seen.Add(at) {`,
	},
	{
		Name: "toggled-stops-hiding", Class: "toggles",
		Breaks: "an own id that is off no longer hides what the bases have of it",
		File:   "fast/internal/rules/toggle.go",
		Old: `	if own {
		c.tables`,
		New: `	if own && w.Entities[index].Traits&TraitToggled == 0 {
		c.tables`,
	},
	{
		Name: "snapshot-shares-toggles", Class: "toggles",
		Breaks: "toggles change in a snapshot that was taken before",
		File:   "fast/internal/rules/toggle.go",
		Old:    `c.list[i].ids = slices.Clone(c.list[i].ids)`,
		New:    `c.list = g.list[:max(len(g.list), i)]`,
	},
	{
		Name: "mixed-table-by-first-row", Class: "toggles",
		Breaks: "entities of one table match alike where only some of them have an id off",
		File:   "fast/internal/query/toggle.go",
		Old:    `return x.Toggled && x.W.Toggles.In(t) > 0 }`,
		New:    `return x.Toggled && x.W.Toggles.In(t) > 1 }`,
	},
	{
		Name: "toggle-of-the-last", Class: "toggles",
		Breaks: "once the ids of an entity are on again, those of another are on that were switched off last",
		File:   "fast/internal/rules/toggle.go",
		Old:    `g.place[g.list[at].index] = at + 1`,
		New: `g.place[g.list[at].index] = 0
		w.Entities[g.list[at].index].Traits &^= TraitToggled`,
	},
}
