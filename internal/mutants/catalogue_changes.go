package mutants

// changesFaults break change detection.
var changesFaults = []Mutant{
	{
		Name: "moves-are-no-change", Class: "changes",
		Breaks: "changed does not see that entities came into a table or left it",
		File:   "fast/tracking.go",
		Old:    `if !seen || table.rows > at {`,
		New:    `if !seen {`,
	},
	{
		Name: "gone-tables-are-no-change", Class: "changes",
		Breaks: "changed does not see that a table has no rows any more",
		File:   "fast/tracking.go",
		Old:    `if _, there := now.data[table]; !there {`,
		New:    `if _, there := now.data[table]; !there && len(now.list) == 0 {`,
	},
	{
		Name: "set-is-no-change", Class: "changes",
		Breaks: "a value that is set is not marked as written",
		File:   "fast/typed_component.go",
		Old:    `w.watch.written(w, e, id)`,
		New:    `_ = w.watch.on`,
	},
	{
		Name: "inout-writes-nothing", Class: "changes",
		Breaks: "rows with an inout field are not marked as written",
		File:   "fast/tracking.go",
		Old:    `(access == spec.AccessInOut || access == spec.AccessOut)`,
		New:    `access == spec.AccessOut`,
	},
	{
		Name: "own-writes-are-seen", Class: "changes",
		Breaks: "a query with inout fields does not see what its own iteration wrote",
		File:   "fast/tracking.go",
		Old:    `t.seen[table] = t.w.watch.clock }`,
		New:    `t.seen[table] = t.w.watch.clock + 1 }`,
	},
	{
		Name: "untouched-is-ignored", Class: "changes",
		Breaks: "untouched does not keep fields from being marked as written",
		File:   "fast/engine_changes.go",
		Old:    `if !op.Untouched {`,
		New:    `if !op.Untouched || !op.Changes {`,
	},
	{
		Name: "inherited-writes-unseen", Class: "changes",
		Breaks: "changed does not see that a value on a base was written",
		File:   "fast/tracking.go",
		Old:    `return dataRef{w.watch.stateOf(w, owner), id}, access, true`,
		New:    `return dataRef{w.watch.stateOf(w, this), id}, access, true`,
	},
}
