package mutants

// deferralMutants break commands that wait, and their reports.
var deferralMutants = []Mutant{
	{
		Name: "last-failure-only", Class: "deferral",
		Breaks: "defer_end reports the last failure only",
		File:   "fast/internal/change/defer.go",
		Old:    `failures = append(failures, w.failure(i, &queue.list[i], err))`,
		New:    `failures = []spec.Failure{w.failure(i, &queue.list[i], err)}`,
	},
	{
		Name: "failure-ends-the-queue", Class: "deferral",
		Breaks: "the commands after one that fails are dropped",
		File:   "fast/internal/change/defer.go",
		Old: `failures = append(failures, w.failure(i, &queue.list[i], err))
`,
		New: `failures = append(failures, w.failure(i, &queue.list[i], err))
			break
`,
	},
	{
		Name: "dead-target-is-a-failure", Class: "deferral",
		Breaks: "a command with an element that died meanwhile is reported in place of being dropped",
		File:   "fast/internal/change/defer.go",
		Old:    `if c.Entity != 0 && !w.Store.Alive(c.Entity) || c.other != 0 && !w.Store.Alive(c.other) || !w.AliveElements(c.ID) {`,
		New:    `if c.Entity != 0 && !w.Store.Alive(c.Entity) {`,
	},
	{
		Name: "deletions-come-last", Class: "deferral",
		Breaks: "deferred deletions are applied after all other commands",
		File:   "fast/internal/change/defer.go",
		Old: `	var failures []spec.Failure
`,
		New: `	slices.SortStableFunc(queue.list, func(a, b Change) int {
		switch {
		case a.Kind != ChangeDelete && b.Kind == ChangeDelete:
			return -1
		case a.Kind == ChangeDelete && b.Kind != ChangeDelete:
			return 1
		}
		return 0
	})
	var failures []spec.Failure
`,
	},
	{
		Name: "inner-end-applies", Class: "deferral",
		Breaks: "the end of an inner deferral applies the commands",
		File:   "fast/internal/change/defer.go",
		Old:    `if d.Depth--; d.Depth > 0 {`,
		New:    `if d.Depth--; d.Depth > 1 {`,
	},
	{
		Name: "deferred-birth-out-of-scope", Class: "deferral",
		Breaks: "an entity that is created while changes are deferred does not get the scope as parent",
		File:   "fast/internal/change/defer.go",
		Old:    `if parent == 0 && !b.Unscoped {`,
		New:    `if parent == 0 && !b.Unscoped && w.Deferral.Depth == 0 {`,
	},
	{
		Name: "toggles-do-not-wait", Class: "deferral",
		Breaks: "toggles are applied at once while changes are deferred",
		File:   "fast/internal/change/operations.go",
		Old:    `case !w.Hooked():`,
		New:    `case !w.Hooked() || w.Deferral.Depth > 0:`,
	},
	{
		Name: "last-value-wins", Class: "deferral",
		Breaks: "of two deferred sets the earlier one sets the later value",
		File:   "fast/engine/defer.go",
		Old:    `q.Set(e.w, entity, id, saved, len(saved.list)-1)`,
		New:    `q.Set(e.w, entity, id, saved, max(0, len(saved.list)-2))`,
	},
	{
		Name: "remove-looks-early", Class: "deferral",
		Breaks: "a deferred remove of an id that the entity does not own yet is dropped at once",
		File:   "fast/internal/change/command.go",
		Old: `	case ChangeSet, ChangeClear, ChangeDelete, ChangeEmit:
	}
	w.Deferral`,
		New: `	case ChangeSet, ChangeClear, ChangeDelete, ChangeEmit:
	}
	if id, ok := w.Pattern(c.ID); c.Kind == ChangeRemove && ok && !w.Has(w.Table(c.Entity.Index()), c.Entity.Index(), id) {
		return nil
	}
	w.Deferral`,
	},
}
