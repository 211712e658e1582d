package mutants

// tecsMutants break the front of Tecs: how edges are stored and cleaned up, their data, ways along them.
var tecsMutants = []Mutant{
	{
		Name: "tecs-dead-targets-stay", Class: "tecs",
		Breaks: "sparse edges to a dead target stay, if the relationship has several targets",
		File:   "fast/tecs/many_sparse.go",
		Old:    `if alive || s == nil {`,
		New:    `if alive || s == nil || s.list != nil {`,
	},
	{
		Name: "tecs-tag-stays", Class: "tecs",
		Breaks: "an entity whose last sparse edge went with its target is still found by queries",
		File:   "fast/tecs/many_sparse.go",
		Old:    `_ = m.r.w.base.Remove(source, m.any()) // nothing protects a tag of ours`,
		New:    ``,
	},
	{
		Name: "tecs-dead-sources-stay", Class: "tecs",
		Breaks: "a dead entity is still among the sources of a sparse relationship",
		File:   "fast/tecs/many_sparse.go",
		Old:    `if !alive || !m.r.w.base.Owns(e, m.any()) {`,
		New:    `if alive && !m.r.w.base.Owns(e, m.any()) {`,
	},
	{
		Name: "tecs-clear-leaves-edges", Class: "tecs",
		Breaks: "clear leaves the edges that lie beside the tables",
		File:   "fast/tecs/many_sparse.go",
		Old:    `if !alive || !m.r.w.base.Owns(e, m.any()) {`,
		New:    `if !alive {`,
	},
	{
		Name: "tecs-dense-exclusive", Class: "tecs",
		Breaks: "a dense exclusive relationship keeps its old target",
		File:   "fast/tecs/relationship.go",
		Old:    `if r.options.Exclusive {`,
		New:    `if r.options.Exclusive && r.options.Sparse {`,
	},
	{
		Name: "tecs-dense-cascade", Class: "tecs",
		Breaks: "cascade delete works for sparse relationships alone",
		File:   "fast/tecs/relationship.go",
		Old:    `if r.options.CascadeDelete {`,
		New:    `if r.options.CascadeDelete && r.options.Sparse {`,
	},
	{
		Name: "tecs-cascade-once", Class: "tecs",
		Breaks: "a cascade does not go on from those that it takes along",
		File:   "fast/internal/rules/cleanup.go",
		Old:    `for i := 0; i < len(d.order) && d.err == nil; i++ {`,
		New:    `for i := 0; i < len(list) && d.err == nil; i++ {`,
	},
	{
		Name: "tecs-null-has-no-default", Class: "tecs",
		Breaks: "null by position is not replaced by the default",
		File:   "fast/tecs/part.go",
		Old:    `if values[i] == nil && i < len(r.options.Defaults) {`,
		New:    `if values[i] == nil && i >= len(d.args) && i < len(r.options.Defaults) {`,
	},
	{
		Name: "tecs-table-has-no-defaults", Class: "tecs",
		Breaks: "the table form has no defaults",
		File:   "fast/tecs/part.go",
		Old:    `if values[i] == nil && i < len(r.options.Defaults) {`,
		New:    `if values[i] == nil && d.table == nil && i < len(r.options.Defaults) {`,
	},
	{
		Name: "tecs-first-field-required", Class: "tecs",
		Breaks: "only the first field can be required",
		File:   "fast/tecs/part.go",
		Old:    `if values[i] == nil && r.requires(f) {`,
		New:    `if values[i] == nil && i == 0 && r.requires(f) {`,
	},
	{
		Name: "tecs-unknown-field", Class: "tecs",
		Breaks: "a field that the relationship does not have is passed over",
		File:   "fast/tecs/part.go",
		Old:    `if known < len(d.table) {`,
		New:    `if known == 0 && len(d.table) > 0 {`,
	},
	{
		Name: "tecs-one-argument-too-many", Class: "tecs",
		Breaks: "one value more than there are fields is passed over",
		File:   "fast/tecs/part.go",
		Old:    `if len(d.args) > len(fields) {`,
		New:    `if len(d.args) > len(fields)+1 {`,
	},
	{
		Name: "tecs-last-target-first", Class: "tecs",
		Breaks: "the first target of a sparse relationship is the one that was created last",
		File:   "fast/tecs/many_sparse.go",
		Old:    `return list[0].target`,
		New:    `return list[len(list)-1].target`,
	},
	{
		Name: "tecs-targets-as-set", Class: "tecs",
		Breaks: "sparse targets are in the order in which they were set",
		File:   "fast/tecs/many_sparse.go",
		Old:    `m.forward[e] = slices.Insert(m.forward[e], at, sparseEdge{target, value})`,
		New:    `m.forward[e] = append(m.forward[e], sparseEdge{target, value})`,
	},
	{
		Name: "tecs-old-data-stay", Class: "tecs",
		Breaks: "setting a sparse edge again does not replace its data",
		File:   "fast/tecs/many_sparse.go",
		Old:    `m.forward[e][at].value = value`,
		New:    `_ = value`,
	},
	{
		Name: "tecs-data-of-the-old-target", Class: "tecs",
		Breaks: "the data of a sparse exclusive edge stay when another target replaces it",
		File:   "fast/tecs/edges.go",
		Old:    `o.values[e] = besideValue{target, o.r.data.copy(value)}`,
		New: `if old, had := o.values[e]; had {
		value = old.value
	}
	o.values[e] = besideValue{target, o.r.data.copy(value)}`,
	},
	{
		Name: "tecs-breadth-first", Class: "tecs",
		Breaks: "traverse goes breadth first",
		File:   "fast/tecs/reverse.go",
		Old: `at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]`,
		New: `at := stack[0]
			stack = stack[1:]`,
	},
	{
		Name: "tecs-flat-depths", Class: "tecs",
		Breaks: "what is below the children has the depth of the children",
		File:   "fast/tecs/reverse.go",
		Old:    `stack = w.below(stack, at.entity, r, at.depth+1)`,
		New:    `stack = w.below(stack, at.entity, r, min(at.depth+1, 1))`,
	},
	{
		Name: "tecs-root-is-below", Class: "tecs",
		Breaks: "traverse gives the root, if a cycle leads to it",
		File:   "fast/tecs/reverse.go",
		Old: `seen := map[Entity]bool{root: true}
		stack`,
		New: `seen := map[Entity]bool{}
		stack`,
	},
	{
		Name: "tecs-again-on-another-way", Class: "tecs",
		Breaks: "traverse gives an entity once for each child of the root that leads to it",
		File:   "fast/tecs/reverse.go",
		Old:    `seen[at.entity] = true`,
		New:    `if seen[at.entity] = true; at.depth == 0 { seen = map[Entity]bool{root: true, at.entity: true} }`,
	},
	{
		Name: "tecs-bound-too-deep", Class: "tecs",
		Breaks: "traverse with a bound goes one deeper",
		File:   "fast/tecs/reverse.go",
		Old:    `for at := 0; at <= depth && len(level) > 0; at++ {`,
		New:    `for at := 0; at <= depth+1 && len(level) > 0; at++ {`,
	},
	{
		Name: "tecs-walk-up-bound", Class: "tecs",
		Breaks: "as many ancestors as may be met are an error",
		File:   "fast/tecs/reverse.go",
		Old:    `if depth > maxDepth {`,
		New:    `if depth >= maxDepth {`,
	},
	{
		Name: "tecs-walk-up-cycle-ends", Class: "tecs",
		Breaks: "a walk round a cycle ends where it began",
		File:   "fast/tecs/reverse.go",
		Old:    `at = w.Target(at, r)`,
		New:    `if at = w.Target(at, r); at == e { return nil }`,
	},
	{
		Name: "tecs-walk-up-stops-late", Class: "tecs",
		Breaks: "a callback that says false is asked once more",
		File:   "fast/tecs/engine/related.go",
		Old:    `return tired == nil && len(list) != op.Take`,
		New:    `return tired == nil && (op.Take == 0 || len(list) <= op.Take)`,
	},
	{
		Name: "tecs-no-reverse-index", Class: "tecs",
		Breaks: "relationships without reverse index can be followed, if they are dense",
		File:   "fast/tecs/reverse.go",
		Old:    `case !r.options.ReverseIndex:`,
		New:    `case !r.options.ReverseIndex && r.options.Sparse:`,
	},
	{
		Name: "tecs-transient-restored", Class: "tecs",
		Breaks: "snapshots have the dense edges of transient relationships",
		File:   "fast/tecs/snapshot.go",
		Old:    `case r.options.Transient:`,
		New:    `case r.options.Transient && r.options.Sparse:`,
	},
	{
		Name: "tecs-snapshot-shares-edges", Class: "tecs",
		Breaks: "a snapshot shares the lists of sparse edges with the world",
		File:   "fast/tecs/many_sparse.go",
		Old:    `list = slices.Clone(list)`,
		New:    ``,
	},
	{
		Name: "tecs-data-not-saved", Class: "tecs",
		Breaks: "snapshots have no data of sparse exclusive edges to entities that are targets of nothing else",
		File:   "fast/tecs/edges.go",
		Old:    `saved[e] = besideValue{v.target, o.r.data.copy(v.value)}`,
		New: `if len(saved) == 0 {
			saved[e] = besideValue{v.target, o.r.data.copy(v.value)}
		}`,
	},
	{
		Name: "tecs-sparse-targeting", Class: "tecs",
		Breaks: "a query may want a target of a sparse relationship, if that is exclusive",
		File:   "fast/tecs/query.go",
		Old:    `if t.r.options.Sparse {`,
		New:    `if t.r.options.Sparse && !t.r.options.Exclusive {`,
	},
	{
		Name: "tecs-monitor-of-not", Class: "tecs",
		Breaks: "a monitor hears of entities although no term includes anything",
		File:   "fast/tecs/query.go",
		Old:    `return len(q.include) > 0`,
		New:    `return len(q.include)+len(q.exclude) > 0`,
	},
	{
		Name: "tecs-tables-of-declarations", Class: "tecs",
		Breaks: "a table counts that has nothing but what was declared",
		File:   "fast/tecs/world.go",
		Old:    `if t.Entities > declared[t.Number] {`,
		New:    `if t.Entities > 0 {`,
	},
	{
		Name: "tecs-remove-is-not-staged", Class: "tecs",
		Breaks: "remove does not wait in a scope",
		File:   "fast/tecs/ids.go",
		Old:    `w.stage.add(command{kind: spec.OpRemove, entity: e, pattern: what})`,
		New:    `return w.take(e, what)`,
	},
	{
		Name: "tecs-staged-edge-to-the-dead", Class: "tecs",
		Breaks: "a staged edge to a target that died meanwhile is an error",
		File:   "fast/tecs/stage.go",
		Old:    `if !c.part.alive(w) {`,
		New:    `if c.part == nil {`,
	},
	{
		Name: "tecs-staged-backwards", Class: "tecs",
		Breaks: "staged changes are applied from the last to the first",
		File:   "fast/tecs/stage.go",
		Old:    `for i := range queue {`,
		New:    `for i := len(queue) - 1; i >= 0; i-- {`,
	},
	{
		Name: "tecs-monitor-hears-changes", Class: "tecs",
		Breaks: "a monitor hears again of an entity that goes on matching",
		File:   "fast/tecs/monitor.go",
		Old:    `case was == is:`,
		New:    `case was == is && !is:`,
	},
	{
		Name: "tecs-monitor-misses-deaths", Class: "tecs",
		Breaks: "a monitor does not hear of entities that have died",
		File:   "fast/tecs/monitor.go",
		Old: `	w := m.q.w
	w.wake.queue`,
		New: `	w := m.q.w
	if !w.base.Alive(t.entity) {
		return
	}
	w.wake.queue`,
	},
	{
		Name: "tecs-monitor-after-restore", Class: "tecs",
		Breaks: "a monitor does not know what a restoration has brought back",
		File:   "fast/tecs/snapshot.go",
		Old:    `m.stale = true`,
		New:    `m.stale = false`,
	},
	{
		Name: "tecs-half-an-entity", Class: "tecs",
		Breaks: "an entity with a part that is refused is there all the same",
		File:   "fast/tecs/world.go",
		Old:    `_ = w.base.Delete(e) // it is alive, and nothing protects it`,
		New:    ``,
	},
	{
		Name: "tecs-remove-all-is-one", Class: "tecs",
		Breaks: "removing a dense relationship removes the edge to the first target alone",
		File:   "fast/tecs/edges.go",
		Old:    `return p.r.w.base.RemovePair(e, p.r.entity, fast.Wildcard)`,
		New:    `return p.r.w.base.RemovePair(e, p.r.entity, p.first(e))`,
	},
}
