package mutants

// overridesMutants break the marks that ask for own copies.
var overridesMutants = []Mutant{
	{
		Name: "marks-of-the-base-only", Class: "overrides",
		Breaks: "what the bases of a base mark is not copied",
		File:   "fast/internal/rules/copies.go",
		Old:    `range w.Ancestors(append(buf[:0], base), base) {`,
		New:    `range append(buf[:0], base) {`,
	},
	{
		Name: "mark-survives-clear", Class: "overrides",
		Breaks: "clear leaves the marks",
		File:   "fast/internal/rules/remove.go",
		Old: `	w.clearMarks(e.Index())
`,
		New: ``,
	},
	{
		Name: "mark-of-the-dead", Class: "overrides",
		Breaks: "a mark stays when the target of its pair is deleted",
		File:   "fast/internal/rules/override.go",
		Old:    `return id.First() == index || id.IsPair() && id.Second() == index`,
		New:    `return id.First() == index`,
	},
	{
		Name: "second-mark-replaces", Class: "overrides",
		Breaks: "a second mark of a base replaces the first",
		File:   "fast/internal/rules/override.go",
		Old:    `w.setMarks(index, append(w.Marks[index], id))`,
		New:    `w.setMarks(index, []store.ID{id})`,
	},
}
