package mutants

// cachingMutants make kept queries differ from new ones.
var cachingMutants = []Mutant{
	{
		Name: "new-tables-missed", Class: "caching",
		Breaks: "a held query does not learn of tables that come back with other targets",
		File:   "fast/internal/rules/changelog.go",
		Old:    `case store.TableRetargeted, store.TableParked:`,
		New:    `case store.TableParked:`,
	},
	{
		Name: "created-tables-missed", Class: "caching", Released: "Flecs 3.2.12",
		Breaks: "a held query does not learn of new tables",
		File:   "fast/internal/rules/changelog.go",
		Old:    `case store.TableCreated, store.TableRemoved:`,
		New:    `case store.TableRemoved:`,
	},
	{
		Name: "base-change-missed", Class: "caching",
		Breaks: "a held query does not see that a base has got or lost ids, unless it is an instance itself",
		File:   "fast/internal/rules/changelog.go",
		Old:    `if w.Logging && t&TraitBase != 0 {`,
		New:    `if w.Logging && t&TraitBase != 0 && w.HasBases(w.Table(index)) {`,
	},
	{
		Name: "grandchildren-of-a-base", Class: "caching",
		Breaks: "a held query sees the change of a base on direct instances only",
		File:   "fast/internal/query/cache_match.go",
		Old:    `c.below(x, b, e.Index(), seen)`,
		New:    `_ = seen`,
	},
	{
		Name: "fixed-source-moved", Class: "caching",
		Breaks: "a held query does not see that a fixed source has changed",
		File:   "fast/internal/query/cache.go",
		Old:    `c.fixed[i] == q.tableOf(t.Src.Entity)`,
		New:    `c.fixed[i] != store.NoTable`,
	},
	{
		Name: "swap-forgets-table", Class: "caching",
		Breaks: "a held query gives wrong entities after a table of it has gone",
		File:   "fast/internal/query/cache.go",
		Old:    `c.matches[i].Table = c.matches[last].Table`,
		New:    ``,
	},
	{
		Name: "swap-forgets-match", Class: "caching",
		Breaks: "a held query whose matches share their fields gives wrong entities after a table of it has gone",
		File:   "fast/internal/query/cache.go",
		Old:    `c.matches[i] = c.matches[last]`,
		New:    ``,
	},
	{
		Name: "alike-by-number", Class: "caching",
		Breaks: "a table that is matched again takes the columns of the match before, whatever it has",
		File:   "fast/internal/query/cache_match.go",
		Old:    `c.shares && from >= n && slices.Equal(c.fields[from-n:from], c.fields[from:])`,
		New:    `c.shares && from >= n`,
	},
	{
		Name: "properties-missed", Class: "caching",
		Breaks: "a held query does not see that a relationship has got or lost a property",
		File:   "fast/internal/query/cache_match.go",
		Old:    `c.epoch != w.Epoch || c.traits != w.TraitChanges ||`,
		New:    `c.epoch != w.Epoch ||`,
	},
	{
		Name: "restore-missed", Class: "caching", Released: "an engine whose author compared it",
		Breaks: "a held query answers about the world before restore",
		File:   "fast/internal/rules/snapshot.go",
		Old: `	w.TraitChanges++
	w.Store.Subscribe(w.tableEvent)
	w.Hierarchy++
	w.restored()
`,
		New: `	w.Store.Subscribe(w.tableEvent)
	w.Hierarchy++
`,
	},
	{
		Name: "transitive-kept", Class: "caching",
		Breaks: "a held query for a transitive relationship is not matched anew",
		File:   "fast/internal/query/cache.go",
		Old:    `traits&(rules.TraitTransitive|rules.TraitReflexive) != 0 {`,
		New:    `traits&rules.TraitReflexive != 0 {`,
	},
	{
		Name: "subclasses-kept", Class: "caching",
		Breaks: "a held query for a component with subclasses is not matched anew",
		File:   "fast/internal/query/cache.go",
		Old:    `if q.Subclasses && traits&rules.TraitBase != 0 &&`,
		New:    `if q.Subclasses && traits&rules.TraitBase != 0 && traits&rules.TraitComponent == 0 &&`,
	},
}
