package mutants

// overridesFaults break the marks that ask for own copies.
var overridesFaults = []Mutant{
	{
		Name: "marks-of-the-base-only", Class: "overrides",
		Breaks: "what the bases of a base mark is not copied",
		File:   "fast/copies.go",
		Old:    `range w.ancestors(append(buf[:0], base), base) {`,
		New:    `range append(buf[:0], base) {`,
	},
	{
		Name: "mark-survives-clear", Class: "overrides",
		Breaks: "clear leaves the marks",
		File:   "fast/remove.go",
		Old: `	w.clearMarks(e.Index())
`,
		New: ``,
	},
	{
		Name: "mark-of-the-dead", Class: "overrides",
		Breaks: "a mark stays when the target of its pair is deleted",
		File:   "fast/override.go",
		Old:    `return id.First() == index || id.IsPair() && id.Second() == index`,
		New:    `return id.First() == index`,
	},
	{
		Name: "second-mark-replaces", Class: "overrides",
		Breaks: "a second mark of a base replaces the first",
		File:   "fast/override.go",
		Old:    `w.setMarks(index, append(w.marks[index], id))`,
		New:    `w.setMarks(index, []store.ID{id})`,
	},
}
