package mutants

// releasedMutants give fast the defects of released engines, as near as its code comes to theirs.
var releasedMutants = []Mutant{
	{
		Name: "second-pair-of-two-dead", Class: "released", Released: "an engine in Go",
		Breaks: "an entity that has a pair with each of two entities that die together loses one of the pairs only",
		File:   "fast/internal/rules/cleanup.go",
		Old: `			d.drop = append(d.drop, w.Store.IDs(t)[at])
		}`,
		New: `			d.drop = append(d.drop, w.Store.IDs(t)[at])
		}
		for _, have := range w.Store.IDs(t) {
			if have.IsPair() && id.IsPair() && have.Second() < id.Second() && w.Entities[have.Second()].Traits&TraitDoomed != 0 {
				d.drop = d.drop[:0]
			}
		}
		if len(d.drop) == 0 {
			continue
		}`,
	},
	{
		Name: "exclusion-never-updated", Class: "released", Released: "ecspresso 0.22.0",
		Breaks: "a held query of Not terms alone keeps its first answer",
		File:   "fast/internal/query/cache_match.go",
		Old: `	c.forget(t)
	if !c.matchable(x.Store, t)`,
		New: `	excludes := c.valid
	for i := range x.Q.Nodes {
		excludes = excludes && x.Q.Nodes[i].Oper.String() == "not"
	}
	if excludes {
		return
	}
	c.forget(t)
	if !c.matchable(x.Store, t)`,
	},
	{
		Name: "chains-merged", Class: "released", Released: "bitecs 0.4.0 and koota 0.6.6",
		Breaks: "of two Or chains in one query one is enough",
		File:   "fast/internal/query/exec.go",
		Old: `	case stepChain:
		x.chain(s, pc)`,
		New: `	case stepChain:
		for i := range pc {
			if x.steps[i].Kind == stepChain {
				x.skip(pc)
				return
			}
		}
		x.chain(s, pc)`,
	},
	{
		Name: "chain-across-words", Class: "released", Released: "koota 0.6.6",
		Breaks: "an alternative of an Or chain that was made more than thirty entities after the first is not looked at",
		File:   "fast/internal/query/chain.go",
		Old: `		s.trying = alternative{index: i, open: open, own: x.openOf(m.Uses &^ common)}
		if x.matchAll`,
		New: `		s.trying = alternative{index: i, open: open, own: x.openOf(m.Uses &^ common)}
		if i > 0 && m.Term.First.Entity.Index() > s.Terms[0].Term.First.Entity.Index()+30 {
			continue
		}
		if x.matchAll`,
	},
	{
		Name: "disabled-in-single-pair", Class: "released", Released: "koota 0.6.6",
		Breaks: "a query for one pair alone gives disabled entities, too",
		File:   "fast/internal/query/query.go",
		Old:    `	if !q.Disabled {`,
		New:    `	if !q.Disabled && !(len(q.Nodes) == 1 && q.Nodes[0].Kind == NodeMatch && q.Nodes[0].Terms[0].Second.Kind == ElementConst) {`,
	},
	{
		Name: "prefab-beside-not", Class: "released", Released: "bitecs 0.4.0",
		Breaks: "a query with a Not term gives prefabs, too",
		File:   "fast/internal/query/query.go",
		Old:    `	if !q.Prefabs {`,
		New: `	negated := false
	for i := range q.Nodes {
		negated = negated || q.Nodes[i].Oper == spec.Not
	}
	if !q.Prefabs && !negated {`,
	},
}
