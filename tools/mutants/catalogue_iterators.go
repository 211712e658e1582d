package mutants

// iteratorsMutants break iterators, their locks and batches.
var iteratorsMutants = []Mutant{
	{
		Name: "lock-stays", Class: "iterators",
		Breaks: "the table of a batch stays locked when the iterator goes on",
		File:   "fast/engine/iterator.go",
		Old: `	e.unlock(it)
	for it.next`,
		New: `	for it.next`,
	},
	{
		Name: "iterator-gives-the-dead", Class: "iterators",
		Breaks: "an iterator gives entities that died since it began",
		File:   "fast/engine/iterator.go",
		Old:    `if row.This == "" || e.isAlive(row.This) {`,
		New:    `if row.This == "" || e.isAlive(row.This) || i > 0 {`,
	},
	{
		Name: "entering-is-allowed", Class: "iterators",
		Breaks: "a lock keeps entities from leaving the table but not from entering it",
		File:   "fast/internal/change/locks.go",
		Old:    `if from != to && (w.Locked[from] > 0 || w.Locked[to] > 0) {`,
		New:    `if from != to && w.Locked[from] > 0 {`,
	},
	{
		Name: "deferred-ignores-locks", Class: "iterators",
		Breaks: "commands of a deferral are applied under a lock",
		File:   "fast/internal/change/locks.go",
		Old: `	if len(w.Locked) == 0 {
		return w.applyLate(c, values)
	}`,
		New: `	if len(w.Locked) <= 1 {
		return w.applyLate(c, values)
	}`,
	},
	{
		Name: "cascade-passes-the-lock", Class: "iterators",
		Breaks: "only the first entity that an operation moves is held up by a lock",
		File:   "fast/internal/change/locks.go",
		Old:    `for _, index := range list {`,
		New:    `for _, index := range list[:min(1, len(list))] {`,
	},
	{
		Name: "batch-mixes-sources", Class: "iterators",
		Breaks: "rows whose fields were matched on different entities are one batch",
		File:   "fast/engine/batches.go",
		Old:    `to = binary.LittleEndian.AppendUint32(to, src)`,
		New:    `to = binary.LittleEndian.AppendUint32(to, 0)`,
	},
	{
		Name: "instanced-is-ignored", Class: "iterators",
		Breaks: "instanced does not keep rows with a shared field together",
		File:   "fast/engine/batches.go",
		Old:    `if alone && x.W.Profile.EntityBatches && !x.Q.Instanced {`,
		New:    `if alone && x.W.Profile.EntityBatches {`,
	},
	{
		Name: "batch-by-table-number", Class: "iterators",
		Breaks: "an iterator gives batches in the order in which tables were made",
		File:   "fast/engine/iterator.go",
		Old: `	x.Exact = true // batches come by their first $this in type order, then by fields and variables
`,
		New: ``,
	},
}
