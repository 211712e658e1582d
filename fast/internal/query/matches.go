package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Matches is a sink that stores matches by table. For each match it has one entry in Tables, one
// value per variable in Values and, unless Parts is empty, one entry in Parts. Several matches can
// share fields. A scan writes directly to this sink.
type Matches struct {
	Tables []TableMatch
	Fields []FieldMatch
	Parts  []Part   // the rows of each match; empty if all matches have all rows
	Values []uint32 // the values of the variables from 1 on; empty if there are no variables

	Marked bool // some ids are placeholders for a target that differs per entity

	seen RowSet
}

// Part is a range of rows of a table. If Count is 0, a match has all rows.
type Part struct{ From, Count int32 }

// Rows returns the rows of a match.
func (s *Matches) Rows(st *store.Store, i int) Part {
	if len(s.Parts) > 0 && s.Parts[i].Count > 0 {
		return s.Parts[i]
	}
	if s.Tables[i].Table == store.NoTable {
		return Part{}
	}
	return Part{Count: int32(st.Count(s.Tables[i].Table))}
}

// Columns of matches that are not columns of a table.
const (
	UnknownColumn = 1<<16 - 1 // not looked up yet
	MemberColumn  = 1<<16 - 2 // for a member, which has no column: its value is in the column of the component
)

// Reset removes all matches and keeps the allocations.
func (s *Matches) Reset() {
	s.Tables, s.Fields, s.Parts = s.Tables[:0], s.Fields[:0], s.Parts[:0]
	s.Values = s.Values[:0]
	s.Marked, s.seen = false, RowSet{}
}

// Take adds a match that the steps of a plan have found. If the query has variables that rows do
// not show, it drops duplicate rows.
func (s *Matches) Take(x *Exec) bool {
	switch {
	case !x.Q.Hidden || s == &x.own:
		s.add(x)
	case x.This != ThisTable:
		if !s.seen.Before(x, x.Values[ThisSlot]) {
			s.add(x)
		}
	default:
		x.This = ThisEntity
		for _, e := range x.Store.Entities(x.Table) {
			if x.Values[ThisSlot] = e.Index(); !s.seen.Before(x, e.Index()) {
				s.add(x)
			}
		}
		x.This, x.Values[ThisSlot] = ThisTable, 0
	}
	return true
}

func (s *Matches) add(x *Exec) {
	part := Part{}
	if x.This == ThisEntity {
		_, row := x.Store.RowOf(x.Values[ThisSlot])
		part = Part{From: int32(row), Count: 1}
	}
	s.addPart(part)
	table := x.Table
	if x.This == ThisOpen {
		table = store.NoTable
	}
	s.addTable(x, table)
}

// addPart adds the rows of the next match; the zero Part means all.
func (s *Matches) addPart(part Part) {
	if part.Count != 0 {
		s.about(len(s.Tables), Part{})
	}
	if part.Count != 0 || len(s.Parts) > 0 {
		s.Parts = append(s.Parts, part)
	}
}

// addTable adds a match with the current fields and variables.
func (s *Matches) addTable(x *Exec, t store.Table) {
	s.Tables = append(s.Tables, TableMatch{Table: t, First: uint32(len(s.Fields))})
	s.Values = append(s.Values, x.Values[1:len(x.Q.Variables)]...)
	s.Fields = append(s.Fields, x.Fields...)
}

// about extends Parts to at least n entries with copies of part.
func (s *Matches) about(n int, part Part) {
	for len(s.Parts) < n {
		s.Parts = append(s.Parts, part)
	}
}

// aboutRow restricts the matches with an index of at least from to one row.
func (s *Matches) aboutRow(from, row int) {
	s.about(from, Part{})
	s.about(len(s.Tables), Part{From: int32(row), Count: 1})
}

// fieldsOf returns the fields of a match.
func (q *Query) fieldsOf(s *Matches, i int) []FieldMatch {
	return s.Fields[s.Tables[i].First:][:q.Fields]
}

// valuesOf returns the values of the variables in a match.
func (q *Query) valuesOf(s *Matches, i int) []uint32 {
	n := len(q.Variables) - 1
	return s.Values[i*n:][:n]
}

// show sets the table, fields and variables to those of a match.
func (x *Exec) show(s *Matches, i int) {
	x.Table = s.Tables[i].Table
	copy(x.Fields, x.Q.fieldsOf(s, i))
	copy(x.Values[1:], x.Q.valuesOf(s, i))
}

// LookUp sets the column of a field, unless it is known, if the entities of the table own the id.
func (m *FieldMatch) LookUp(s *store.Store, t store.Table) {
	if m.Column == UnknownColumn && m.Set && m.Stored != 0 && m.Source == 0 {
		column, _ := s.Find(t, m.Stored)
		m.Column = uint16(column)
	}
}

// Term returns the term that a field has matched.
func (x *Exec) Term(field int) *Term { return &x.Q.node(field).Terms[x.Fields[field].term] }

// node returns the node of a field.
func (q *Query) node(field int) *Node {
	i := field // there may be nodes without fields before it
	for q.Nodes[i].Field != field {
		i++
	}
	return &q.Nodes[i]
}

// grow adds a row to the last match if the row comes directly after the rows of the match.
// Otherwise it returns false.
func (s *Matches) grow(part Part) bool {
	if len(s.Parts) == 0 {
		return false
	}
	to := &s.Parts[len(s.Parts)-1]
	if to.Count == 0 || to.From+to.Count != part.From {
		return false
	}
	to.Count++
	return true
}

// hand passes the matches that a scan has found to the sink of the run, and removes them.
func (x *Exec) hand() {
	r, s := &x.run, x.run.to
	values := x.Values
	for i := 0; i < len(s.Tables) && !x.stop; i++ {
		m := s.Tables[i]
		x.show(s, i)
		each := slices.ContainsFunc(x.Fields, func(f FieldMatch) bool { return f.Set && rules.IsMark(f.ID) })
		switch {
		case len(s.Parts) > 0 && s.Parts[i].Count > 0:
			x.handEach(m, s.Parts[i])
		case each:
			x.handEach(m, Part{Count: int32(x.Store.Count(m.Table))})
		default:
			x.This, x.Values[ThisSlot] = ThisTable, 0
			x.stop = !x.Sink.Take(x)
		}
	}
	x.This, x.Values = ThisOpen, values
	clear(x.Fields)
	s.Reset()
	r.fills = len(x.Q.Variables) > 1
}

// handEach passes a match for each entity of a part. It replaces placeholders by the targets of the
// entity.
func (x *Exec) handEach(m TableMatch, part Part) {
	x.This = ThisEntity
	for _, e := range x.Store.Entities(m.Table)[part.From:][:part.Count] {
		x.Values[ThisSlot] = e.Index()
		for j := range x.Fields {
			if f := &x.run.to.Fields[int(m.First)+j]; f.Set && rules.IsMark(f.ID) {
				id := x.W.Actual(f.ID, e.Index())
				x.Fields[j].ID, x.Fields[j].Stored = id, id
			}
		}
		if x.stop = !x.Sink.Take(x); x.stop {
			return
		}
	}
}
