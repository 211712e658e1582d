package mutants

// overridesFaults break the marks that ask for own copies.
var overridesFaults = []Mutant{
	{
		Name: "mark-copies-zero", Class: "overrides",
		Breaks: "a copy of what the base itself inherits begins as zero",
		File:   "fast/override.go",
		Old:    `if base, found := w.inheritedFrom(t, id); found {`,
		New:    `if base, found := w.inheritedFrom(t, id); found && base == index {`,
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
		Name: "marked-pair-comes-beside", Class: "overrides",
		Breaks: "a marked exclusive pair replaces the target that the instance has",
		File:   "fast/override.go",
		Old:    `if slices.Contains(to, id) || w.ownsID(t, index, id) || w.replacedBy(t, index, id, traits) != 0 {`,
		New:    `if slices.Contains(to, id) || w.ownsID(t, index, id) {`,
	},
	{
		Name: "second-mark-replaces", Class: "overrides",
		Breaks: "a second mark of a base replaces the first",
		File:   "fast/override.go",
		Old:    `w.setMarks(index, append(w.marks[index], id))`,
		New:    `w.setMarks(index, []store.ID{id})`,
	},
}
