package fast_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func rowLoop(t require.TestingT, q *fast.Query, skips bool) {
	rows, err := q.Rows()
	require.NoError(t, err)
	for row := range rows {
		if skips {
			row.Skip()
		}
	}
}

// reading returns a query that detects writes by others.
func reading(w *fast.World) (q fast.Query1[position], changed func() bool) {
	q = fast.NewQuery1[position](w, fast.ReadOnly[position]())
	return q, func() bool {
		changed := q.Changed()
		for range q.Batches() {
		}
		return changed
	}
}

// QRY-496, QRY-506, QRY-507, QRY-513, QRY-514: every kind of loop marks the fields that it may
// write, unless it skips. Fields and terms that are only read, or not accessed, are not marked.
func TestLoopsMarkWhatTheyMayWrite(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	type mark struct{}
	e := fast.Spawn3(w, position{1, 2}, velocity{3, 4}, mark{})
	base := fast.Spawn1(w, position{5, 6}, fast.Prefab)
	child := fast.Spawn1(w, velocity{}, fast.Pair(fast.IsA, base))
	_, changed := reading(w)
	p, v := fast.Register[position](w), fast.Register[velocity](w)
	require.True(t, changed())
	loop := func(q fast.Query1[position]) func() {
		return func() {
			for range q.Batches() {
			}
		}
	}
	prepared := func(text string, skip bool) func() {
		q, err := w.Prepare(spec.Query{Expr: text})
		require.NoError(t, err)
		return func() {
			rows, err := q.Rows()
			require.NoError(t, err)
			for row := range rows {
				if skip {
					row.Skip()
				}
			}
		}
	}
	all := fast.NewQuery2[position, velocity](w)
	cases := []struct {
		name  string
		loop  func()
		marks bool
	}{
		{"nothing", func() {}, false},
		{"batches", loop(fast.NewQuery1[position](w)), true},
		{"uncached", loop(fast.NewQuery1[position](w, fast.Uncached)), true},
		{"out", loop(fast.NewQuery1[position](w, fast.Field[position](fast.Out(p.ID())))), true},
		{"in", loop(fast.NewQuery1[position](w, fast.Field[position](fast.In(p.ID())))), false},
		{"none", loop(fast.NewQuery1[position](w, fast.Field[position](fast.None(p.ID())))), false},
		{"behind a field without size", func() {
			for range fast.NewQuery2[mark, position](w).Batches() {
			}
		}, true},
		{"behind a field that is read", func() {
			for range fast.NewQuery2[velocity, position](w, fast.Field[velocity](fast.In(v.ID()))).Batches() {
			}
		}, true},
		{"not of this component", func() {
			for range fast.NewQuery1[velocity](w, fast.Field[velocity](fast.Optional(v.ID()))).Batches() {
			}
		}, false},
		{"rows", func() {
			for range all.All() {
			}
		}, true},
		{"left early", func() {
			for range all.All() {
				break
			}
		}, true},
		{"one entity", func() { all.Get(e) }, true},
		{"length", func() { all.Len() }, false},
		{"a condition", func() {
			for range fast.NewQuery1[velocity](w, p.ID()).Batches() {
			}
		}, false},
		{"a condition that is written", func() {
			for range fast.NewQuery1[velocity](w, fast.InOut(p.ID())).Batches() {
			}
		}, true},
		{"a text that is written", func() {
			for range fast.NewQuery1[velocity](w, fast.Text("[out] position")).Batches() {
			}
		}, true},
		{"a text as field", func() {
			for range fast.NewQuery1[position](w, fast.Field[position](fast.Text("position"))).Batches() {
			}
		}, true},
		{"inherited", func() {
			for range fast.NewQuery1[position](w).Bind(fast.This, child).Batches() {
			}
		}, false},
		{"skipped", func() {
			for batch := range all.Batches() {
				batch.Skip()
			}
		}, false},
		{"query rows", prepared("position", false), true},
		{"query rows, read", prepared("[in] position", false), false},
		{"query rows, skipped", prepared("position", true), false},
		{"query rows, another", prepared("velocity", false), false},
	}
	for _, c := range cases {
		c.loop()
		require.Equal(t, c.marks, changed(), c.name)
	}
}

