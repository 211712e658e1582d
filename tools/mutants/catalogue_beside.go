package mutants

// besideMutants break pairs that lie beside the tables where an entity or a target has more than one of them.
var besideMutants = []Mutant{
	{
		Name: "first-column-to-target", Class: "beside tables",
		Breaks: "of two pairs beside the tables with one target an entity shows a wildcard the first only",
		File:   "fast/internal/rules/nonfragmenting.go",
		Old:    `				to = append(to, Held{id, 0})`,
		New:    `				return append(to, Held{id, 0})`,
	},
	{
		Name: "first-column-owns", Class: "beside tables",
		Breaks: "of two pairs beside the tables only the first tells whether the entity has any pair with a target",
		File:   "fast/internal/rules/nonfragmenting.go",
		Old: `			if w.Actual(mark, index).Second() == id.Second() {
				return true
			}`,
		New: `			return w.Actual(mark, index).Second() == id.Second()`,
	},
	{
		Name: "second-column-of-the-dead", Class: "beside tables", Stands: true,
		Breaks: "an entity with two pairs beside the tables stays a source by the second after its death",
		File:   "fast/internal/rules/nonfragmenting.go",
		Old: `		if IsMark(id) {
			w.NonFragmenting.By[id.First()].Remove(index)
		}`,
		New: `		if IsMark(id) {
			w.NonFragmenting.By[id.First()].Remove(index)
			break
		}`,
	},
	{
		Name: "snapshot-shares-second-column", Class: "beside tables",
		Breaks: "a snapshot copies the targets of the first relationship beside the tables and shares those of the others",
		File:   "fast/internal/rules/nonfragmenting.go",
		Old:    `	for relationship, x := range c.By {`,
		New: `	for _, relationship := range c.list[:min(1, len(c.list))] {
		x := c.By[relationship]`,
	},
	{
		Name: "toggle-of-replaced-target", Class: "beside tables",
		Breaks: "a pair beside the tables that was off when another target replaced it is off when it comes back",
		File:   "fast/internal/rules/toggle.go",
		Old:    `if id := ids[i]; !w.OwnsID(t, index, id) {`,
		New:    `if id := ids[i]; !w.Store.Has(t, w.TableID(id)) {`,
	},
	{
		Name: "first-source-dies", Class: "beside tables",
		Breaks: "of two entities with a pair beside the tables that die with its target only one does",
		File:   "fast/internal/rules/cleanup.go",
		Old:    `		for _, source := range sources {`,
		New:    `		for _, source := range sources[:1] {`,
	},
	{
		Name: "tables-without-targets", Class: "beside tables",
		Breaks: "entities with other targets beside the tables are in one table, for locks, batches and changes",
		File:   "fast/internal/rules/table_key.go",
		Old:    `target, _ := beside.By[id.First()].Target(index)`,
		New:    `target := id.First()`,
	},
	{
		Name: "inherited-to-target", Class: "beside tables",
		Breaks: "a pair beside the tables of a base is not found on an instance by (*, T)",
		File:   "fast/internal/rules/inherit.go",
		Old:    `			if h.ID.Matches(c.pattern) {`,
		New:    `			if h.ID.Matches(c.pattern) && c.pattern.First() != store.Wildcard {`,
	},
	{
		Name: "lead-forgets-instances", Class: "beside tables",
		Breaks: "a query that begins with the sources of a target beside the tables finds instances of two sources and more only",
		File:   "fast/internal/query/candidates.go",
		Old:    `	if m.inherited && x.AnyBases && len(sources) > 0 {`,
		New:    `	if m.inherited && x.AnyBases && len(sources) > 1 {`,
	},
	{
		Name: "order-by-table-alone", Class: "beside tables",
		Breaks: "a held query in groups keeps them while targets beside the tables change",
		File:   "fast/internal/query/cached_order.go",
		Old:    `if c == nil || g.O.Cascades || w.NonFragmenting.Any() {`,
		New:    `if c == nil || g.O.Cascades || w.NonFragmenting.Any() && w.Toggles.Any() {`,
	},
	{
		Name: "groups-by-table", Class: "beside tables",
		Breaks: "all entities of a table are in the group of its first, where the relationship lies beside the tables",
		File:   "fast/internal/query/ordered.go",
		Old:    `g.split = x.Exact || g.O.Sorts || x.Store.Alive(g.O.Relation) &&`,
		New:    `g.split = x.Exact || g.O.Sorts || x.W.Toggles.Any() && x.Store.Alive(g.O.Relation) &&`,
	},
	{
		Name: "climbs-by-table", Class: "beside tables",
		Breaks: "the entities of a table find the same above, where the way up lies beside the tables",
		File:   "fast/internal/query/nonfragmenting.go",
		Old:    `	if t.Traversal.Climbs() && w.Store.Alive(t.Traversal.Relation) &&`,
		New:    `	if t.Traversal.Climbs() && t.Second.Kind != ElementNone && w.Store.Alive(t.Traversal.Relation) &&`,
	},
	{
		Name: "second-source-untold", Class: "beside tables",
		Breaks: "observers hear of one instance of two that have their base by a pair beside the tables",
		File:   "fast/internal/rules/remove.go",
		Old: `	w.eachNonFragmenting(id, func(_ uint32, sources []uint32) {
		for _, index := range sources {
			f(index)
		}`,
		New: `	w.eachNonFragmenting(id, func(_ uint32, sources []uint32) {
		for _, index := range sources[len(sources)-1:] {
			f(index)
		}`,
	},
}
