package mutants

// ancestryMutants break inheritance where the base is three steps up or more.
var ancestryMutants = []Mutant{
	{
		Name: "three-single-bases", Class: "ancestry",
		Breaks: "along a line of bases an id is found three steps up and no further",
		File:   "fast/internal/rules/inherit.go",
		Old: `	for {
		column, count := w.Store.Find(t, AnyBase)
		if count == 0 {`,
		New: `	for steps := 0; ; steps++ {
		column, count := w.Store.Find(t, AnyBase)
		if count == 0 || steps == 3 {`,
	},
	{
		Name: "four-bases-searched", Class: "ancestry",
		Breaks: "where an entity has two bases no more than four are searched for an id",
		File:   "fast/internal/rules/inherit.go",
		Old: `		if !seen.Add(base) {
			continue
		}
		bt := w.Table(base)
		if w.Store.Has(bt, id) {`,
		New: `		if !seen.Add(base) || seen.n > 4 {
			continue
		}
		bt := w.Table(base)
		if w.Store.Has(bt, id) {`,
	},
	{
		Name: "third-base-hides-not", Class: "ancestry", Stands: true,
		Breaks: "an id on the third base of a line does not hide that of the fourth, under a wildcard",
		File:   "fast/internal/rules/inherit.go",
		Old:    `for _, t := range c.tables {`,
		New:    `for _, t := range c.tables[:min(3, len(c.tables))] {`,
	},
	{
		Name: "great-grandchildren-of-a-base", Class: "ancestry",
		Breaks: "a held query sees the change of a base on instances one or two steps below only",
		File:   "fast/internal/query/cache_match.go",
		Old: `			if x.W.Entities[e.Index()].Traits&rules.TraitBase != 0 {
				c.below(x, b, e.Index(), seen)`,
		New: `			if x.W.Entities[e.Index()].Traits&rules.TraitBase != 0 && x.Store.CountOf(store.Pair(rules.IsA.Index(), e.Index())) > 0 && !x.W.HasBases(x.W.Table(base)) {
				c.below(x, b, e.Index(), seen)`,
	},
	{
		Name: "third-subclass-missed", Class: "ancestry",
		Breaks: "of a line of subclasses only three count",
		File:   "fast/internal/query/plan.go",
		Old:    `if seen.Add(e.Index()) {`,
		New:    `if len(x.classes) < from+3 && seen.Add(e.Index()) {`,
	},
	{
		Name: "observers-two-steps-down", Class: "ancestry",
		Breaks: "observers hear of the change of a base on two instances below it, and no more",
		File:   "fast/internal/change/capture.go",
		Old:    `for i := 0; i < len(v.below); i++ {`,
		New:    `for i := 0; i < min(len(v.below), 3); i++ {`,
	},
	{
		Name: "off-above-two-steps", Class: "ancestry",
		Breaks: "an id that is off on a base three steps up is seen by a wildcard",
		File:   "fast/internal/rules/inherit.go",
		Old:    `if !c.hidden(family) && (!c.toggled || !c.w.IsOff(base, id)) {`,
		New:    `if !c.hidden(family) && (!c.toggled || len(c.tables) > 2 || !c.w.IsOff(base, id)) {`,
	},
	{
		Name: "two-bases-traced", Class: "ancestry",
		Breaks: "the bases of an entity are traced up to the third: copies of marks, and the events of values, end there",
		File:   "fast/internal/rules/inherit.go",
		Old:    `for i := from; i < len(to); i++ {`,
		New:    `for i := from; i < min(len(to), from+2); i++ {`,
	},
	{
		Name: "chain-passes-exclusive", Class: "ancestry",
		Breaks: "along a line of bases the target of an exclusive relationship does not hide that of a base further up",
		File:   "fast/internal/rules/inherit.go",
		Old: `		t = w.Table(base)
		if w.Store.Has(t, family) {
			break`,
		New: `		t = w.Table(base)
		if w.Store.Has(t, family) && (family == id || w.OwnsID(t, base, id) || !w.HasBases(t)) {
			break`,
	},
	{
		Name: "subclass-of-what-stands", Class: "ancestry",
		Breaks: "observers hear of a new subclass that entities have, but not of one that has such a subclass",
		File:   "fast/internal/change/capture.go",
		Old:    `fixed && n.fixed[at] || subclasses && w.standsInIDs(at) {`,
		New:    `fixed && n.fixed[at] || subclasses && i == 0 && w.standsInIDs(at) {`,
	},
	{
		Name: "own-target-of-a-base-copied", Class: "ancestry",
		Breaks: "the target of an exclusive relationship that a base owns does not hide that of its base where copies are made",
		File:   "fast/internal/rules/copies.go",
		Old: `		c.tables = append(c.tables, t)
`,
		New: ``,
	},
	{
		Name: "inherited-pairs-lead-nowhere", Class: "ancestry",
		Breaks: "a pair that an entity on the way inherits does not lead on, where the target is known",
		File:   "fast/internal/query/transitive.go",
		Old:    `m.skipOwn && at == start, rules.TraitInherited)`,
		New:    `m.skipOwn && at == start, 0)`,
	},
	{
		Name: "inherited-pairs-expand-nowhere", Class: "ancestry",
		Breaks: "a pair that an entity on the way inherits does not lead on, where the target is open",
		File:   "fast/internal/query/transitive.go",
		Old:    `x.direct(m, x.W.Table(entity), entity, skipOwn, rules.TraitInherited)`,
		New:    `x.direct(m, x.W.Table(entity), entity, skipOwn, 0)`,
	},
	{
		Name: "third-class-no-candidate", Class: "ancestry",
		Breaks: "the tables of the third subclass are not looked at",
		File:   "fast/internal/query/candidates.go",
		Old: `	for i, class := range m.subclasses {
		for _, p`,
		New: `	for i, class := range m.subclasses[:min(2, len(m.subclasses))] {
		for _, p`,
	},
}
