package mutants

// storageMutants break tables, columns and indexes.
var storageMutants = []Mutant{
	{
		Name: "survivor-row-stale", Class: "storage",
		Breaks: "the last row of a table is lost when another entity leaves it",
		File:   "fast/internal/store/move.go",
		Old:    `s.records[moved.Index()].row = uint32(row)`,
		New:    `_ = moved`,
	},
	{
		Name: "columns-shift", Class: "storage",
		Breaks: "values slip into the next column when a component is added",
		File:   "fast/internal/store/move.go",
		Old: `if d == added {
				d++
			}`,
		New: ``,
	},
	{
		Name: "survivor-value-stale", Class: "storage",
		Breaks: "the last row of a table gets the value of the one whose place it takes",
		File:   "fast/internal/store/move.go",
		Old:    `if gap != last {`,
		New:    `if gap != last && sh.scan != 0 {`,
	},
	{
		Name: "edges-without-position", Class: "storage",
		Breaks: "removing one id or another leads along the same edge between tables",
		File:   "fast/internal/store/archetype.go",
		Old:    `from := uint64(a.serial)<<32 | uint64(position)<<1`,
		New:    `from := uint64(a.serial) << 32`,
	},
	{
		Name: "stale-transition", Class: "storage",
		Breaks: "a remembered move leads into a table that is gone",
		File:   "fast/internal/store/move.go",
		Old:    `&& x.epoch == s.epoch`,
		New:    ``,
	},
	{
		Name: "index-position-lost", Class: "storage",
		Breaks: "the index of tables is mixed up after a table has gone",
		File:   "fast/internal/store/index.go",
		Old:    `*s.back(kind, moved) = at`,
		New:    `_ = moved`,
	},
	{
		Name: "type-order-by-number", Class: "storage",
		Breaks: "first means the smallest number, which recycling mixes up",
		File:   "fast/internal/rules/order.go",
		Old:    `return cmp.Compare(w.Entities[a].Order, w.Entities[b].Order)`,
		New:    `return cmp.Compare(a, b)`,
	},
	{
		Name: "targets-by-number", Class: "storage",
		Breaks: "targets are ordered by number in place of creation",
		File:   "fast/internal/rules/order.go",
		Old:    `w.Entities[list[j]].Order < w.Entities[list[j-1]].Order`,
		New:    `list[j] < list[j-1]`,
	},
	{
		Name: "typed-pairs-keep-type", Class: "storage",
		Breaks: "pairs keep their type when PairIsTag comes",
		File:   "fast/internal/rules/traits.go",
		Old:    `return id == store.Single(PairIsTag.Index()) || id == store.Single(Union.Index())`,
		New:    `return id == store.Single(Union.Index())`,
	},
}
