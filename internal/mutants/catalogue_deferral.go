package mutants

// deferralFaults break commands that wait, and what they report.
var deferralFaults = []Mutant{
	{
		Name: "last-failure-only", Class: "deferral",
		Breaks: "defer_end reports the last failure only",
		File:   "fast/defer.go",
		Old:    `failures = append(failures, w.failure(i, &queue.list[i], err))`,
		New:    `failures = []spec.Failure{w.failure(i, &queue.list[i], err)}`,
	},
	{
		Name: "failure-ends-the-queue", Class: "deferral",
		Breaks: "the commands after one that fails are dropped",
		File:   "fast/defer.go",
		Old: `failures = append(failures, w.failure(i, &queue.list[i], err))
`,
		New: `failures = append(failures, w.failure(i, &queue.list[i], err))
			break
`,
	},
	{
		Name: "dead-target-is-a-failure", Class: "deferral",
		Breaks: "a command with an element that died meanwhile is reported in place of being dropped",
		File:   "fast/defer.go",
		Old:    `if c.entity != 0 && !w.st.Alive(c.entity) || !w.aliveElements(c.id) {`,
		New:    `if c.entity != 0 && !w.st.Alive(c.entity) {`,
	},
	{
		Name: "deletions-come-last", Class: "deferral",
		Breaks: "deferred deletions are applied after all other commands",
		File:   "fast/defer.go",
		Old: `	var failures []spec.Failure
`,
		New: `	slices.SortStableFunc(queue.list, func(a, b change) int {
		switch {
		case a.kind != changeDelete && b.kind == changeDelete:
			return -1
		case a.kind == changeDelete && b.kind != changeDelete:
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
		File:   "fast/defer.go",
		Old:    `if d.depth--; d.depth > 0 {`,
		New:    `if d.depth--; d.depth > 1 {`,
	},
	{
		Name: "deferred-birth-out-of-scope", Class: "deferral",
		Breaks: "an entity that is created while changes are deferred does not get the scope as parent",
		File:   "fast/defer.go",
		Old:    `if parent == 0 && !b.unscoped {`,
		New:    `if parent == 0 && !b.unscoped && w.deferral.depth == 0 {`,
	},
	{
		Name: "toggles-do-not-wait", Class: "deferral",
		Breaks: "toggles are applied at once while changes are deferred",
		File:   "fast/toggle.go",
		Old:    `case !w.hooked():`,
		New:    `case !w.hooked() || w.deferral.depth > 0:`,
	},
	{
		Name: "last-value-wins", Class: "deferral",
		Breaks: "of two deferred sets the earlier one sets the later value",
		File:   "fast/engine_defer.go",
		Old:    `q.set(e.w, entity, id, kept, len(kept.list)-1)`,
		New:    `q.set(e.w, entity, id, kept, max(0, len(kept.list)-2))`,
	},
	{
		Name: "remove-looks-early", Class: "deferral",
		Breaks: "a deferred remove of an id that the entity does not own yet is dropped at once",
		File:   "fast/command.go",
		Old: `	case changeSet, changeClear, changeDelete:
	}
	w.deferral`,
		New: `	case changeSet, changeClear, changeDelete:
	}
	if c.kind == changeRemove && !w.Has(c.entity, c.id) {
		return nil
	}
	w.deferral`,
	},
}
