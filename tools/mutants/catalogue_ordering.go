package mutants

// orderingMutants break sorting, groups and cascades.
var orderingMutants = []Mutant{
	{
		Name: "sort-stale-after-set", Class: "ordering",
		Breaks: "a held query that is sorted does not see that a value was set",
		File:   "fast/internal/query/cached_order.go",
		Old:    `if !g.inOrder(k.Rows[part.From:part.To]) {`,
		New:    `if part.From > part.To {`,
	},
	{
		Name: "group-not-moved", Class: "ordering",
		Breaks: "a held query that is ordered does not see that entities left a table of it",
		File:   "fast/internal/query/cached_order.go",
		Old:    `if g.X.Store.Version(t.table) != t.version {`,
		New:    `if g.X.Store.Version(t.table) > t.version+1 {`,
	},
	{
		Name: "group-begins-early", Class: "ordering",
		Breaks: "a group begins with the last row of the group before",
		File:   "fast/internal/query/cached_order.go",
		Old:    `from = i + 1`,
		New:    `from = i`,
	},
	{
		Name: "blocks-stale-after-set", Class: "ordering",
		Breaks: "rows that were sorted anew stay in their old blocks",
		File:   "fast/internal/query/cached_order.go",
		Old: `	g.tie(again.Rows[part.From:part.To])
`,
		New: ``,
	},
	{
		Name: "first-member-sorts", Class: "ordering",
		Breaks: "only the first member of a sort key counts",
		File:   "fast/internal/query/comparer.go",
		Old:    `for i := range by.parts {`,
		New:    `for i := range by.parts[:min(1, len(by.parts))] {`,
	},
	{
		Name: "sort-key-of-this", Class: "ordering",
		Breaks: "the sort key of a row is looked for on $this only, also where it is inherited",
		File:   "fast/internal/query/ordered.go",
		Old: `	owner := f.Src
	if owner == 0 {
		owner = r.this
	}
	cell`,
		New: `	owner := r.this
	cell`,
	},
	{
		Name: "group-of-the-last-target", Class: "ordering",
		Breaks: "of several targets the last one decides the group, and leads walk_up",
		File:   "fast/internal/rules/depth.go",
		Old:    `first == 0 || w.CompareEntities(target, first) < 0 {`,
		New:    `first == 0 || w.CompareEntities(target, first) > 0 {`,
	},
	{
		Name: "cycle-comes-first", Class: "ordering",
		Breaks: "entities on a cycle come first in a cascade",
		File:   "fast/internal/query/ordered.go",
		Old: `return 1 << 32
`,
		New: `return 0
`,
	},
	{
		Name: "desc-reverses-ties", Class: "ordering",
		Breaks: "desc reverses the groups as well",
		File:   "fast/internal/query/ordered.go",
		Old: `	if a.major != b.major || !g.O.Sorts {
		return cmp.Compare(a.major, b.major)
	}`,
		New: `	if a.major != b.major || !g.O.Sorts {
		if g.O.Desc {
			return cmp.Compare(b.major, a.major)
		}
		return cmp.Compare(a.major, b.major)
	}`,
	},
	{
		Name: "live-order-misses-writes", Class: "ordering",
		Breaks: "a held query that keeps its order does not hear that a value was set",
		File:   "fast/internal/change/operations.go",
		Old:    `w.SortKeys.Wrote(e.Index(), id)`,
		New:    `_ = id`,
	},
	{
		Name: "live-order-misses-moves", Class: "ordering",
		Breaks: "a held query that keeps its order does not hear of entities that change their ids",
		File:   "fast/internal/store/move.go",
		Old:    `s.changed(e.Index())`,
		New:    `s.changed(0)`,
	},
	{
		Name: "live-order-has-strangers", Class: "ordering",
		Breaks: "a held query that keeps its order has entities in it that have lost what it asks for",
		File:   "fast/internal/query/live_order.go",
		Old:    `_, ok := tables[t]`,
		New:    `ok := s.w.Store.Has(t, store.Single(s.order.key.Index()))`,
	},
	{
		Name: "live-order-of-another-world", Class: "ordering",
		Breaks: "a held query that keeps its order goes on with that of the world before restore",
		File:   "fast/internal/query/live_order.go",
		Old:    `ok := k.state.epoch == now.epoch`,
		New:    `ok := k.state.epoch == now.epoch || k.state.changes <= now.changes`,
	},
	{
		Name: "live-order-in-one-block", Class: "ordering",
		Breaks: "rows with different values of the sort key are one block",
		File:   "fast/internal/query/live_order.go",
		Old: `			x.Place.Block++
`,
		New: ``,
	},
	{
		Name: "live-order-of-inherited-keys", Class: "ordering",
		Breaks: "entities that inherit their sort key are kept in order by a value of their own",
		File:   "fast/internal/query/live_order.go",
		Old:    ` || !f.Set || f.Source != 0 {`,
		New:    ` || !f.Set {`,
	},
}
