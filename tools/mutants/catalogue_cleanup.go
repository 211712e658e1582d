package mutants

// cleanupMutants break deletion, its policies and the reuse of ids.
var cleanupMutants = []Mutant{
	{
		Name: "cascade-first-of-table", Class: "cleanup",
		Breaks: "a Delete policy takes only the first entity of a table along",
		File:   "fast/internal/rules/cleanup.go",
		Old: `for _, e := range w.Store.Entities(p.Table) {
				d.mark(e.Index())`,
		New: `if e := w.Store.Entities(p.Table)[0]; true {
				d.mark(e.Index())`,
	},
	{
		Name: "panic-of-a-cascade", Class: "cleanup",
		Breaks: "Panic refuses only what is deleted itself, not what a cascade reaches",
		File:   "fast/internal/rules/cleanup.go",
		Old: `func (d *deletion) refuse() {
	if d.err == nil {`,
		New: `func (d *deletion) refuse() {
	if d.err == nil && len(d.order) == 1 {`,
	},
	{
		Name: "on-delete-forgets-pairs", Class: "cleanup",
		Breaks: "OnDelete Delete of a relationship does not concern its pairs",
		File:   "fast/internal/rules/cleanup.go",
		Old:    `d.markOwners(store.Pair(index, store.Wildcard))`,
		New:    ``,
	},
	{
		Name: "loose-pairs-dangle", Class: "cleanup",
		Breaks: "pairs beside the tables to a deleted target stay",
		File:   "fast/internal/rules/cleanup.go",
		Old: `w.stripNonFragmenting(id)
`,
		New: ``,
	},
	{
		Name: "loose-policy-ignored", Class: "cleanup",
		Breaks: "OnDeleteTarget Delete is ignored for pairs beside the tables",
		File:   "fast/internal/rules/cleanup.go",
		Old:    `for _, source := range sources {`,
		New:    `for _, source := range sources[:0] {`,
	},
	{
		Name: "child-name-stays", Class: "cleanup",
		Breaks: "the name of a deleted child stays taken below its parent",
		File:   "fast/internal/rules/raw.go",
		Old:    `delete(w.names.by, nameKey{w.ParentOf(index), w.names.of[index]})`,
		New:    `delete(w.names.by, nameKey{0, w.names.of[index]})`,
	},
	{
		Name: "cascade-names-stay", Class: "cleanup",
		Breaks: "names below a deleted parent are found below the entity that takes over its id",
		File:   "fast/internal/rules/cleanup.go",
		Old: `d.loseNames(t)
`,
		New: ``,
	},
	{
		Name: "loose-panic-ignored", Class: "cleanup",
		Breaks: "OnDeleteTarget Panic is ignored for pairs beside the tables",
		File:   "fast/internal/rules/cleanup.go",
		Old: `	switch d.w.policy(relationship, OnDeleteTarget) {
	case Panic:
		d.refuse()
	case Delete:
		for _, source`,
		New: `	switch d.w.policy(relationship, OnDeleteTarget) {
	case Panic:
	case Delete:
		for _, source`,
	},
	{
		Name: "scope-of-the-dead", Class: "cleanup",
		Breaks: "deleting the scope does not reset it",
		File:   "fast/internal/rules/raw.go",
		Old:    `if w.Scope == e {`,
		New:    `if w.Scope == e && w.UndoLog.On() {`,
	},
	{
		Name: "generation-not-raised", Class: "cleanup",
		Breaks: "a deleted id is given out again with the same generation",
		File:   "fast/internal/store/entity.go",
		Old:    `s.free(index, e.Generation()+1)`,
		New:    `s.free(index, e.Generation())`,
	},
	{
		Name: "on-delete-of-loose", Class: "cleanup",
		Breaks: "OnDelete is not asked where nothing in a table mentions the deleted",
		File:   "fast/internal/rules/cleanup.go",
		Old:    `if !w.Store.Mentioned(e.Index()) && w.TraitsOf(e.Index())&TraitOnDelete == 0 {`,
		New:    `if !w.Store.Mentioned(e.Index()) {`,
	},
	{
		Name: "policy-last-target", Class: "cleanup",
		Breaks: "of the pairs with a deleted target only the first relationship's policy is asked",
		File:   "fast/internal/rules/cleanup.go",
		Old:    `at = w.Store.Next(p.Table, pattern, at+1)`,
		New:    `at = -1`,
	},
	{
		Name: "clear-keeps-name", Class: "cleanup",
		Breaks: "clear leaves the name",
		File:   "fast/internal/rules/remove.go",
		Old:    `w.RawName(e.Index(), "")`,
		New:    ``,
	},
	{
		Name: "delete-with-first", Class: "cleanup",
		Breaks: "delete_with deletes only the first match",
		File:   "fast/internal/rules/cleanup.go",
		Old: `return w.deleteList(list)
}`,
		New: `return w.deleteList(list[:min(1, len(list))])
}`,
	},
}
