package mutants

// transitivityMutants break transitive and reflexive relationships.
var transitivityMutants = []Mutant{
	{
		Name: "reflexive-not-on-fixed", Class: "transitivity",
		Breaks: "the pair of a fixed source with itself does not hold for a reflexive relationship",
		File:   "fast/internal/query/facts.go",
		Old:    `if m.reflexive && index == target {`,
		New:    `if m.reflexive && index == target && index != m.sourceID {`,
	},
	{
		Name: "reflexive-twice", Class: "transitivity",
		Breaks: "an entity on a cycle of a reflexive relationship is its own target twice",
		File:   "fast/internal/query/facts.go",
		Old:    `if m.reflexive && index != 0 && !rules.IsBuiltin(index) && seen.Add(index) {`,
		New:    `if m.reflexive && index != 0 && !rules.IsBuiltin(index) {`,
	},
	{
		Name: "two-steps-only", Class: "transitivity",
		Breaks: "a transitive relationship is followed over two steps and no further",
		File:   "fast/internal/query/transitive.go",
		Old: `x.level = append(x.level, h.ID.Second())
		}
		x.held = x.held[:from]
	}
	x.level = x.level[:todo]
	return hit`,
		New: `}
		x.held = x.held[:from]
	}
	x.level = x.level[:todo]
	return hit`,
	},
	{
		Name: "source-of-first-pair", Class: "transitivity",
		Breaks: "what follows from an inherited pair is reported with the source of another",
		File:   "fast/internal/query/transitive.go",
		Old: `src := x.held[i].Base
		todo`,
		New: `src := x.held[from].Base
		todo`,
	},
	{
		Name: "moved-branch-stays", Class: "transitivity",
		Breaks: "an exclusive transitive pair that is replaced still leads where it led",
		File:   "fast/internal/rules/raw.go",
		Old: `w.factRemoved(index, old)
`,
		New: ``,
	},
	{
		Name: "stripped-branch-stays", Class: "transitivity",
		Breaks: "what was below a deleted entity is still found below what is above it",
		File:   "fast/internal/rules/cleanup.go",
		Old:    `w.factsStripped(w.Store.Entities(to)[from:], d.drop)`,
		New:    ``,
	},
	{
		Name: "label-one-too-far", Class: "transitivity",
		Breaks: "the entity after a subtree counts as part of it",
		File:   "fast/internal/store/reachability.go",
		Old:    `return y.begin < x.begin && x.begin < y.end`,
		New:    `return y.begin < x.begin && x.begin <= y.end`,
	},
	{
		Name: "moved-subtree-keeps-labels", Class: "transitivity",
		Breaks: "a subtree that is cut off is not labelled anew",
		File:   "fast/internal/store/reachability.go",
		Old:    `l.dirty = l.dirty || l.stuck || node.first != 0 || node.more != 0`,
		New:    `l.dirty = l.dirty || l.stuck || node.more != 0`,
	},
	{
		Name: "second-parent-missed", Class: "transitivity",
		Breaks: "an entity with two targets still counts as part of a tree",
		File:   "fast/internal/store/reachability.go",
		Old:    `l.further.add(l.nodes, c, p)`,
		New:    ``,
	},
	{
		Name: "interval-stays-open", Class: "transitivity",
		Breaks: "a leaf that comes last counts as below the leaf before it",
		File:   "fast/internal/store/reachability.go",
		Old: `l.close(p)
	l.enter(c)`,
		New: `l.enter(c)`,
	},
	{
		Name: "further-parent-above-missed", Class: "transitivity",
		Breaks: "the second target of an entity on the way counts for that entity only",
		File:   "fast/internal/store/reachability_search.go",
		Old:    `n != 0 && m.add(n); n = l.over(n) {`,
		New:    `n != 0 && m.add(n); n = 0 {`,
	},
	{
		Name: "further-fact-stays", Class: "transitivity",
		Breaks: "an entity keeps the first of the second targets that it has lost",
		File:   "fast/internal/store/reachability_further.go",
		Old:    `nodes[child].more = fact.nextParent`,
		New:    ``,
	},
	{
		Name: "further-sources-missed", Class: "transitivity",
		Breaks: "a query for everything below a target leaves out what is there by a second target",
		File:   "fast/internal/store/reachability_search.go",
		Old:    `visit(l.further.list[f].child)`,
		New:    ``,
	},
	{
		Name: "below-several-targets-twice", Class: "transitivity",
		Breaks: "an entity with two targets below a third is found twice",
		File:   "fast/internal/query/transitive.go",
		Old:    `if !f.IsTree() {`,
		New:    `if false {`,
	},
}
