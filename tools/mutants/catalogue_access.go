package mutants

// accessMutants break the marks of the data that rows write, and of the tables that a reader of changes has seen.
var accessMutants = []Mutant{
	{
		Name: "out-writes-nothing", Class: "access",
		Breaks: "rows with a field that is out are not marked as written",
		File:   "fast/internal/change/tracking.go",
		Old:    `(access == spec.AccessInOut || access == spec.AccessOut)`,
		New:    `access == spec.AccessInOut`,
	},
	{
		Name: "inherited-inout-writes-nothing", Class: "access", Stands: true,
		Breaks: "an inherited field with explicit inout does not mark the value on the base",
		File:   "fast/internal/change/tracking.go",
		Old:    `return d, owner, ok && f.Stored == f.ID &&`,
		New:    `return d, owner, ok && f.Src == 0 && f.Stored == f.ID &&`,
	},
	{
		Name: "explicit-in-writes", Class: "access",
		Breaks: "an own field that is explicitly in is marked as written",
		File:   "fast/internal/query/rows.go",
		Old:    `case access != spec.AccessDefault:`,
		New:    `case access != spec.AccessDefault && (access != spec.AccessIn || !owned):`,
	},
	{
		Name: "skipped-rows-are-seen", Class: "access",
		Breaks: "a reader that tracks changes forgets the tables of rows that it has skipped",
		File:   "fast/engine/changes.go",
		Old:    `op.Limit == 0 && op.Skip == 0`,
		New:    `op.Limit == 0`,
	},
	{
		Name: "limit-is-the-whole", Class: "access",
		Breaks: "a reader that tracks changes takes an answer with a limit for all there is",
		File:   "fast/engine/changes.go",
		Old:    `op.Limit == 0 && op.Skip == 0`,
		New:    `op.Skip == 0`,
	},
	{
		Name: "group-is-the-whole", Class: "access",
		Breaks: "a reader that tracks changes takes one group for all rows",
		File:   "fast/engine/changes.go",
		Old:    `len(op.Vars) == 0 && op.Group == nil &&`,
		New:    `len(op.Vars) == 0 &&`,
	},
	{
		Name: "preset-is-the-whole", Class: "access",
		Breaks: "a reader that tracks changes takes the rows with a variable set for all",
		File:   "fast/engine/changes.go",
		Old:    `len(op.Vars) == 0 && op.Group == nil &&`,
		New:    `op.Group == nil &&`,
	},
	{
		Name: "iterators-remember-others", Class: "access",
		Breaks: "an iterator does not forget the tables that have no rows any more",
		File:   "fast/engine/iterator.go",
		Old:    `		q.tracker.ForgetOthers(now)`,
		New:    `		_ = now.Data`,
	},
	{
		Name: "batch-writes-first-field", Class: "access",
		Breaks: "of the fields of a batch that may be written the first is marked",
		File:   "fast/engine/changes.go",
		Old:    `t.writes[from:t.ends[i]]...)`,
		New:    `t.writes[from:min(from+1, t.ends[i])]...)`,
	},
	{
		Name: "reborn-in-its-table", Class: "access",
		Breaks: "a deletion and a creation that use one number in one table are no change",
		File:   "fast/internal/change/table_watch.go",
		Old:    `	if m.entity == now && m.key == key {`,
		New:    `	if m.key == key && len(key) > 0 && len(m.key) > 0 {`,
	},
	{
		Name: "seen-by-first-entity", Class: "access",
		Breaks: "of entities with other targets beside the tables only the first one's table is looked at for changes",
		File:   "fast/internal/change/tracking.go",
		Old:    `	if !x.W.NonFragmenting.Any() {`,
		New:    `	if !x.W.NonFragmenting.Any() || !x.W.Toggles.Any() {`,
	},
	{
		Name: "writes-of-another-table", Class: "access",
		Breaks: "a value of another entity counts as changed only if it is on the first such field",
		File:   "fast/internal/change/tracking.go",
		Old: `		if d, _, _, ok := s.w.dataOf(x, i, this); ok {
			data[d] = struct{}{}`,
		New: `		if d, _, _, ok := s.w.dataOf(x, i, this); ok && (d.Table == table || len(data) == 0) {
			data[d] = struct{}{}`,
	},
}
