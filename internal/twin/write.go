package twin

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// write gives the entities that own their first field new values, by addresses and by slices.
func (t *twin) write(q *asked) {
	if q.terms[0].other || q.terms[0].several || q.terms[0].general.Access == spec.AccessIn ||
		q.terms[0].general.Access == spec.AccessNone {
		return
	}
	t.did("write")
	v := t.pick(100)
	rows, err := q.general.Rows()
	if err != nil {
		t.fail("Rows: %v", err)
	}
	type write struct {
		e  fast.Entity
		id fast.ID
	}
	var writes []write
	for row := range rows {
		if row.IsSet(0) && row.Source(0) == 0 {
			writes = append(writes, write{row.Entity(), row.ID(0)})
		}
	}
	if len(writes) == 0 {
		return
	}
	if t.chance(2) {
		for e, cells := range q.typed.all() {
			if slices.ContainsFunc(writes, func(w write) bool { return w.e == e }) {
				cells[0].put(v)
			}
		}
	} else {
		for b := range q.typed.batches() {
			for i := range b.Entities() {
				if c := b.columns[0]; c.set && !c.shared {
					c.slice(i).put(v)
				}
			}
		}
	}
	for _, w := range writes {
		if err := t.b.SetValue(w.e, w.id, general(t.component1(w.id), v)); err != nil {
			t.fail("SetValue: %v", err)
		}
	}
	t.compareAll()
}

// component1 is the number of the component whose type values of an id have.
func (t *twin) component1(id fast.ID) int {
	if n := slices.Index(t.types, id.First()); n > 0 {
		return n
	}
	return 2 // those of the relationship with values
}

// track compares whether a query has changed, and then sees it in both worlds.
func (t *twin) track(q *asked) {
	t.did("Changed")
	want, err := q.general.Changed()
	if err != nil {
		t.fail("Changed of %s: %v", q.text, err)
	}
	t.same("Changed of "+q.text, q.typed.Changed(), want)
	if t.chance(3) {
		return
	}
	skips := t.chance(3)
	announces := q.arity > 0 && q.terms[0].general.Second.Kind == spec.RefNone &&
		(q.terms[0].up || !q.terms[0].other) && !q.terms[0].several && t.chance(4)
	var rows []answer
	var announced []fast.Entity
	seen := map[fast.Entity]bool{}
	for b := range q.typed.batches() {
		if b.Changed() && !want && !q.writes() && len(announced) == 0 {
			t.fail("a batch of %s has changed, and the query has not", q.text)
		}
		changed := q.reader.In(b.Batch)
		if q.reader.In(b.Batch) {
			t.fail("a batch of %s has changed between two questions", q.text)
		}
		t.read(q, &b, seen, changed)
		if skips {
			b.Skip()
		}
		for _, e := range b.Entities() {
			rows = append(rows, answer{entity: e, key: t.typedRow(q, &b, e)})
		}
		if announces && b.IsSet(0) {
			b.Modified(0)
			announced = append(announced, t.owners(q, &b)...)
		}
	}
	general, err := q.general.Rows()
	if err != nil {
		t.fail("Rows of %s: %v", q.text, err)
	}
	var list []answer
	for row := range general {
		if skips {
			row.Skip()
		}
		a := t.generalRow(q, &row)
		a.values = nil
		list = append(list, a)
	}
	t.sameRows(q, "Batches", rows, list)
	for _, e := range announced {
		if err := t.b.Modified(e, fast.Single(t.types[1])); err != nil {
			t.fail("Modified: %v", err)
		}
	}
}

// owners are the entities that have the values of the first field of a batch.
func (t *twin) owners(q *asked, b *batchRows) []fast.Entity {
	if owner := t.ownerIn(q, b, 0); owner != 0 {
		return []fast.Entity{owner}
	}
	return b.Entities()
}

// read compares the values of a batch with those that the reader of its query found before, which
// has heard of it if they are others. Only the first batch of an entity in a loop counts, which has
// those seen.
func (t *twin) read(q *asked, b *batchRows, seen map[fast.Entity]bool, changed bool) {
	for at, e := range b.Entities() {
		if seen[e] {
			continue
		}
		seen[e] = true
		now := readRow{}
		for i, c := range b.columns {
			if b.IsSet(i) && !q.terms[i].up {
				now.ids += fmt.Sprint(b.ID(i))
			}
			now.values = append(now.values, t.columnValue(q, c, at))
		}
		if before, known := q.read[e]; known && before.ids == now.ids && !slices.Equal(before.values, now.values) &&
			!changed {
			t.fail("the reader of %s was not told that %v has %v in place of %v", q.text, e, now.values, before.values)
		}
		q.read[e] = now
	}
}

// writes reports whether a loop may write values, which later batches of it may see.
func (q *asked) writes() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool {
		return t.general.Access != spec.AccessIn && t.general.Access != spec.AccessNone
	})
}