// An inherited field is marked as written on the base.
func TestLoopsMarkSharedFields(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	p := fast.Register[position](w)
	parent := fast.Spawn1(w, position{})
	w.Spawn(fast.Pair(fast.ChildOf, parent))
	_, changed := reading(w)
	require.True(t, changed())
	for _, access := range []func(fast.Term) fast.Term{fast.In, fast.InOut} {
		up := fast.Field[position](access(fast.Up(fast.ChildOf, p.ID())))
		for range fast.NewQuery1[position](w, up).Batches() {
		}
	}
	require.True(t, changed())
	require.False(t, changed())
}

// If an ancestor inherits a value from the entity itself, a loop may write it like an own value. A
// value of another entity is only read.
func TestLoopsMarkOwnValuesFoundAbove(t *testing.T) {
	w := fast.NewWorld()
	positions := fast.Register[position](w)
	require.NoError(t, w.AddPair(positions.Entity(), fast.OnInstantiate, fast.Inherit))
	r := w.NewRelationship("R", fast.Transitive)
	base, below := fast.Spawn1(w, position{}), w.Spawn()
	instance := w.Spawn(fast.Pair(fast.IsA, base))
	require.NoError(t, w.AddPair(below, r, instance))
	q := fast.NewQuery1[position](w, fast.Field[position](fast.Up(r, positions.ID())), fast.DetectChanges)
	loop := func() (found []fast.Entity) {
		for batch := range q.Batches() {
			found = append(found, batch.Entities()...)
		}
		return found
	}
	require.Equal(t, []fast.Entity{below}, loop())
	require.False(t, q.Changed())
	require.NoError(t, w.AddPair(base, r, instance))
	require.ElementsMatch(t, []fast.Entity{below, base}, loop())
	require.True(t, q.Changed(), "the loop may have written the value of base")
}

// QRY-505, QRY-508, QRY-515, QRY-516: a table stays changed until a loop visits it. A query's own
// writes are changes, too.
func TestATableStaysChangedUntilALoopVisitsIt(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	a := fast.Spawn1(w, position{})
	b := fast.Spawn2(w, position{}, velocity{})
	q, changed := reading(w)
	require.True(t, changed())
	check(fast.Set(w, a, position{1, 1}), fast.Set(w, b, position{1, 1}))
	require.True(t, q.Changed())
	for batch := range q.Batches() {
		require.True(t, batch.Changed())
		break
	}
	require.True(t, q.Changed(), "the other table")
	answers := map[bool]int{}
	for batch := range q.Batches() {
		answers[batch.Changed()]++
	}
	require.Equal(t, map[bool]int{true: 1, false: 1}, answers)
	require.False(t, q.Changed())
	check(fast.Set(w, a, position{1, 1}))
	require.Equal(t, 1, q.Bind(fast.This, b).Len(), "Len is no loop")
	for range q.Bind(fast.This, b).Batches() {
	}
	require.True(t, q.Changed(), "only the other table was looped over")
	for range q.Batches() {
		check(fast.Set(w, a, position{2, 2}))
	}
	require.True(t, q.Changed(), "the write came after the loop visited the table")

	own := fast.NewQuery1[position](w)
	for range 3 {
		require.True(t, own.Changed())
		for range own.Batches() {
		}
	}
}

// QRY-483, QRY-503, QRY-510: queries that cannot detect changes refuse Changed. If the profile requires
// it, prepared queries must ask for change detection when they are created. Typed queries need not.
func TestChangeDetectionRefuses(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	e := fast.Spawn1(w, position{})
	uncached, rule := fast.NewQuery1[position](w, fast.Uncached), fast.NewQuery1[position](w, fast.Rule)
	require.Equal(t, spec.CodeUnsupported, panicCode(func() { uncached.Changed() }))
	require.Equal(t, spec.CodeUnsupported, panicCode(func() { rule.Changed() }))
	for range 2 { // the second query shares the plan of the first
		require.Equal(t, spec.CodeUnsupported, panicCode(func() { fast.NewQuery1[position](w, fast.Uncached).Changed() }))
	}
	require.Equal(t, spec.CodeUnsupported,
		panicCode(func() { fast.NewQuery1[position](w, fast.Uncached, fast.DetectChanges) }))
	require.Equal(t, spec.CodeUnsupported, panicCode(func() {
		for batch := range uncached.Batches() {
			batch.Changed()
		}
	}))
	w.AbandonLoops()
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.In(fast.In(e)) }))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.Out(fast.Text("position")) }))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.SpawnMany1[position](w, 1).Skip() }))
	require.Equal(t, spec.CodeInvalid, panicCode(func() { fast.SpawnMany1[position](w, 1).Changed() }))
	for batch := range fast.NewQuery1[position](w).Batches() {
		batch.Skip()
		require.True(t, batch.Changed(), "nothing was seen")
	}

	w = fast.NewWorld(fast.WithProfile(spec.Flecs4()))
	fast.Spawn1(w, position{})
	late := fast.NewQuery1[position](w, fast.ReadOnly[position]())
	for range late.Batches() {
	}
	require.True(t, late.Changed(), "a loop before the first Changed does not count")
	for range late.Batches() {
	}
	require.False(t, late.Changed())
	prepared, err := w.Prepare(spec.Query{Expr: "position", Kind: spec.KindCached})
	require.NoError(t, err)
	_, err = prepared.Changed()
	require.Equal(t, spec.CodeInvalid, code(err))
	asked := fast.NewQuery1[position](w, fast.ReadOnly[position](), fast.DetectChanges)
	require.True(t, asked.Changed())
	for range asked.Batches() {
	}
	require.False(t, asked.Changed())
}

