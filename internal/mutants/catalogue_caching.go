package mutants

// cachingFaults make kept queries differ from new ones.
var cachingFaults = []Mutant{
	{
		Name: "new-tables-missed", Class: "caching",
		Breaks: "a held query does not learn of tables that come back with other targets",
		File:   "fast/cache.go",
		Old:    `case store.TableRetargeted, store.TableParked:`,
		New:    `case store.TableParked:`,
	},
	{
		Name: "created-tables-missed", Class: "caching",
		Breaks: "a held query does not learn of new tables",
		File:   "fast/cache.go",
		Old:    `case store.TableCreated, store.TableRemoved:`,
		New:    `case store.TableRemoved:`,
	},
	{
		Name: "base-change-missed", Class: "caching",
		Breaks: "a held query does not see that a base has got or lost ids, unless it is an instance itself",
		File:   "fast/cache.go",
		Old:    `if w.logging && t&traitBase != 0 {`,
		New:    `if w.logging && t&traitBase != 0 && w.hasBases(w.table(index)) {`,
	},
	{
		Name: "grandchildren-of-a-base", Class: "caching",
		Breaks: "a held query sees the change of a base on direct instances only",
		File:   "fast/cache_match.go",
		Old:    `c.below(x, b, e.Index(), seen)`,
		New:    `_ = seen`,
	},
	{
		Name: "fixed-source-moved", Class: "caching",
		Breaks: "a held query does not see that a fixed source has changed",
		File:   "fast/cache.go",
		Old:    `c.fixed[i] == q.tableOf(t.src.entity)`,
		New:    `c.fixed[i] != store.NoTable`,
	},
	{
		Name: "swap-forgets-table", Class: "caching",
		Breaks: "a held query gives wrong entities after a table of it has gone",
		File:   "fast/cache.go",
		Old:    `c.matches[i].table = c.matches[last].table`,
		New:    ``,
	},
	{
		Name: "properties-missed", Class: "caching",
		Breaks: "a held query does not see that a relationship has got or lost a property",
		File:   "fast/cache_match.go",
		Old:    `c.epoch != w.epoch || c.traits != w.traitChanges ||`,
		New:    `c.epoch != w.epoch ||`,
	},
	{
		Name: "restore-missed", Class: "caching",
		Breaks: "a held query answers about the world before restore",
		File:   "fast/snapshot.go",
		Old: `	w.traitChanges++
	w.st.Subscribe(w.tableEvent)
	w.hierarchy++
	w.restored()
`,
		New: `	w.st.Subscribe(w.tableEvent)
	w.hierarchy++
`,
	},
	{
		Name: "transitive-kept", Class: "caching",
		Breaks: "a held query for a transitive relationship is not matched anew",
		File:   "fast/cache.go",
		Old:    `traits&(traitTransitive|traitReflexive) != 0 {`,
		New:    `traits&traitReflexive != 0 {`,
	},
	{
		Name: "subclasses-kept", Class: "caching",
		Breaks: "a held query for a component with subclasses is not matched anew",
		File:   "fast/cache.go",
		Old:    `if q.subclasses && traits&traitBase != 0 &&`,
		New:    `if q.subclasses && traits&traitBase != 0 && traits&traitComponent == 0 &&`,
	},
}
