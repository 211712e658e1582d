package mutants

// lookupsMutants break lookup variables and members.
var lookupsMutants = []Mutant{
	{
		Name: "lookup-first-name-only", Class: "lookups",
		Breaks: "of the path behind a variable only the first name is looked up",
		File:   "fast/internal/query/lookup.go",
		Old:    `return x.W.Below(at, x.Q.lookups[e.Entity])`,
		New:    `return x.W.Below(at, x.Q.lookups[e.Entity][:1])`,
	},
	{
		Name: "lookup-falls-back-to-the-root", Class: "lookups",
		Breaks: "a child that is not there is looked up at the root",
		File:   "fast/internal/query/lookup.go",
		Old:    `return x.W.Below(at, x.Q.lookups[e.Entity])`,
		New: `if Found := x.W.Below(at, x.Q.lookups[e.Entity]); Found != 0 {
		return Found
	}
	return x.W.Below(0, x.Q.lookups[e.Entity])`,
	},
	{
		Name: "childless-is-false-under-not", Class: "lookups",
		Breaks: "a Not term with a child that is not there does not match",
		File:   "fast/internal/query/lookup.go",
		Old: `		return false, !x.findsChildren(m)
	}
	x.eachParent(e, func() bool {
		hit = x.exists(m)`,
		New: `		return !x.findsChildren(m), !x.findsChildren(m)
	}
	x.eachParent(e, func() bool {
		hit = x.exists(m)`,
	},
	{
		Name: "member-names-the-dead", Class: "lookups",
		Breaks: "a member that names a deleted entity matches what took over its number",
		File:   "fast/internal/query/member.go",
		Old:    `if !x.Store.Alive(e) || e.Index() <= rules.Any.Index() {`,
		New:    `if e.Index() <= rules.Any.Index() {`,
	},
	{
		Name: "member-of-the-instance", Class: "lookups",
		Breaks: "the member of an inherited component does not match",
		File:   "fast/internal/query/member.go",
		Old: `	owner := index
	if base != 0 {
		owner = base
	}
	target`,
		New: `	owner := index
	target`,
	},
	{
		Name: "member-ignores-bound-variable", Class: "lookups",
		Breaks: "a member matches whatever value the variable behind it has",
		File:   "fast/internal/query/member.go",
		Old:    `if target == 0 || second != store.Wildcard && second != target ||`,
		New:    `if target == 0 || second != store.Wildcard && second != target && m.Second.Kind == ElementConst ||`,
	},
}