// Changes detects a change of a value found on an entity above, even if that entity inherits it.
func TestChangesOfValuesAbove(t *testing.T) {
	for name, bases := range map[string]int{"own": 0, "inherited": 1, "inherited from a base's base": 2} {
		t.Run(name, func(t *testing.T) {
			w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
			m := fast.Register[mass](w)
			require.NoError(t, w.AddPair(m.ID().First(), fast.OnInstantiate, fast.Inherit))
			owner := fast.Spawn1(w, mass{1})
			above, path := owner, []fast.Entity{owner}
			for range bases {
				above = w.Spawn(fast.Pair(fast.IsA, above))
				path = append(path, above)
			}
			fast.Spawn1(w, position{}, fast.Pair(fast.ChildOf, above))
			q, changes := fast.NewQuery2[position, mass](w, fast.Field[mass](fast.Up(fast.ChildOf, fast.In(m.ID()))),
				fast.ReadOnly[position]()), w.Changes()
			changed := func() (changed bool) {
				for batch := range q.Batches() {
					changed = changes.In(batch.Batch)
				}
				return changed
			}
			require.True(t, q.Changed())
			require.True(t, changed(), "nothing was seen")
			require.False(t, changed())
			require.NoError(t, m.Set(owner, mass{2}))
			require.True(t, changed())
			require.False(t, changed())
			fast.Spawn1(w, position{})
			require.False(t, changed(), "the value above did not change")
			require.NoError(t, w.Add(w.Spawn(), m.ID()))
			require.False(t, changed(), "a new entity in the table of the owner does not count as a write")
			require.False(t, q.Changed())
			for batch := range q.Batches() {
				batch.Modified(1)
			}
			require.True(t, q.Changed())
			require.True(t, changed())
			require.False(t, changed())

			// The value now comes from another entity, although nothing was written.
			other := fast.Spawn1(w, mass{5})
			if bases == 2 {
				require.True(t, changed(), "the write was in the table of the owner")
			}
			if bases > 0 {
				require.NoError(t, w.RemovePair(path[1], fast.IsA, owner))
				require.NoError(t, w.AddPair(path[1], fast.IsA, other))
			} else {
				require.NoError(t, w.AddPair(above, fast.ChildOf, other))
				require.NoError(t, w.Remove(above, m.ID()))
			}
			require.True(t, changed())
			require.False(t, changed())
		})
	}
}

// Changes reports each kind of loop with writable fields once. It does not report loops that only
// read.
func TestEveryKindOfLoopCountsAsWriting(t *testing.T) {
	t.Run("instances", func(t *testing.T) { everyLoopIsSeen(t, true) })
	t.Run("no instances", func(t *testing.T) { everyLoopIsSeen(t, false) })
}

