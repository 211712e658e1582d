package events

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// Clock records when tables changed (changes.tables). Changes are tracked for each table, not for
// each entity: for example, if one ship is repaired, every ship of its table counts as changed
// (QRY-485, QRY-487).
type Clock struct {
	now     int            // increases with each operation and each answer
	moved   map[string]int // when an entity last entered or left a table
	written map[cell]int   // when an id of a table was last written
}

// cell is a column of a table: the data of one id for all entities of the table.
type cell struct {
	table string
	id    rules.ID
}

// Sight records when a query last saw each table. For a query that has seen no table, every table
// counts as changed.
type Sight map[string]int

// NewClock returns a clock without recorded changes.
func NewClock() *Clock { return &Clock{moved: map[string]int{}, written: map[cell]int{}} }

// Moves lists the tables that entities left or entered in the current operation. If one of them is
// being iterated, the operation is refused unless it is deferred (iterate.lock). Otherwise each of
// them counts as changed (QRY-488, QRY-492 to QRY-495).
func Moves(w *rules.World) []string {
	var out []string
	for e, r := range w.Was {
		if was, is := r.Table(), w.Entities[e].Table(); was != is {
			out = append(out, was, is)
		}
	}
	return slices.DeleteFunc(out, func(t string) bool { return t == "" })
}

// Happened records the current operation: the tables that entities entered or left, and the data
// that was set (QRY-488, QRY-492 to QRY-495). A tag is never written (changes.none).
func (c *Clock) Happened(w *rules.World) {
	c.now++
	for _, table := range Moves(w) {
		c.moved[table] = c.now
	}
	for _, h := range w.Written {
		c.wrote(w, h)
	}
}

func (c *Clock) wrote(w *rules.World, h rules.Holding) {
	if w.TypeOf(h.ID) != rules.None {
		c.written[cell{w.Table(h.Owner), h.ID}] = c.now
	}
}

// Returned records that a query has now seen the tables of the rows that it returned. Then it
// counts all data that the program may write in these rows as written, unless untouched is true. A
// query with write access therefore finds its own rows changed at its next iteration
// (changes.writing; QRY-496, QRY-505 to QRY-508).
func (c *Clock) Returned(s *query.Search, rows []query.Row, seen Sight, untouched bool) {
	c.now++
	for n := range rows {
		if seen != nil {
			seen[rows[n].Table] = c.now
		}
	}
	c.now++
	for n := range rows {
		for field := range s.Query.Fields {
			m := s.Field(&rows[n], field)
			if m == nil || untouched || !s.HasData(m) {
				continue
			}
			if a := s.Access(&rows[n], field); a == spec.AccessOut || a == spec.AccessInOut {
				c.wrote(s.World, rules.Holding{ID: m.Via, Owner: m.Owner})
			}
		}
	}
}

// Tables lists the tables that have rows, and whether each of them changed. Rows without $this
// count as one table. A table changed if the query has not seen it, if an entity entered or left it
// since, or if data in one of its rows was written, including data of another entity (QRY-489,
// QRY-500, QRY-501).
func (c *Clock) Tables(s *query.Search, rows []query.Row, seen Sight) (changed map[string]bool) {
	changed = map[string]bool{}
	for n := range rows {
		table := rows[n].Table
		yes := changed[table] || c.Stale(table, seen)
		for field := range s.Query.Fields {
			m := s.Field(&rows[n], field)
			yes = yes || m != nil && c.written[cell{s.Table(m.Owner), m.Via}] > seen[table]
		}
		changed[table] = yes
	}
	return changed
}

// Stale reports whether the query has not seen the table, or an entity entered or left it since
// (QRY-489).
func (c *Clock) Stale(table string, seen Sight) bool {
	since, known := seen[table]
	return !known || c.moved[table] > since
}

// Changed reports whether anything that a query matches changed since the query last returned it:
// one of the tables changed, or a table that the query has seen no longer has rows
// (changes.changed; QRY-497, QRY-500, QRY-505).
func (seen Sight) Changed(now map[string]bool) bool {
	for _, changed := range now {
		if changed {
			return true
		}
	}
	for table := range seen {
		if _, has := now[table]; !has {
			return true
		}
	}
	return false
}

// Forget removes the tables that no longer have rows. It is called when an iteration begins.
func (seen Sight) Forget(now map[string]bool) {
	maps.DeleteFunc(seen, func(table string, _ int) bool { _, has := now[table]; return !has })
}

// MayTrack returns an error if changes cannot be detected for a query: this kind of query does not
// support it, or change detection was not requested when the query was created (changes.which;
// QRY-502, QRY-503, QRY-510, QRY-511).
func MayTrack(p spec.Profile, q *query.Query) *spec.Error {
	switch {
	case !p.ChangeDetection.Has(q.Kind):
		return spec.Errorf(spec.CodeUnsupported, "a %s query does not detect changes", q.Kind)
	case p.ChangeOptIn && !q.Source.DetectChanges:
		return spec.Errorf(spec.CodeInvalid, "the query was not created to detect changes")
	}
	return nil
}
