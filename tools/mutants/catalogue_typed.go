package mutants

// typedMutants are faults in the typed API of package fast, which no operation of a trace reaches: internal/twin finds them.
var typedMutants = []Mutant{
	{
		Name: "typed-released-by-place", Class: TypedClass,
		Breaks: "a cached query that was released is taken for another one with as many terms",
		File:   "fast/query_shared.go",
		Old:    `q.is(terms, fields) &&`,
		New:    `(q.is(terms, fields) || q.q.Kind == spec.KindCached && len(q.asked) == len(terms)) &&`,
	},
	{
		Name: "typed-released-is-current", Class: TypedClass,
		Breaks: "a cached query that is made again after its release has no matches until the world changes",
		File:   "fast/internal/query/cache.go",
		Old: `		c.valid = false
		c.matches`,
		New: `		c.matches`,
	},
	{
		Name: "typed-target-is-own", Class: TypedClass,
		Breaks: "an inherited target is not found by the reader of a relationship where an entity has at most one of its own",
		File:   "fast/pair.go",
		Old:    `ok && target != rules.NonFragmentingMark && !r.w.core.Instances {`,
		New:    `ok && target != rules.NonFragmentingMark {`,
	},
	{
		Name: "typed-pair-is-own", Class: TypedClass,
		Breaks: "an inherited pair is not found by the reader of a relationship where an entity has at most one of its own",
		File:   "fast/pair.go",
		Old:    `ok && !rules.IsBuiltin(target.Index()) && !core.Instances && !core.NonFragmenting.Any() {`,
		New:    `ok && !rules.IsBuiltin(target.Index()) && !core.NonFragmenting.Any() {`,
	},
	{
		Name: "typed-pair-of-the-dead", Class: TypedClass,
		Breaks: "the reader of a relationship finds a pair by a target that is dead, where another has its number",
		File:   "fast/pair.go",
		Old:    `own == target.Index() && core.Store.Alive(target)`,
		New:    `own == target.Index()`,
	},
	{
		Name: "typed-second-value-of-instance", Class: TypedClass,
		Breaks: "the second of two values is not set where a spawner has a base",
		File:   "fast/query2.go",
		Old:    `	s.fields.b.put(made, t, b)`,
		New: `	if s.base == 0 {
		s.fields.b.put(made, t, b)
	}`,
	},
	{
		Name: "typed-recent-by-target", Class: TypedClass,
		Breaks: "a spawner remembers the table of a further id by its target alone",
		File:   "fast/spawn.go",
		Old:    `if known.id == id && known.epoch == epoch`,
		New:    `if known.id.second == id.second && known.epoch == epoch`,
	},
	{
		Name: "typed-first-copy-only", Class: TypedClass,
		Breaks: "of the ids that a base gives copies of only the first has its value in a spawned instance",
		File:   "fast/spawn_instance.go",
		Old:    `for _, id := range add[1:] {`,
		New:    `for _, id := range add[1:min(2, len(add))] {`,
	},
	{
		Name: "typed-copies-of-the-first", Class: TypedClass,
		Breaks: "of several instances made at once only the first has the base's values",
		File:   "fast/spawn_instance.go",
		Old:    `for i := row; i < row+n; i++ {`,
		New:    `for i := row; i < row+min(n, 1); i++ {`,
	},
	{
		Name: "typed-many-is-no-change", Class: TypedClass,
		Breaks: "entities made at once are no change to a query",
		File:   "fast/spawn.go",
		Old:    `hooked := w.core.Hooked() // by observers, or because somebody wants to know of changes`,
		New:    `hooked := len(w.core.Observers.List) > 0`,
	},
	{
		Name: "typed-last-placeholder", Class: TypedClass,
		Breaks: "the last placeholder of commands is unknown when they are applied",
		File:   "fast/commands.go",
		Old:    `int(entity.Index()) < len(c.made)`,
		New:    `int(entity.Index())+1 < len(c.made)`,
	},
	{
		Name: "typed-values-of-commands", Class: TypedClass,
		Breaks: "commands give the second value of a component to all later ones",
		File:   "fast/commands.go",
		Old:    `at: int32(len(values.values) - 1)})`,
		New:    `at: int32(min(len(values.values)-1, 1))})`,
	},
	{
		Name: "typed-query-of-other-terms", Class: TypedClass,
		Breaks: "a query that keeps nothing has the terms of the last one with as many",
		File:   "fast/query_shared.go",
		Old:    `if len(q.fields) != len(fields) || !slices.Equal(q.asked, terms) {`,
		New:    `if len(q.fields) != len(fields) || len(q.asked) != len(terms) || !slices.Equal(q.asked[:0], terms[:0]) {`,
	},
	{
		Name: "typed-edit-second-target", Class: TypedClass,
		Breaks: "an edit of whole tables gives a second target of an exclusive relationship",
		File:   "fast/internal/change/edit.go",
		Old:    `has && !slices.Contains(m.remove[:removed], old) {`,
		New:    `has && len(entities) == 0 && !slices.Contains(m.remove[:removed], old) {`,
	},
	{
		Name: "typed-edit-whole-table", Class: TypedClass,
		Breaks: "an edit takes all rows of a table of which some match",
		File:   "fast/query_edit.go",
		Old:    `whole = whole && b.rows.from == 0 && b.Len() == q.typed.w.core.Store.Count(b.at.table)`,
		New:    `whole = whole && b.rows.from == 0`,
	},
	{
		Name: "typed-reader-asks-the-heir", Class: TypedClass,
		Breaks: "a reader of tables looks for the values of what is above on the entity above, which may inherit them",
		File:   "fast/changes.go",
		Old: `	owner, id := b.ownerOf(field)
	t, column, ok := b.columnOf(owner, id)
	if !ok {
		to`,
		New: `	owner, id := b.ownerOf(field)
	if b.upOf(field) >= 0 {
		owner = b.Source(field).Index()
	}
	t, column, ok := b.columnOf(owner, id)
	if !ok {
		to`,
	},
	{
		Name: "typed-reader-of-any-owner", Class: TypedClass,
		Breaks: "a reader of tables is not told that fields share the value of another entity",
		File:   "fast/changes.go",
		Old:    `to.fields = to.fields.With(uint64(b.set.w.core.Entity(owner)))`,
		New:    `to.fields = to.fields.With(0)`,
	},
	{
		Name: "typed-reader-of-any-table", Class: TypedClass,
		Breaks: "a reader of tables takes the table that the owner of a value has come to for the one it was in",
		File:   "fast/changes.go",
		Old:    `uint64(t)<<32 + uint64(st.Version(t))`,
		New:    `uint64(st.Version(t))`,
	},
	{
		Name: "typed-announces-own-only", Class: TypedClass,
		Breaks: "writes to values that a batch shares are not announced",
		File:   "fast/changes.go",
		Old: `	case owner != 0:
		w.core.Watch.Written(&w.core, w.core.Entity(owner), id)
`,
		New: `	case owner != 0:
`,
	},
	{
		Name: "typed-commands-tell-of-the-dead", Class: TypedClass,
		Breaks: "commands for the dead are errors",
		File:   "fast/commands.go",
		Old: `err != nil && !isNotAlive(err) {
			failed`,
		New: `err != nil {
			failed`,
	},
	{
		Name: "typed-commands-remove-all", Class: TypedClass,
		Breaks: "a removal among commands takes all pairs of the relationship",
		File:   "fast/commands.go",
		Old:    `		return w.Remove(e, id)`,
		New: `		if id.IsPair() {
			id.second = Wildcard
		}
		return w.Remove(e, id)`,
	},
	{
		Name: "typed-sources-beside-tables", Class: TypedClass,
		Breaks: "a reader does not see sources of a target beside the tables",
		File:   "fast/pair.go",
		Old:    `x != nil && !id.IsWildcard() {`,
		New:    `x != nil && id.IsWildcard() {`,
	},
	{
		Name: "typed-reader-has-beside-tables", Class: TypedClass,
		Breaks: "a reader does not see an inherited pair beside the tables",
		File:   "fast/pair.go",
		Old:    `if !rules.IsBuiltin(target.Index()) && !r.w.core.NonFragmenting.Any() {`,
		New:    `if !rules.IsBuiltin(target.Index()) {`,
	},
	{
		Name: "typed-own-target-hides-older", Class: TypedClass,
		Breaks: "an own target hides an older one that is inherited",
		File:   "fast/pair.go",
		Old:    `(!bases || r.w.core`,
		New:    `(!bases || count == 1 || r.w.core`,
	},
	{
		Name: "typed-mirror-stays", Class: TypedClass,
		Breaks: "a symmetric pair that is removed by the short way leaves its mirror",
		File:   "fast/pair.go",
		Old:    `rules.TraitSymmetric|rules.TraitProperty|rules.TraitNonFragmenting) != 0 ||`,
		New:    `rules.TraitProperty|rules.TraitNonFragmenting) != 0 ||`,
	},
	{
		Name: "typed-plain-on-instances", Class: TypedClass,
		Breaks: "data that come to an instance by the short way do not begin as the base's",
		File:   "fast/pair.go",
		Old:    `return !w.core.Instances || !w.core.Store.HasID(e, rules.AnyBase)`,
		New:    `return true`,
	},
	{
		Name: "typed-short-way-round", Class: TypedClass,
		Breaks: "the short way to a parent closes a cycle",
		File:   "fast/pair.go",
		Old:    `(id.Second() == e.Index() || w.core.Store.Mentioned(e.Index()))`,
		New:    `id.Second() == e.Index()`,
	},
	{
		Name: "typed-up-by-disabled-pair", Class: TypedClass,
		Breaks: "Up follows a pair that is off",
		File:   "fast/query_climb.go",
		Old:    `if w.core.IsOff(index, store.Pair(c.relationship, target)) {`,
		New:    `if w.core.IsOff(index, c.id) {`,
	},
	{
		Name: "typed-second-up-optional", Class: TypedClass,
		Breaks: "only the first of several Up terms must be found",
		File:   "fast/query_climb.go",
		Old:    `if a.source == 0 && q.ups[j].oper == spec.And {`,
		New:    `if a.source == 0 && q.ups[j].oper == spec.And && j == 0 {`,
	},
	{
		Name: "typed-split-rows", Class: TypedClass,
		Breaks: "a match that is split is about its first row again and again",
		File:   "fast/query_climb.go",
		Old:    `rows = append(rows, batchRows{part.from + row, 1})`,
		New:    `rows = append(rows, batchRows{part.from + min(row, 1), 1})`,
	},
	{
		Name: "typed-dead-group", Class: TypedClass,
		Breaks: "a dead group is the one whose number it had",
		File:   "fast/query_match.go",
		Old:    `group != 0 && !q.w.core.Store.Alive(group)`,
		New:    `group != 0 && !q.w.core.Store.Alive(group) && group.Index() == 0`,
	},
	{
		Name: "typed-runs-with-gaps", Class: TypedClass,
		Breaks: "a batch of an ordered query goes on over rows that do not follow",
		File:   "fast/query_sorted.go",
		Old:    `part.count == 0 || part.from+part.count != rows.from ||`,
		New:    `part.count == 0 ||`,
	},
	{
		Name: "typed-runs-of-other-sources", Class: TypedClass,
		Breaks: "a batch of an ordered query joins rows that have a field from different sources",
		File:   "fast/query_sorted.go",
		Old:    `if s.fields[int(s.matches[last].First)+i] != s.field(x, &x.Fields[i]) {`,
		New:    `if s.fields[int(s.matches[last].First)+i].Set != s.field(x, &x.Fields[i]).Set {`,
	},
	{
		Name: "typed-group-and-later", Class: TypedClass,
		Breaks: "a group has the rows of those after it, too",
		File:   "fast/query_sorted.go",
		Old:    `s.matches = s.matches[part.From:part.To]`,
		New:    `s.matches = s.matches[part.From:]`,
	},
	{
		Name: "typed-dead-value-under-not", Class: TypedClass,
		Breaks: "a dead value of a variable under Not matches everything",
		File:   "fast/query_scan.go",
		Old:    ` && r.w.core.Store.Alive(e) // also where the variable is under Not alone`,
		New:    ``,
	},
	{
		Name: "typed-instance-owns-the-rest", Class: TypedClass,
		Breaks: "an instance that owns the rarest id has only what it owns",
		File:   "fast/query_scan_table.go",
		Old:    `if r.instances && r.w.core.HasBases(t) {`,
		New:    `if r.instances && skip != 0 && r.w.core.HasBases(t) {`,
	},
	{
		Name: "typed-disabled-in-scans", Class: TypedClass,
		Breaks: "queries that keep nothing find disabled entities",
		File:   "fast/query_scan.go",
		Old:    `r.q.q.ExcludedFlags() | rules.FlagHidden`,
		New:    `r.q.q.ExcludedFlags()&^rules.FlagDisabled | rules.FlagHidden`,
	},
	{
		Name: "typed-fixed-source-owns", Class: TypedClass,
		Breaks: "a fixed source has only what it owns",
		File:   "fast/query_scan.go",
		Old:    `holder, found = w.core.InheritedFrom(at, to.id)`,
		New:    `_, found = w.core.InheritedFrom(at, to.id)`,
	},
	{
		Name: "typed-skip-is-ignored", Class: TypedClass,
		Breaks: "a batch that is skipped is marked as written all the same",
		File:   "fast/query_changed.go",
		Old:    `	if s.skipped || len(s.query.writes) == 0 {`,
		New:    `	if len(s.query.writes) == 0 {`,
	},
	{
		Name: "typed-tables-that-left", Class: TypedClass,
		Breaks: "a query whose entities have all left a table has not changed",
		File:   "fast/query_changed.go",
		Old:    `return there != len(t.seen)`,
		New:    `return there > len(t.seen)`,
	},
	{
		Name: "typed-out-is-not-written", Class: TypedClass,
		Breaks: "out fields are not marked",
		File:   "fast/query_changed.go",
		Old: `		case spec.AccessInOut, spec.AccessOut:
			b.wrote`,
		New: `		case spec.AccessOut:
		case spec.AccessInOut:
			b.wrote`,
	},
	{
		Name: "typed-all-or-some", Class: TypedClass,
		Breaks: "AddAll leaves the pairs before the one that is refused",
		File:   "fast/pair.go",
		Old:    `				return w.core.End(mark, err)`,
		New: `				_ = w.core.End(mark, nil)
				return err`,
	},
	{
		Name: "typed-add-all-without-consequences", Class: TypedClass,
		Breaks: "AddAll adds pairs of a relationship with With alone",
		File:   "fast/pair.go",
		Old:    `(rules.TraitNonFragmenting|rules.TraitsOfAdd) == 0`,
		New:    `rules.TraitNonFragmenting == 0`,
	},
	{
		Name: "typed-closure-of-disabled-pairs", Class: TypedClass,
		Breaks: "a closure goes by pairs that are off",
		File:   "fast/closure.go",
		Old:    ` && !w.core.Toggles.Any() && !w.core.Instances {`,
		New:    ` && !w.core.Instances {`,
	},
	{
		Name: "typed-cascade-by-tables", Class: TypedClass,
		Breaks: "a loop by depth begins anywhere",
		File:   "fast/cascade.go",
		Old:    `longest = max(longest, depth+1)`,
		New:    `longest = max(longest, depth)`,
	},
	{
		Name: "typed-optional-up-alone", Class: TypedClass,
		Breaks: "a query of an optional Up alone is about what has the relationship",
		File:   "fast/query_compile.go",
		Old:    `return queryTerm{id: Pair(ups[0].relationship, Any), oper: spec.Optional}`,
		New:    `return queryTerm{id: Pair(ups[0].relationship, Any)}`,
	},
	{
		Name: "typed-split-gives-twice", Class: TypedClass,
		Breaks: "a batch that ends a part of a split query begins the next part too",
		File:   "fast/query_split.go",
		Old:    `list, size = list[1:], size-taken`,
		New: `if size -= taken; size > 0 {
					list = list[1:]
				}`,
	},
	{
		Name: "typed-split-leaves-out", Class: TypedClass,
		Breaks: "a split query leaves entities out where the parts are not equal",
		File:   "fast/query_split.go",
		Old:    `if i < total%n {`,
		New:    `if i+1 < total%n {`,
	},
}
