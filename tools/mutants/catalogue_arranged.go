package mutants

// arrangedMutants lose or mistake the place of a source among those of an Ordered relationship.
var arrangedMutants = []Mutant{
	{
		Name: "newest-stands-first", Class: "order of sources",
		Breaks: "a source comes to the front",
		File:   "fast/internal/store/ordered.go",
		Old:    `o.tie(n, o.ends[c].last)`,
		New:    `o.tie(n, 0)`,
	},
	{
		Name: "before-is-after", Class: "order of sources",
		Breaks: "a source that moves before another one comes after it",
		File:   "fast/internal/rules/ordered.go",
		Old:    `o.Move(e.Index(), id.Second(), o.Previous(beside.Index(), id.Second()))`,
		New:    `o.Move(e.Index(), id.Second(), beside.Index())`,
	},
	{
		Name: "last-but-one-stays-last", Class: "order of sources",
		Breaks: "a source that comes or moves to the end is not known as the last",
		File:   "fast/internal/store/ordered.go",
		Old: `	} else {
		c.last = n
	}`,
		New: `	} else if previous == 0 {
		c.last = n
	}`,
	},
	{
		Name: "place-lost-by-undo", Class: "order of sources",
		Breaks: "a source whose pair an operation took away that is refused then has lost its place",
		File:   "fast/internal/rules/ordered.go",
		Old:    `if o := w.OrderOf(id); o != nil && !IsBuiltin(index) {`,
		New:    `if o := w.OrderOf(id); o != nil && IsBuiltin(index) {`,
	},
	{
		Name: "order-shared-with-snapshot", Class: "order of sources",
		Breaks: "a snapshot keeps the orders themselves and no copy of them",
		File:   "fast/internal/rules/ordered.go",
		Old:    `c[relationship] = x.Clone()`,
		New:    `c[relationship] = x`,
	},
	{
		Name: "dead-source-in-order", Class: "order of sources",
		Breaks: "an entity that is deleted stays among the sources of its targets",
		File:   "fast/internal/rules/reach.go",
		Old:    `	if !w.FollowsAny() {`,
		New:    `	if len(w.Reach) == 0 {`,
	},
	{
		Name: "order-outlives-target", Class: "order of sources",
		Breaks: "what loses its pair because the target is deleted stays in the order, which the next one with its number finds",
		File:   "fast/internal/rules/reach.go",
		Old:    `		if !w.Follows(id) {`,
		New:    `		if w.ReachOf(id) == nil {`,
	},
	{
		Name: "ordered-with-pairs", Class: "order of sources",
		Breaks: "a relationship can become Ordered while it has pairs",
		File:   "fast/internal/rules/check.go",
		Old:    `DontFragment.Index(), Ordered.Index()`,
		New:    `DontFragment.Index()`,
	},
	{
		Name: "saved-without-order", Class: "order of sources",
		Breaks: "a world that is saved and loaded has its sources in the order of their numbers",
		File:   "fast/internal/save/write.go",
		Old:    `for part := range slices.Chunk(o.Sources(nil, target), orderChunk) {`,
		New:    `for part := range slices.Chunk(slices.Sorted(slices.Values(o.Sources(nil, target))), orderChunk) {`,
	},
	{
		Name: "moved-beside-the-dead", Class: "order of sources",
		Breaks: "a move that has waited fails where the source that it names has died, and should be dropped",
		File:   "fast/internal/change/defer.go",
		Old:    `c.other != 0 && !w.Store.Alive(c.other) || `,
		New:    ``,
	},
	{
		Name: "place-by-source-alone", Class: "order of sources",
		Breaks: "a source has one place, whatever the target",
		File:   "fast/internal/store/ordered.go",
		Old:    `return uint64(source)<<32 | uint64(target)`,
		New:    `return uint64(source)<<32 | uint64(target&0|1)`,
	},
}
