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
		Name: "together-unheard", Class: "together",
		Breaks: "observers are not told of entities that are made as rows of one table",
		File:   "fast/spawn.go",
		Old: `	if !ok || hooked && (plan != nil || !w.core.UnheardTable(t)) {
		return 0, 0, false
	}
`,
		New: `	if !ok || hooked && plan != nil {
		return 0, 0, false
	}
`,
	},
	{
		Name: "together-in-two-tables", Class: "together",
		Breaks: "entities that are made together have both targets of an exclusive relationship",
		File:   "fast/spawn.go",
		Old:    `	if id.second != 0 && w.core.TraitsOf(exact.First())&rules.TraitExclusive != 0 && w.core.Store.Has(t, store.Pair(exact.First(), store.Wildcard)) {`,
		New:    `	if false && id.second != 0 && w.core.TraitsOf(exact.First())&rules.TraitExclusive != 0 && w.core.Store.Has(t, store.Pair(exact.First(), store.Wildcard)) {`,
	},
	{
		Name: "together-without-mirror", Class: "together",
		Breaks: "what follows from the ids does not come to entities that are made together",
		File:   "fast/spawn.go",
		Old:    `	if w.core.TraitsOf(first)&(rules.TraitNonFragmenting|rules.TraitsOfAdd&^(rules.TraitExclusive|rules.TraitAcyclic)) != 0 || w.core.ReachOf(id) != nil {`,
		New:    `	if w.core.TraitsOf(first)&(rules.TraitNonFragmenting|rules.TraitsOfAdd&^(rules.TraitExclusive|rules.TraitAcyclic|rules.TraitSymmetric)) != 0 || w.core.ReachOf(id) != nil {`,
	},
	{
		Name: "together-in-the-scope", Class: "together",
		Breaks: "entities that are made together as rows of one table are not made in the scope",
		File:   "fast/spawn.go",
		Old:    `	if len(others) != 1 || s.w.core.Scope != 0 || s.w.core.UndoLog.On() {`,
		New:    `	if len(others) != 1 || s.w.core.UndoLog.On() {`,
	},
}
