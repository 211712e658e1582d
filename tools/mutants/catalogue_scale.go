package mutants

// scaleMutants break code that acts only from some number on, such as of targets or of entities.
var scaleMutants = []Mutant{
	{
		Name: "visited-from-sixteen", Class: "scale", Stands: true,
		Breaks: "who visits more than sixteen entities forgets the first sixteen",
		File:   "fast/internal/rules/inherit.go",
		Old: `	for _, have := range v.few {
		v.addToMany(have)
	}
`,
		New: ``,
	},
	{
		Name: "ninth-match-unlinked", Class: "scale",
		Breaks: "a held query of nine matches and more loses those that share a table with one that goes",
		File:   "fast/internal/query/cache.go",
		Old: `			c.link[i] = c.link[last]
`,
		New: `			c.link[i] = 0
`,
	},
	{
		Name: "thirteen-by-number", Class: "scale",
		Breaks: "more than twelve entities are sorted by number",
		File:   "fast/internal/rules/order.go",
		Old:    `		slices.SortFunc(list, w.CompareEntities)`,
		New:    `		slices.Sort(list)`,
	},
	{
		Name: "search-from-seventeen", Class: "scale",
		Breaks: "of more than sixteen ids the last is not found",
		File:   "fast/internal/store/transition.go",
		Old:    `		return slices.BinarySearch(ids, id)`,
		New:    `		return slices.BinarySearch(ids[:len(ids)-1], id)`,
	},
	{
		Name: "sixteen-at-once", Class: "scale",
		Breaks: "no more than sixteen ids are added in one move",
		File:   "fast/internal/store/transition.go",
		Old:    `	s.scratch = append(s.scratch, add...)`,
		New:    `	s.scratch = append(s.scratch, add[:min(len(add), manyIDs)]...)`,
	},
	{
		Name: "traded-table-unlogged", Class: "scale",
		Breaks: "a held query does not learn of a large table that trades places with an empty one",
		File:   "fast/internal/store/merge.go",
		Old: `	s.emit(TableRemoved, from)
	s.emit(TableRemoved, to)
	s.tradePlaces(from, to)
	s.emit(TableCreated, from)
	s.emit(TableCreated, to)`,
		New: `	s.tradePlaces(from, to)`,
	},
	{
		Name: "kept-matches-unlinked", Class: "scale",
		Breaks: "a held query of nine tables and more keeps the one that goes first after it was made",
		File:   "fast/internal/query/cache.go",
		Old: `func (c *cache) forget(t store.Table) {
	c.linkAll()
	if c.heads == nil {`,
		New: `func (c *cache) forget(t store.Table) {
	if len(c.matches) > fewMatches && len(c.link) == 0 {
		return
	}
	if c.heads == nil {`,
	},
	{
		Name: "kept-tables-all-alike", Class: "scale",
		Breaks: "a held query takes what the first of its tables matches for what all of them do",
		File:   "fast/internal/query/cache_match.go",
		Old:    `case last == store.NoTable || !x.Store.SameSingles(last, p.Table):`,
		New:    `case last == store.NoTable || !x.Store.SameSingles(last, p.Table) && !matched:`,
	},
	{
		Name: "page-of-the-first-tables", Class: "scale",
		Breaks: "a held query mixes up the matches of tables whose numbers are 256 apart",
		File:   "fast/internal/query/cache.go",
		Old:    `	return &c.heads[page][t%headPage]`,
		New:    `	return &c.heads[min(page, 0)][t%headPage]`,
	},
	{
		Name: "hole-in-a-probe", Class: "scale",
		Breaks: "after the end of a pair another one that came after it in a full table of hashes is not found",
		File:   "fast/internal/store/hash.go",
		Old:    `		if (j-m.home(m.slots[j].key))&mask >= (j-i)&mask {`,
		New:    `		if (j-m.home(m.slots[j].key))&mask > (j-i)&mask {`,
	},
	{
		Name: "walked-below-misses-one", Class: "scale",
		Breaks: "a query that has searched a relationship so often that it finds everything below a target once loses one of them",
		File:   "fast/internal/rules/reach.go",
		Old:    `		for _, index := range list {`,
		New:    `		for _, index := range list[min(1, len(list)):] {`,
	},
	{
		Name: "larger-class-shares-room", Class: "scale",
		Breaks: "a list that grows beyond eight gives its room away and goes on using it",
		File:   "fast/internal/store/arena.go",
		Old:    `		copy(a.data[l.offset:], a.data[old.offset:old.offset+old.length])`,
		New:    `		copy(a.data[l.offset:], a.data[old.offset:old.offset+min(old.length, 31)])`,
	},
	{
		Name: "thirty-steps-down", Class: "scale",
		Breaks: "observers hear of a change above on no more than thirty entities",
		File:   "fast/internal/change/capture.go",
		Old:    `	for _, at := range v.below {`,
		New:    `	for _, at := range v.below[:min(len(v.below), 30)] {`,
	},
}