func everyLoopIsSeen(t *testing.T, instances bool) {
	w := fast.NewWorld()
	m := fast.Register[mass](w)
	nonFragmenting, base := w.NewRelationship("Loose", fast.Exclusive, fast.DontFragment), fast.Spawn1(w, mass{1})
	parent := fast.Spawn1(w, mass{2})
	for range 3 {
		e := fast.Spawn1(w, position{}, fast.Pair(nonFragmenting, w.Spawn()), fast.Pair(fast.ChildOf, parent))
		if instances {
			require.NoError(t, w.AddPair(e, fast.IsA, base))
		} else {
			require.NoError(t, m.Set(e, mass{3}))
		}
	}
	changes, reader := w.Changes(), fast.NewQuery1[position](w, fast.ReadOnly[position]())
	changed := func() (changed bool) {
		for batch := range reader.Batches() {
			changed = changes.In(batch.Batch) || changed
		}
		return changed
	}
	for name, terms := range map[string][]fast.Term{
		"no more terms":              nil,
		"uncached":                   {fast.Uncached},
		"uncached, with a wildcard":  {fast.Pair(nonFragmenting, fast.Wildcard), fast.Uncached},
		"a non-fragmenting wildcard": {fast.Pair(nonFragmenting, fast.Wildcard)},
		"a non-fragmenting variable": {fast.Pair(nonFragmenting, fast.Variable(1))},
		"a shared field, one by one": {m.ID(), fast.NotInstanced},
		"both":                       {fast.Pair(nonFragmenting, fast.Wildcard), m.ID(), fast.NotInstanced},
		"in order":                   {fast.OrderByFunc(func(a, b *position) int { return int(a.X - b.X) })},
		"in groups":                  {fast.GroupBy(fast.ChildOf)},
		"by depth":                   {fast.Cascade(fast.ChildOf, m.ID())},
		"with a value above":         {fast.Up(fast.ChildOf, m.ID())},
	} {
		writes := fast.NewQuery1[position](w, terms...)
		reads := fast.NewQuery1[position](w, append(slices.Clone(terms), fast.ReadOnly[position]())...)
		for loopName, loop := range map[string]func(q fast.Query1[position]){
			"All": func(q fast.Query1[position]) {
				for range q.All() {
				}
			},
			"All, ended early": func(q fast.Query1[position]) {
				for range q.All() {
					break
				}
			},
			"Batches": func(q fast.Query1[position]) {
				for range q.Batches() {
				}
			},
			"Split": func(q fast.Query1[position]) {
				for _, part := range q.Split(2) {
					for range part {
					}
				}
			},
		} {
			changed()
			loop(writes)
			require.True(t, changed(), "%s, %s", name, loopName)
			require.False(t, changed(), "%s, %s", name, loopName)
			loop(reads)
			require.False(t, changed(), "%s, %s", name, loopName)
		}
	}
}

// A new table of a restored world is not mistaken for an earlier one with the same number.
func TestChangedAfterARestoreWithAReusedTableNumber(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	one, other := fast.Single(w.NewTag("One")), fast.Single(w.NewTag("Other"))
	_, changed := reading(w)
	require.False(t, changed())
	before := w.Snapshot()
	fast.Spawn1(w, position{}, one)
	require.True(t, changed())
	w.Restore(before)
	require.True(t, changed())
	e := fast.Spawn1(w, position{}, other)
	require.True(t, changed())
	require.NoError(t, fast.Set(w, e, position{1, 1}))
	require.True(t, changed())
	require.False(t, changed())
}

// A loop over one group, or over given entities, does not affect whether other tables were seen.
func TestALoopOverAGroupKeepsWhatWasSeen(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	in := w.NewRelationship("In")
	here, there := w.Spawn(), w.Spawn()
	a := fast.Spawn1(w, position{}, fast.Pair(in, here))
	fast.Spawn1(w, position{}, fast.Pair(in, there))
	q := fast.NewQuery1[position](w, fast.ReadOnly[position](), fast.GroupBy(in))
	require.True(t, q.Changed())
	for range q.Batches() {
	}
	require.False(t, q.Changed())
	for _, part := range []fast.Query1[position]{q.Group(here), q.Bind(fast.This, a)} {
		for range part.Batches() {
		}
		require.False(t, q.Changed())
	}
	check(w.Delete(a))
	require.True(t, q.Changed())
	for range q.Group(there).Batches() {
	}
	require.False(t, q.Changed(), "the removed table must not count any more")
}

