package mutants

// togetherMutants make several entities in one operation, and not all of them as the first.
var togetherMutants = []Mutant{
	{
		Name: "others-outside-the-scope", Class: "together",
		Breaks: "of entities that are made together only the first is made in the scope",
		File:   "fast/internal/change/command.go",
		Old: `			if _, err := create(b, made); err != nil {
				return w.End(mark, err)
			}
`,
		New: `			if _, err := create(b, made); err != nil {
				return w.End(mark, err)
			}
			b.Unscoped = true
`,
	},
	{
		Name: "others-wait-for-nothing", Class: "together",
		Breaks: "of entities that are made together in a deferral the last gets none of its ids",
		File:   "fast/internal/change/command.go",
		Old: `		for range n {
			if _, err := create(b, made); err != nil {`,
		New: `		for i := range n {
			if i == n-1 && w.Deferral.Depth > 0 {
				b = &rules.Birth{}
			}
			if _, err := create(b, made); err != nil {`,
	},
	{
		Name: "together-with-both-targets", Class: "together",
		Breaks: "entities that are made together have both targets of an exclusive relationship",
		File:   "fast/spawn.go",
		Old:    `	return !a.IsPair() || a.First() != b.First() || w.core.TraitsOf(a.First())&rules.TraitExclusive == 0`,
		New:    `	return !a.IsPair() || a.First() != b.First() || w.core.TraitsOf(a.First())&rules.TraitExclusive == 0 || true`,
	},
	{
		Name: "together-without-mirror", Class: "together",
		Breaks: "what follows from the ids does not come to entities that are made together",
		File:   "fast/spawn.go",
		Old:    `	if w.core.TraitsOf(first)&(rules.TraitNonFragmenting|rules.TraitsOfAdd&^(rules.TraitExclusive|rules.TraitAcyclic)) != 0 || w.core.Follows(id) {`,
		New:    `	if w.core.TraitsOf(first)&(rules.TraitNonFragmenting|rules.TraitsOfAdd&^(rules.TraitExclusive|rules.TraitAcyclic|rules.TraitSymmetric)) != 0 || w.core.Follows(id) {`,
	},
	{
		Name: "together-in-the-scope", Class: "together",
		Breaks: "entities that are made together as rows of one table are not made in the scope",
		File:   "fast/spawn.go",
		Old: `	s.table, s.simple = table, true
	return table, w.core.Scope == 0 && !w.core.UndoLog.On()`,
		New: `	s.table, s.simple = table, true
	return table, !w.core.UndoLog.On()`,
	},
}
