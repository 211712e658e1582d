package mutants

// lookupsFaults break lookup variables and members.
var lookupsFaults = []Mutant{
	{
		Name: "lookup-first-name-only", Class: "lookups",
		Breaks: "of the path behind a variable only the first name is looked up",
		File:   "fast/lookup.go",
		Old:    `return x.w.below(at, x.q.lookups[e.entity])`,
		New:    `return x.w.below(at, x.q.lookups[e.entity][:1])`,
	},
	{
		Name: "lookup-falls-back-to-the-root", Class: "lookups",
		Breaks: "a child that is not there is looked up at the root",
		File:   "fast/lookup.go",
		Old:    `return x.w.below(at, x.q.lookups[e.entity])`,
		New: `if found := x.w.below(at, x.q.lookups[e.entity]); found != 0 {
		return found
	}
	return x.w.below(0, x.q.lookups[e.entity])`,
	},
	{
		Name: "childless-is-false-under-not", Class: "lookups",
		Breaks: "a Not term with a child that is not there does not match",
		File:   "fast/lookup.go",
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
		File:   "fast/member.go",
		Old:    `if !x.st.Alive(e) || e.Index() <= Any.Index() {`,
		New:    `if e.Index() <= Any.Index() {`,
	},
	{
		Name: "member-of-the-instance", Class: "lookups",
		Breaks: "the member of an inherited component does not match",
		File:   "fast/member.go",
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
		File:   "fast/member.go",
		Old:    `if target == 0 || second != store.Wildcard && second != target ||`,
		New:    `if target == 0 || second != store.Wildcard && second != target && m.second.kind == elementConst ||`,
	},
}
