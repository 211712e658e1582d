package rules

import (
	"encoding/binary"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Table tells the tables apart: entities of the user that own the same ids are one table. It is "" for an entity that is not alive,
// and for None, the source of rows without $this (P-47).
func (w *World) Table(e Entity) string {
	if e <= 0 {
		return ""
	}
	return w.Entities[e].table()
}

func (r *Record) table() string {
	if !r.Alive {
		return ""
	}
	key := []byte{'t'}
	if r.Builtin {
		key[0] = 'b'
	}
	for _, f := range r.Own {
		key = binary.AppendVarint(key, int64(f.First))
		key = binary.AppendVarint(key, int64(f.Second))
	}
	return string(key)
}

// Moves lists the tables that entities left or entered in the operation under way. While one of them is iterated the
// operation is refused, unless it is deferred (ruling 24, P-49); else each of them changed (QRY-488, QRY-492 to QRY-495).
func (w *World) Moves() []string {
	var out []string
	for e, r := range w.Was {
		if was, is := r.table(), w.Entities[e].table(); was != is {
			out = append(out, was, is)
		}
	}
	return slices.DeleteFunc(out, func(t string) bool { return t == "" })
}

// Cell is an id in a table. Changes are tracked for each table, not for each entity (QRY-485, QRY-487).
type Cell struct {
	Table string
	ID    ID
}

// CellOf is the cell that is written if an id of e is set; false for a tag, which is never written.
func (w *World) CellOf(h Holding) (Cell, bool) {
	return Cell{w.Table(h.Owner), h.ID}, w.TypeOf(h.ID) != None
}

// Seen lists the cells that the fields of a row show.
func (s *Search) Seen(r *Row) []Cell {
	var out []Cell
	for n := range s.Query.Fields {
		if m := s.Field(r, n); m != nil {
			out = append(out, Cell{s.Table(m.Owner), m.Via})
		}
	}
	return out
}

// Wrote lists the ids that a program that was given a row counts as having written: the data of the fields that it may write
// (QRY-496, QRY-505 to QRY-508).
func (s *Search) Wrote(r *Row) []Holding {
	var out []Holding
	for n := range s.Query.Fields {
		if m := s.Field(r, n); m != nil && s.HasData(m) {
			if a := s.Access(r, n); a == spec.AccessOut || a == spec.AccessInOut {
				out = append(out, Holding{m.Via, m.Owner})
			}
		}
	}
	return out
}

// Clock counts the moments at which tables changed (P-50).
type Clock struct {
	Now     int
	Moved   map[string]int
	Written map[Cell]int
}

// Sight is when a query last saw each table.
type Sight map[string]int

// Tables lists the tables that have rows now; all rows without $this count as of one. A table is changed if it is new to
// the query, or if since the query saw it an entity entered or left it, or something that one of its rows shows was
// written (QRY-489, QRY-500, QRY-501).
func (s *Search) Tables(rows []Row, seen Sight, clock *Clock) (changed map[string]bool) {
	changed = map[string]bool{}
	for n := range rows {
		table := rows[n].Table
		yes := changed[table] || seen.Stale(table, clock)
		for _, c := range s.Seen(&rows[n]) {
			yes = yes || clock.Written[c] > seen[table]
		}
		changed[table] = yes
	}
	return changed
}

// Stale reports whether the query has not seen the table, or an entity entered or left it since (QRY-489).
func (seen Sight) Stale(table string, clock *Clock) bool {
	since, known := seen[table]
	return !known || clock.Moved[table] > since
}

// Changed reports whether anything that a query matches changed since it returned it: a table that has rows, or that one
// that had rows has none (QRY-497, QRY-500, QRY-505).
func (seen Sight) Changed(now map[string]bool) bool {
	for _, changed := range now {
		if changed {
			return true
		}
	}
	for t := range seen {
		if _, has := now[t]; !has {
			return true
		}
	}
	return false
}

// MayTrack refuses to detect changes for a query that does not support it or did not ask for it (QRY-502, QRY-503,
// QRY-510, QRY-511).
func (w *World) MayTrack(q *Query) *spec.Error {
	switch {
	case !w.Profile.ChangeDetection.Has(q.Kind):
		return spec.Errorf(spec.CodeUnsupported, "a %s query does not detect changes", q.Kind)
	case w.Profile.ChangeOptIn && !q.Asked.DetectChanges:
		return spec.Errorf(spec.CodeInvalid, "the query was not created to detect changes")
	}
	return nil
}
