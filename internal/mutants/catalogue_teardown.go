package mutants

// teardownFaults break the steps that end a world.
var teardownFaults = []Mutant{
	{
		Name: "teardown-takes-components-first", Class: "teardown",
		Breaks: "components with children are deleted among the first roots",
		File:   "fast/teardown.go",
		Old:    `if w.parentOf(index) == 0 && w.components[index] == nil && !w.isSetAside(w.table(index)) &&`,
		New:    `if w.parentOf(index) == 0 && !w.isSetAside(w.table(index)) &&`,
	},
	{
		Name: "teardown-takes-childless-first", Class: "teardown",
		Breaks: "roots without children are deleted with policies",
		File:   "fast/teardown.go",
		Old:    `w.st.CountOf(store.Pair(ChildOf.Index(), index)) > 0 {`,
		New:    `w.st.CountOf(store.Pair(ChildOf.Index(), index)) >= 0 {`,
	},
	{
		Name: "teardown-forgets-the-rest", Class: "teardown",
		Breaks: "what is left after the roots is not told of",
		File:   "fast/teardown.go",
		Old: `		_ = w.operate(w.deleteEverything)
`,
		New: `		_ = w.deleteEverything()
`,
	},
	{
		Name: "refused-root-ends-the-step", Class: "teardown",
		Breaks: "a root whose deletion a policy refuses ends the first step",
		File:   "fast/teardown.go",
		Old: `			_ = w.operate(func() *spec.Error { return w.deleteNow(e) }) // an entity that a policy protects goes at the end
`,
		New: `			if w.operate(func() *spec.Error { return w.deleteNow(e) }) != nil {
				break
			}
`,
	},
	{
		Name: "modules-go-first", Class: "teardown",
		Breaks: "modules are not set aside for the last step",
		File:   "fast/teardown.go",
		Old:    `for _, tag := range []Entity{Module, System, Observer} {`,
		New:    `for _, tag := range []Entity{System, Observer} {`,
	},
	{
		Name: "world-outlives-teardown", Class: "teardown",
		Breaks: "questions are answered after the teardown",
		File:   "fast/engine_teardown.go",
		Old: `	e.over = true
`,
		New: ``,
	},
}
