package mutants

// actsMutants carry out acts at another time, in another order, or not at all.
var actsMutants = []Mutant{
	{
		Name: "acts-as-told", Class: "acts", Stands: true,
		Breaks: "acts are given in the order in which observers are told, not by entity",
		File:   "fast/engine/acts.go",
		Old:    `return cmp.Or(e.w.CompareEntities(a.event.Entity.Index(), b.event.Entity.Index()), cmp.Compare(a.observer.number, b.observer.number))`,
		New:    `return cmp.Or(0*e.w.CompareEntities(a.event.Entity.Index(), b.event.Entity.Index()), cmp.Compare(a.observer.number, b.observer.number))`,
	},
	{
		Name: "youngest-acts-first", Class: "acts",
		Breaks: "of two observers of an event the younger one acts first",
		File:   "fast/engine/acts.go",
		Old:    `cmp.Compare(a.observer.number, b.observer.number))`,
		New:    `cmp.Compare(b.observer.number, a.observer.number))`,
	},
	{
		Name: "acts-after-release", Class: "acts",
		Breaks: "an observer that was released by an act goes on to act for other events of the operation",
		File:   "fast/engine/acts.go",
		Old:    `if t.observer.released {`,
		New:    `if t.observer.released && t.event.Observer == nil {`,
	},
	{
		Name: "act-forgets-source", Class: "acts",
		Breaks: "$src is the entity of the event where another one has the id",
		File:   "fast/engine/acts.go",
		Old:    `if of = event.Source; of == 0 {`,
		New:    `if of = event.Source; true {`,
	},
	{
		Name: "one-turn-less", Class: "acts",
		Breaks: "acts may cause each other one time less than they may",
		File:   "fast/engine/acts.go",
		Old:    `case e.w.Observers.Nesting > limits.Nesting:`,
		New:    `case e.w.Observers.Nesting >= limits.Nesting:`,
	},
	{
		Name: "acts-counted-for-ever", Class: "acts",
		Breaks: "the acts of a deferral are counted together and not for each of its commands",
		File:   "fast/engine/acts.go",
		Old:    `if e.w.Observers.Nesting == 1 {`,
		New:    `if e.w.Observers.Nesting == 1 && len(e.acting.told) > 0 {`,
	},
	{
		Name: "orphan-hears-its-acts", Class: "acts",
		Breaks: "an observer that ends with its parent hears of what is carried out after the deletion",
		File:   "fast/internal/change/dispatch.go",
		Old: `	release(orphans)
	if v.Told != nil {
`,
		New: `	defer release(orphans)
	if v.Told != nil {
`,
	},
	{
		Name: "failed-act-untold", Class: "acts",
		Breaks: "an act that errs when it is applied is in no list of failures",
		File:   "fast/internal/change/dispatch.go",
		Old: `	for _, f := range failures {
		v.fail(f)
`,
		New: `	for _, f := range failures[:0] {
		v.fail(f)
`,
	},
	{
		Name: "acts-through-locks", Class: "acts",
		Breaks: "the changes of callbacks may move entities out of the table on which an iterator stands",
		File:   "fast/internal/change/locks.go",
		Old:    "	if len(w.Locked) == 0 {\n		return w.applyLate(c, values)\n",
		New:    "	if len(w.Locked) == 0 || w.Observers.Nesting > 0 {\n		return w.applyLate(c, values)\n",
	},
	{
		Name: "second-wake-lost", Class: "acts",
		Breaks: "what the changes of callbacks cause is told to nobody from the third turn on",
		File:   "fast/internal/change/dispatch.go",
		Old: `	v.Nesting++
	return true`,
		New: `	v.Nesting++
	if v.Nesting > 3 {
		v.Nesting--
		return false
	}
	return true`,
	},
}