// QRY-514: skipping a row skips its whole table, whether the loop skips the first or the last row.
// If each entity is matched separately, it skips only that entity.
func TestSkippingARowSkipsItsTable(t *testing.T) {
	for _, nonFragmenting := range []bool{false, true} {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
		holds := w.NewRelationship("Loose", fast.Exclusive, fast.DontFragment)
		var made []fast.Entity
		for range 3 {
			e := fast.Spawn1(w, position{})
			if nonFragmenting {
				check(w.AddPair(e, holds, w.Spawn()))
			}
			made = append(made, e)
		}
		_, changed := reading(w)
		require.True(t, changed())
		writes, err := w.Prepare(spec.Query{Expr: "[inout] position", Kind: spec.KindCached})
		require.NoError(t, err)
		for skipped := range 1 << len(made) {
			rows, err := writes.Rows()
			require.NoError(t, err)
			for row := range rows {
				if skipped>>slices.Index(made, row.Entity())&1 != 0 {
					row.Skip()
				}
			}
			require.Equal(t, skipped == 0 || nonFragmenting && skipped != 7, changed(), "%b, beside %v", skipped, nonFragmenting)
		}
	}
}

// Modified marks shared values at their owner, and values of entities that are matched separately
// at each entity.
func TestModifiedMarksEveryOwner(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	nonFragmenting, tag := w.NewRelationship("Loose", fast.Exclusive, fast.DontFragment), w.NewTag("Tag")
	base, here, there := fast.Spawn1(w, mass{1}), w.Spawn(), w.Spawn()
	heir := w.Spawn(fast.Pair(fast.IsA, base))
	fast.Spawn1(w, mass{2}, tag)
	queries := []fast.Query1[mass]{
		fast.NewQuery1[mass](w, fast.ReadOnly[mass](), fast.Pair(fast.IsA, base)),
		fast.NewQuery1[mass](w, fast.ReadOnly[mass](), tag),
		fast.NewQuery1[mass](w, fast.ReadOnly[mass](), fast.Pair(nonFragmenting, here)),
		fast.NewQuery1[mass](w, fast.ReadOnly[mass](), fast.Pair(nonFragmenting, there)),
	}
	changed := func() (list []bool) {
		for _, q := range queries {
			list = append(list, q.Changed())
			for range q.Batches() {
			}
		}
		return list
	}
	modify := func(q fast.Query1[mass]) {
		for b := range q.Batches() {
			b.Modified(0)
		}
	}
	all := fast.NewQuery1[mass](w, fast.ReadOnly[mass](), fast.Not(fast.Pair(fast.IsA, fast.Wildcard)))
	changed()
	require.Equal(t, []bool{false, false, false, false}, changed())
	modify(fast.NewQuery1[mass](w, fast.ReadOnly[mass]()).Bind(fast.This, heir))
	require.Equal(t, []bool{true, false, false, false}, changed())
	modify(all)
	require.Equal(t, []bool{true, true, false, false}, changed())
	for _, target := range []fast.Entity{here, there} {
		fast.Spawn1(w, mass{2}, fast.Pair(nonFragmenting, target))
	}
	changed()
	require.Equal(t, []bool{false, false, false, false}, changed())
	modify(all)
	require.Equal(t, []bool{true, true, true, true}, changed())
	modify(queries[2])
	require.Equal(t, []bool{false, false, true, false}, changed())
}

// Change detection cannot be turned on during a loop.
func TestChangesIsRefusedInALoop(t *testing.T) {
	w := fast.NewWorld()
	fast.Spawn1(w, position{})
	q := fast.NewQuery1[position](w)
	for range q.Batches() {
		require.Equal(t, spec.CodeLocked, panicCode(func() { w.Changes() }))
	}
	before := w.Changes()
	for b := range q.Batches() {
		require.True(t, before.In(b.Batch))
		require.True(t, w.Changes().In(b.Batch), "changes are recorded already")
	}
}

// A reader of tables detects what a loop over rows of a prepared query may have written, also if no
// query detects changes.
func TestChangesReportsLoopsOverRows(t *testing.T) {
	w := fast.NewWorld()
	fast.Spawn1(w, position{})
	q, changes := fast.NewQuery1[position](w, fast.ReadOnly[position]()), w.Changes()
	changed := func() (changed bool) {
		for b := range q.Batches() {
			changed = changes.In(b.Batch)
		}
		return changed
	}
	require.True(t, changed())
	for text, writes := range map[string]bool{"position": true, "[in] position": false} {
		require.False(t, changed())
		prepared, err := w.Prepare(spec.Query{Expr: text})
		require.NoError(t, err)
		rowLoop(t, prepared, false)
		require.Equal(t, writes, changed(), text)
	}
}

