package mutants

// teardownMutants break the steps that end a world.
var teardownMutants = []Mutant{
	{
		Name: "teardown-takes-components-first", Class: "teardown",
		Breaks: "components with children are deleted among the first roots",
		File:   "fast/internal/change/teardown.go",
		Old:    `if w.ParentOf(index) == 0 && w.Components[index] == nil && !w.isSetAside(index) &&`,
		New:    `if w.ParentOf(index) == 0 && !w.isSetAside(index) &&`,
	},
	{
		Name: "teardown-takes-childless-first", Class: "teardown",
		Breaks: "roots without children are deleted with policies",
		File:   "fast/internal/change/teardown.go",
		Old:    `w.Store.CountOf(store.Pair(rules.ChildOf.Index(), index)) > 0 {`,
		New:    `w.Store.CountOf(store.Pair(rules.ChildOf.Index(), index)) >= 0 {`,
	},
	{
		Name: "teardown-forgets-the-rest", Class: "teardown",
		Breaks: "what is left after the roots is not told of",
		File:   "fast/internal/change/teardown.go",
		Old: `		_ = w.Operate(w.DeleteEverything)
`,
		New: `		_ = w.DeleteEverything()
`,
	},
	{
		Name: "refused-root-ends-the-step", Class: "teardown",
		Breaks: "a root whose deletion a policy refuses ends the first step",
		File:   "fast/internal/change/teardown.go",
		Old: `			_ = w.Operate(func() *spec.Error { return w.DeleteNow(e) }) // an entity that a policy protects goes at the end
`,
		New: `			if w.Operate(func() *spec.Error { return w.DeleteNow(e) }) != nil {
				break
			}
`,
	},
	{
		Name: "modules-go-first", Class: "teardown",
		Breaks: "modules are not set aside for the last step",
		File:   "fast/internal/change/teardown.go",
		Old:    `for _, tag := range []Entity{rules.Module, rules.System, rules.Observer} {`,
		New:    `for _, tag := range []Entity{rules.System, rules.Observer} {`,
	},
	{
		Name: "world-outlives-teardown", Class: "teardown",
		Breaks: "questions are answered after the teardown",
		File:   "fast/engine/teardown.go",
		Old: `	e.over = true
`,
		New: ``,
	},
}
