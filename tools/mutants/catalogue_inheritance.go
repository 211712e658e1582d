package mutants

// inheritanceMutants break the ids that instances find on their bases, and those that they get copies of.
var inheritanceMutants = []Mutant{
	{
		Name: "second-base-unseen", Class: "inheritance",
		Breaks: "with two bases only the first is looked at for a constant id",
		File:   "fast/internal/rules/inherit.go",
		Old: `if count > 1 {
			var seen Visits`,
		New: `if count > 2 {
			var seen Visits`,
	},
	{
		Name: "first-base-unnoticed", Class: "inheritance",
		Breaks: "the world does not notice its first instance unless the base is a prefab",
		File:   "fast/internal/rules/reach.go",
		Old:    `		w.Instances = true`,
		New:    `		w.Instances = w.Instances || w.OwnsPrefab(id.Second())`,
	},
	{
		Name: "own-exclusive-hides-not", Class: "inheritance",
		Breaks: "has finds an inherited target of an exclusive relationship behind an own one",
		File:   "fast/internal/rules/inherit.go",
		Old:    `if id.IsPair() && w.TraitsOf(id.First())&TraitExclusive != 0 && w.Store.Has(t, store.Pair(id.First(), store.Wildcard)) {`,
		New:    `if id.IsPair() && w.TraitsOf(id.First())&TraitUnion != 0 && w.Store.Has(t, store.Pair(id.First(), store.Wildcard)) {`,
	},
	{
		Name: "query-exclusive-hides-not", Class: "inheritance",
		Breaks: "a query finds an inherited target of an exclusive relationship behind an own one",
		File:   "fast/internal/query/facts.go",
		Old:    `if !m.skipOwn && id.IsPair() && x.W.TraitsOf(id.First())&rules.TraitExclusive != 0 &&`,
		New:    `if !m.skipOwn && id.IsPair() && x.W.TraitsOf(id.First())&rules.TraitUnion != 0 &&`,
	},
	{
		Name: "exclusive-of-two-bases", Class: "inheritance",
		Breaks: "a wildcard gives a target of each base of an exclusive relationship",
		File:   "fast/internal/rules/inherit.go",
		Old:    `if !c.hidden(family) &&`,
		New:    `if family != 0 && !c.hidden(id) &&`,
	},
	{
		Name: "dont-inherit-by-wildcard", Class: "inheritance",
		Breaks: "a wildcard finds DontInherit ids on bases",
		File:   "fast/internal/rules/inherit.go",
		Old:    `if first&c.allow == 0 {`,
		New:    `if first&(c.allow|TraitDontInherit) == 0 {`,
	},
	{
		Name: "own-and-inherited-twice", Class: "inheritance",
		Breaks: "an id that is owned and inherited comes twice under a wildcard",
		File:   "fast/internal/rules/inherit.go",
		Old:    `tables: append(tables[:0], t), to: to}`,
		New:    `tables: tables[:0], to: to}`,
	},
	{
		Name: "override-copy-replaces", Class: "inheritance",
		Breaks: "a copy of an exclusive pair takes the place of the instance's own target",
		File:   "fast/internal/rules/copies.go",
		Old:    `return !w.OwnsID(t, index, id) && w.replacedBy(t, index, id, w.TraitsOf(id.First())) == 0`,
		New:    `return !w.OwnsID(t, index, id)`,
	},
	{
		Name: "copies-without-value", Class: "inheritance",
		Breaks: "copies that an instance gets are zero",
		File:   "fast/internal/rules/copies.go",
		Old: `		w.startValue(e, t, id)
		w.copied(e, id)`,
		New: `		_ = t
		w.copied(e, id)`,
	},
	{
		Name: "own-data-starts-zero", Class: "inheritance",
		Breaks: "own data of an inherited id begins as zero",
		File:   "fast/internal/rules/add.go",
		Old:    `if base, ok := w.search(t, id, &seen); ok {`,
		New:    `if base, ok := w.search(t, id, &seen); ok && base == 0 {`,
	},
	{
		Name: "copies-of-the-base-only", Class: "inheritance",
		Breaks: "what the bases of a base own is not copied",
		File:   "fast/internal/rules/copies.go",
		Old: `	if w.HasBases(t) {
		c.tables`,
		New: `	if w.HasBases(t) && base == 0 {
		c.tables`,
	},
	{
		Name: "copies-start-from-any-base", Class: "inheritance",
		Breaks: "data starts with the value of the base that hides the others, not of the first that owns it",
		File:   "fast/internal/rules/add.go",
		Old:    `if base, ok := w.search(t, id, &seen); ok {`,
		New: `if base, ok := w.FromBases(t, id); ok {
		_ = seen`,
	},
	{
		Name: "dont-inherit-ignored", Class: "inheritance",
		Breaks: "DontInherit is not looked at",
		File:   "fast/internal/rules/traits.go",
		Old:    `case t&(TraitProperty|TraitDontInherit) != 0:`,
		New:    `case t&TraitProperty != 0:`,
	},
	{
		Name: "subclasses-of-pairs-first", Class: "inheritance",
		Breaks: "a pair is looked for under the first subclass of its relationship only",
		File:   "fast/internal/query/facts.go",
		Old: `for i := 0; i <= len(m.subclasses); i++ {
		id := store.Pair`,
		New: `for i := 0; i <= min(1, len(m.subclasses)); i++ {
		id := store.Pair`,
	},
	{
		Name: "last-subclass-unseen", Class: "inheritance",
		Breaks: "the last subclass of a component does not count",
		File:   "fast/internal/query/facts.go",
		Old: `for i := 0; i <= len(m.subclasses); i++ {
		id := store.Single`,
		New: `for i := 0; i < max(1, len(m.subclasses)); i++ {
		id := store.Single`,
	},
	{
		Name: "subclass-of-subclass", Class: "inheritance",
		Breaks: "only direct subclasses are found",
		File:   "fast/internal/query/plan.go",
		Old:    `level = append(level, e.Index())`,
		New:    ``,
	},
	{
		Name: "self-finds-subclasses", Class: "inheritance",
		Breaks: "self behind the first element does not keep subclasses from matching",
		File:   "fast/internal/query/plan.go",
		Old:    `if x.Q.Subclasses && !t.firstSelf && traits&(rules.TraitFinal|rules.TraitDefaultFinal) == 0 &&`,
		New:    `if x.Q.Subclasses && traits&(rules.TraitFinal|rules.TraitDefaultFinal) == 0 &&`,
	},
}
