package mutants

// pairsMutants break how pairs are added, replaced, mirrored and removed.
var pairsMutants = []Mutant{
	{
		Name: "exclusive-keeps-old", Class: "pairs",
		Breaks: "an exclusive relationship keeps its old target beside the new one",
		File:   "fast/internal/rules/add.go",
		Old:    `return w.Actual(w.Store.IDs(t)[column], index)`,
		New:    `return w.Actual(w.Store.IDs(t)[column], index) & 0`,
	},
	{
		Name: "symmetric-exclusive-unmirrored", Class: "pairs",
		Breaks: "a symmetric pair has no mirror where the relationship is exclusive too",
		File:   "fast/internal/rules/add.go",
		Old:    `if traits&TraitSymmetric != 0 && id.IsPair() && id.Second() != e.Index() {`,
		New:    `if traits&(TraitSymmetric|TraitExclusive) == TraitSymmetric && id.IsPair() && id.Second() != e.Index() {`,
	},
	{
		Name: "with-loses-target", Class: "pairs",
		Breaks: "With on a relationship adds a single id in place of the pair with the same target",
		File:   "fast/internal/rules/add.go",
		Old:    `next = store.Pair(x, id.Second())`,
		New:    `next = store.Single(x)`,
	},
	{
		Name: "with-adds-first-only", Class: "pairs",
		Breaks: "of several With only the first is followed",
		File:   "fast/internal/rules/add.go",
		Old:    `for _, x := range with {`,
		New:    `for _, x := range with[:min(1, len(with))] {`,
	},
	{
		Name: "prefab-spreads-one-step", Class: "pairs",
		Breaks: "Prefab spreads to children and not to theirs",
		File:   "fast/internal/rules/spread.go",
		Old:    `todo = w.prefabsToBe(todo, next)`,
		New:    `_ = next`,
	},
	{
		Name: "prefab-misses-new-children", Class: "pairs",
		Breaks: "what becomes a child of a prefab does not become one",
		File:   "fast/internal/rules/spread.go",
		Old:    `return w.OwnsPrefab(id.Second())`,
		New:    `return false`,
	},
	{
		Name: "union-tells-the-pair", Class: "pairs",
		Breaks: "any target of a union relationship is told as the pair that there is",
		File:   "fast/internal/query/nonfragmenting.go",
		Old:    `return w.Profile.UnionWildcard && `,
		New:    `return !w.Profile.UnionWildcard && `,
	},
	{
		Name: "wildcard-remove-first-only", Class: "pairs",
		Breaks: "remove with a wildcard takes only the first match",
		File:   "fast/internal/rules/remove.go",
		Old:    `for _, h := range found {`,
		New:    `for _, h := range found[:min(1, len(found))] {`,
	},
	{
		Name: "mirror-stays", Class: "pairs",
		Breaks: "removing a symmetric pair leaves its mirror where the other side is an instance",
		File:   "fast/internal/rules/remove.go",
		Old:    `if w.ownsNow(other, back) {`,
		New:    `if w.ownsNow(other, back) && !w.HasBases(w.Table(other.Index())) {`,
	},
	{
		Name: "union-remove-other-target", Class: "pairs",
		Breaks: "remove of a Union pair with another target than the set one does nothing",
		File:   "fast/internal/rules/remove.go",
		Old:    `return w.replacedBy(t, index, id, traits)`,
		New:    `return w.replacedBy(t, index, id, traits) & 0`,
	},
	{
		Name: "pair-typed-by-target-lost", Class: "pairs",
		Breaks: "a pair that only its target gives a type has none",
		File:   "fast/internal/rules/component.go",
		Old:    `case w.TraitsOf(id.Second())&TraitComponent != 0:`,
		New:    `case w.TraitsOf(id.Second())&TraitComponent != 0 && t&TraitExclusive != 0:`,
	},
	{
		Name: "sources-without-loose", Class: "pairs",
		Breaks: "remove_all, delete_with and sources do not see pairs that lie beside the tables",
		File:   "fast/internal/rules/remove.go",
		Old: `			f(index)
`,
		New: `			_ = index
`,
	},
	{
		Name: "loose-counted-twice", Class: "pairs",
		Breaks: "an entity with two pairs beside the tables to one target counts twice",
		File:   "fast/internal/rules/nonfragmenting.go",
		Old:    `!w.Store.Has(w.Table(index), id) && seen.Add(index)`,
		New:    `!w.Store.Has(w.Table(index), id) && (seen.Add(index) || w.NonFragmenting.Any())`,
	},
	{
		Name: "loose-position-lost", Class: "pairs",
		Breaks: "sources of a target are mixed up after one of them has left",
		File:   "fast/internal/store/exclusive.go",
		Old:    `x.cell(moved).position = cell.position`,
		New:    `_ = moved`,
	},
}
