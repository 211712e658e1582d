package mutants

// refusalMutants break the taking back of an operation that is refused by its last consequence.
var refusalMutants = []Mutant{
	{
		Name: "refused-value-is-zero", Class: "late refusal",
		Breaks: "a pair that a refused operation had replaced comes back without its value",
		File:   "fast/internal/rules/undo.go",
		Old:    `if u.value != nil {`,
		New:    `if u.value != nil && w.UndoLog.depth > 0 {`,
	},
	{
		Name: "refused-replacement-order", Class: "late refusal",
		Breaks: "a pair beside the tables that a refused operation had replaced does not come back",
		File:   "fast/internal/rules/raw.go",
		Old:    `undoEntry{kind: undoRemove, index: index, id: old, value: value}, undoEntry{kind: undoAdd, index: index, id: id})`,
		New:    `undoEntry{kind: undoAdd, index: index, id: id}, undoEntry{kind: undoRemove, index: index, id: old, value: value})`,
	},
	{
		Name: "fresh-for-ever", Class: "late refusal",
		Breaks: "what a refused operation did to the entity that was created last is not taken back",
		File:   "fast/internal/rules/undo.go",
		Old: `		w.UndoLog.fresh = 0
`,
		New: ``,
	},
	{
		Name: "refused-mirror-is-gone", Class: "late refusal", Stands: true,
		Breaks: "a refused replacement of a symmetric pair takes the old pair and its mirror",
		File:   "fast/internal/rules/add.go",
		Old: `	mark := w.Begin()
	w.leaveAlone(e, id)
	if old != 0 && w.TraitsOf(id.First())&(TraitSymmetric|TraitAcyclic) == TraitSymmetric {
		// The old mirror goes first; that may take the old pair along. (A mirror of an Acyclic pair always fails.)
		if err := w.detach(e, old); err != nil {
			return w.End(mark, err)
		}
		old, t = 0, w.Table(e.Index())
	}`,
		New: `	if old != 0 && w.TraitsOf(id.First())&(TraitSymmetric|TraitAcyclic) == TraitSymmetric {
		if err := w.detach(e, old); err != nil {
			return err
		}
		old, t = 0, w.Table(e.Index())
	}
	mark := w.Begin()
	w.leaveAlone(e, id)`,
	},
	{
		Name: "refused-toggle-is-on", Class: "late refusal",
		Breaks: "an id that was off, and that a refused operation had replaced, comes back as one that is on",
		File:   "fast/internal/rules/undo.go",
		Old:    `		w.rawOff(u.index, u.id)`,
		New:    `		w.Touch(u.index)`,
	},
	{
		Name: "refused-fact-unindexed", Class: "late refusal",
		Breaks: "a transitive pair that comes back after a refused operation does not lead on any more",
		File:   "fast/internal/rules/raw.go",
		Old: `	w.factAdded(index, id)
	if w.UndoLog.notes(index) {`,
		New: `	if !w.UndoLog.Undoing {
		w.factAdded(index, id)
	}
	if w.UndoLog.notes(index) {`,
	},
	{
		Name: "second-with-refused-in-vain", Class: "late refusal",
		Breaks: "a refusal by the second of two With pairs is not looked at",
		File:   "fast/internal/rules/add.go",
		Old: `		if err := w.AddNow(e, next); err != nil {
			return err
		}
	}
	return nil
}

// replacedBy`,
		New: `		if err := w.AddNow(e, next); err != nil && x == with[0] {
			return err
		}
	}
	return nil
}

// replacedBy`,
	},
	{
		Name: "refused-copies-stay", Class: "late refusal",
		Breaks: "of what an instance copies in a refused operation only the first is taken back",
		File:   "fast/internal/rules/raw.go",
		Old: `		for _, id := range add {
			w.UndoLog.entries`,
		New: `		for _, id := range add[:min(len(add), 2)] {
			w.UndoLog.entries`,
	},
	{
		Name: "refused-parent-keeps-name", Class: "late refusal",
		Breaks: "the name of an entity that a refused operation had moved is found under the new parent",
		File:   "fast/internal/rules/raw.go",
		Old: `	case id.IsPair() && first == ChildOf.Index():
		w.moveName(index, id.Second(), 0)`,
		New: `	case id.IsPair() && first == ChildOf.Index():
		if !w.UndoLog.Undoing {
			w.moveName(index, id.Second(), 0)
		}`,
	},
	{
		Name: "refused-fact-leads", Class: "late refusal",
		Breaks: "a transitive pair that a refused operation had added goes on leading",
		File:   "fast/internal/rules/raw.go",
		Old: `	w.factRemoved(index, id)
	if IsBuiltin(id.First()) {
		w.noticeRemove(index, id)
	}`,
		New: `	if !w.UndoLog.Undoing {
		w.factRemoved(index, id)
	}
	if IsBuiltin(id.First()) {
		w.noticeRemove(index, id)
	}`,
	},
	{
		Name: "refused-death-is-remembered", Class: "late refusal",
		Breaks: "what a refused deletion would have taken along is passed over by the next one",
		File:   "fast/internal/rules/cleanup.go",
		Old: `	for _, index := range d.order {
		w.Entities[index].Traits &^= TraitDoomed
	}`,
		New: `	for i, index := range d.order {
		if d.err == nil || i == 0 {
			w.Entities[index].Traits &^= TraitDoomed
		}
	}`,
	},
	{
		Name: "replaced-fact-leads", Class: "late refusal",
		Breaks: "a transitive pair that an operation of several steps replaces goes on leading",
		File:   "fast/internal/rules/raw.go",
		Old: `	w.rawMove(index, []store.ID{id}, []store.ID{old})
	w.factRemoved(index, old)`,
		New: `	w.rawMove(index, []store.ID{id}, []store.ID{old})
	if !w.UndoLog.notes(index) {
		w.factRemoved(index, old)
	}`,
	},
}