// A term about a member depends on the value of its component.
func TestTypedChangedSeesMembers(t *testing.T) {
	type docked struct{ Port fast.Entity }
	w := fast.NewWorld()
	c := fast.Register[docked](w)
	require.NoError(t, w.SetName(c.Entity(), "Docked"))
	mars := w.NewTag("Mars")
	ship := fast.Spawn1(w, docked{mars})
	for _, text := range []string{"(Docked.Port, $x)", "Mars || (Docked.Port, *)"} {
		q, changes := fast.NewQuery0(w, fast.Text(text), fast.DetectChanges), w.Changes()
		looks := func() (changed bool) {
			for b := range q.Batches() {
				changed = changes.In(b)
			}
			return changed
		}
		require.True(t, q.Changed(), text)
		require.True(t, looks(), text)
		require.False(t, q.Changed(), text)
		require.False(t, looks(), text)
		require.NoError(t, c.Set(ship, docked{mars}))
		require.True(t, q.Changed(), text)
		require.True(t, looks(), text)
	}
}

// Changes reports writes, moves and restores. A write through an address, new or old, is reported only
// once it is marked (QRY-498, QRY-499).
func TestChangesReportsWrites(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
	p := fast.Register[position](w)
	base := fast.Spawn1(w, mass{1}, fast.Prefab)
	a := fast.Spawn1(w, position{}, fast.Pair(fast.IsA, base))
	fast.Spawn2(w, position{}, mass{2})
	q := fast.NewQuery2[position, mass](w, fast.ReadOnly[position](), fast.ReadOnly[mass]())
	changes := w.Changes()
	count := func() (n int) {
		for batch := range q.Batches() {
			if changes.In(batch.Batch) {
				n++
			}
		}
		return n
	}
	require.Equal(t, 2, count())
	require.Zero(t, count())
	require.NoError(t, p.Set(a, position{1, 1}))
	require.Equal(t, 1, count())
	require.Zero(t, count())
	address := p.Get(a)
	p.Get(a).X = 5
	address.Y = 6
	require.Zero(t, count(), "a write through an address is not detected")
	require.NoError(t, p.Modified(a))
	require.Equal(t, 1, count())
	for batch := range q.Batches() {
		batch.Modified(0)
	}
	require.Equal(t, 2, count())
	require.NoError(t, fast.Set(w, base, mass{3}))
	require.Equal(t, 1, count(), "the shared value changed")
	b := fast.Spawn2(w, position{}, mass{2})
	require.Equal(t, 1, count())
	require.NoError(t, w.Delete(b))
	require.Equal(t, 1, count())
	require.Zero(t, count())
	s := w.Snapshot()
	w.Restore(s)
	require.Equal(t, 2, count(), "a restore changes all tables")
	require.NoError(t, p.Set(a, position{2, 2}))
	require.Equal(t, 1, count())
}

// If an optional component is disabled on some entities of a table, their batch changes with the others.
func TestBatchesOfATableChangeTogether(t *testing.T) {
	w := fast.NewWorld()
	p := fast.Register[position](w)
	require.NoError(t, w.Add(p.Entity(), fast.CanToggle))
	tag := w.NewTag("Tag")
	a, b := fast.Spawn1(w, position{}, fast.Single(tag)), fast.Spawn1(w, position{}, fast.Single(tag))
	require.NoError(t, w.DisableID(b, p.ID()))
	q := fast.NewQuery1[position](w, fast.Field[position](fast.In(fast.Optional(p))), fast.Single(tag),
		fast.DetectChanges)
	changed := func() (list []bool) {
		for batch := range q.Batches() {
			list = append(list, batch.Changed())
		}
		return list
	}
	require.Equal(t, []bool{true, true}, changed())
	require.Equal(t, []bool{false, false}, changed())
	require.NoError(t, p.Set(a, position{X: 1}))
	require.Equal(t, []bool{true, true}, changed())
	require.Equal(t, []bool{false, false}, changed())
}

// A table has changed if Load brings more entities to it than the world has had.
func TestChangedAfterALoadOfMoreEntities(t *testing.T) {
	saved, w := fast.NewWorld(), fast.NewWorld()
	for range 3 {
		fast.Spawn1(saved, position{1, 2})
	}
	fast.Spawn1(w, position{1, 2})
	_, changed := reading(w)
	require.True(t, changed())
	require.False(t, changed())
	var file bytes.Buffer
	require.NoError(t, saved.Save(&file))
	require.NoError(t, w.Load(&file))
	require.True(t, changed())
	require.False(t, changed())
}
