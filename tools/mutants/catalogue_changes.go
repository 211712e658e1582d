package mutants

// changesMutants break change detection.
var changesMutants = []Mutant{
	{
		Name: "moves-are-no-change", Class: "changes",
		Breaks: "changed does not see that entities came into a table or left it",
		File:   "fast/internal/change/tracking.go",
		Old:    `if !seen || table.Rows > at {`,
		New:    `if !seen {`,
	},
	{
		Name: "gone-tables-are-no-change", Class: "changes",
		Breaks: "changed does not see that a table has no rows any more",
		File:   "fast/internal/change/tracking.go",
		Old:    `if _, there := now.Data[table]; !there {`,
		New:    `if _, there := now.Data[table]; !there && len(now.list) == 0 {`,
	},
	{
		Name: "set-is-no-change", Class: "changes",
		Breaks: "a value that is set is not marked as written",
		File:   "fast/internal/change/operations.go",
		Old:    `w.Watch.Written(w, e, id)`,
		New:    `_ = w.Watch.On`,
	},
	{
		Name: "inout-writes-nothing", Class: "changes",
		Breaks: "rows with an inout field are not marked as written",
		File:   "fast/internal/change/tracking.go",
		Old:    `(access == spec.AccessInOut || access == spec.AccessOut)`,
		New:    `access == spec.AccessOut`,
	},
	{
		Name: "own-writes-are-seen", Class: "changes",
		Breaks: "a query with inout fields does not see what its own iteration wrote",
		File:   "fast/internal/change/tracking.go",
		Old:    `t.Seen[table] = t.w.Watch.Clock }`,
		New:    `t.Seen[table] = t.w.Watch.Clock + 1 }`,
	},
	{
		Name: "untouched-is-ignored", Class: "changes",
		Breaks: "untouched does not keep fields from being marked as written",
		File:   "fast/engine/changes.go",
		Old:    `if !op.Untouched {`,
		New:    `if !op.Untouched || !op.Changes {`,
	},
	{
		Name: "inherited-writes-unseen", Class: "changes",
		Breaks: "changed does not see that a value on a base was written",
		File:   "fast/internal/change/tracking.go",
		Old:    `return DataRef{w.Watch.StateOf(w, owner), id}, owner, access, true`,
		New:    `return DataRef{w.Watch.StateOf(w, this), id}, owner, access, true`,
	},
}
