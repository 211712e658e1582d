package mutants

// jointMutants break the deletion of several entities that others have pairs with.
var jointMutants = []Mutant{
	{
		Name: "second-of-two-unasked", Class: "joint deletion", Stands: true,
		Breaks: "of two entities that are deleted together only the first one's policies are asked",
		File:   "fast/internal/rules/cleanup.go",
		Old: `		d.follow(d.order[i])
`,
		New: `		if i != 1 || len(list) < 2 {
			d.follow(d.order[i])
		}
`,
	},
	{
		Name: "stripped-first-pair-told", Class: "joint deletion",
		Breaks: "observers hear of the first of two pairs that an entity loses by one deletion",
		File:   "fast/internal/rules/cleanup.go",
		Old:    `w.Listener.Stripped(t, d.drop)`,
		New:    `w.Listener.Stripped(t, d.drop[:1])`,
	},
	{
		Name: "stripped-first-pair-unindexed", Class: "joint deletion",
		Breaks: "of two transitive pairs that an entity loses by one deletion the second still leads on",
		File:   "fast/internal/rules/reach.go",
		Old: `	for _, id := range ids {
		if !w.Follows(id) {`,
		New: `	for _, id := range ids[:1] {
		if !w.Follows(id) {`,
	},
	{
		Name: "stripped-second-column", Class: "joint deletion",
		Breaks: "of two relationships beside the tables only the first loses its pairs with a deleted target",
		File:   "fast/internal/rules/nonfragmenting.go",
		Old: `		for x := w.NonFragmenting.By[relationship]; ; {
			sources := x.Sources(id.Second())
			if len(sources) == 0 {
				break`,
		New: `		for x, n := w.NonFragmenting.By[relationship], 0; ; n++ {
			sources := x.Sources(id.Second())
			if len(sources) == 0 {
				if n > 0 {
					return
				}
				break`,
	},
	{
		Name: "second-column-unasked", Class: "joint deletion",
		Breaks: "of two relationships beside the tables with pairs to one target only the first is seen",
		File:   "fast/internal/rules/nonfragmenting.go",
		Old: `if sources := w.NonFragmenting.By[relationship].Sources(target); len(sources) > 0 {
			f(relationship, sources)`,
		New: `if sources := w.NonFragmenting.By[relationship].Sources(target); len(sources) > 0 {
			f(relationship, sources)
			return`,
	},
	{
		Name: "stripped-first-entity-told", Class: "joint deletion",
		Breaks: "of a table whose entities lose pairs only the first is known to have changed",
		File:   "fast/internal/rules/cleanup.go",
		Old: `	for _, e := range entities {
		if properties {`,
		New: `	for _, e := range entities[:min(1, len(entities))] {
		if properties {`,
	},
}
