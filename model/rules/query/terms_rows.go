package query

import (
	"encoding/binary"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Row is a solution of a whole query, with its place in the answer.
type Row struct {
	Vars Assignment
	// Matches has the derivation of each term as written; nil for an Optional term that did not
	// match, and for tests.
	Matches []*Match

	rank  rank
	Block int    // rows of the same rank follow each other in one block
	Batch int    // rows that come together
	Table string // of $this
}

// Rows lists the solutions of a query, equal ones once (query.rows). It stops one row past the
// limit.
func (s *Search) Rows(preset Assignment, limit int) []Row {
	var out []Row
	type content struct {
		this Entity
		rest string
	}
	seen := map[content]bool{}
	for solution := range s.Solutions(preset) {
		row := Row{Vars: solution.Vars, Table: s.Table(solution.Vars[This])}
		row.Matches = make([]*Match, len(s.Query.Terms))
		for t := solution.trail; t != nil; t = t.before {
			row.Matches[t.term] = t.match
		}
		c := content{row.Vars[This], s.rest(&row)}
		if seen[c] {
			continue
		}
		seen[c] = true
		if out = append(out, row); len(out) > limit {
			break
		}
	}
	return out
}

// HasRow reports whether there is a row for an entity as $this.
func (s *Search) HasRow(e Entity) bool { return some(s.Solutions(Assignment{This: e})) }

// rest is the content of a row without $this, as a text that maps can find: the values of the
// variables that are shown, then the id and source of each field. Rows of a batch have the same
// rest (iterate.batches).
func (s *Search) rest(r *Row) string {
	text := make([]byte, 0, 64)
	number := func(e Entity) { text = binary.AppendVarint(text, int64(e)) }
	for v := range s.Query.Variables {
		if v != This && s.Query.Shows(v) {
			number(r.Vars[v])
		}
	}
	for n := range s.Query.Fields {
		if m := s.Field(r, n); m == nil {
			number(None)
		} else {
			number(m.ID.First)
			number(m.ID.Second)
			number(s.Source(r, n, m))
			text = append(text, m.Member...)
		}
	}
	return string(text)
}

// Field is the content of field n; nil if it is not set. A field whose term came true by a
// comparison or a list is not set (operator.or, QRY-269).
func (s *Search) Field(r *Row, n int) *Match {
	if m := r.Matches[s.Query.Fields[n]]; m.HasField() {
		return m
	}
	return nil
}

// Source is the entity on which field n was matched; None for a term on $this that $this itself
// owns (QRY-336, QRY-337).
func (s *Search) Source(r *Row, n int, m *Match) Entity {
	if s.Query.Terms[s.Query.Fields[n]].OnThis() && m.Owner == r.Vars[This] {
		return None
	}
	return m.Owner
}

// HasData reports whether the match is an id that the owner owns, and no tag. Members, pairs that
// follow from other facts, and an id that "_" leaves open have no data.
func (s *Search) HasData(m *Match) bool {
	return m.Stored && !m.ID.HasWildcard() && s.TypeOf(m.Via) != None
}

// Access says whether a program may read or write the data of a field. If the term does not say so,
// it may do nothing without data, read an id of another entity, and read and write one that $this
// owns (QRY-173 to QRY-177, QRY-393, access.default).
func (s *Search) Access(r *Row, n int) spec.Access {
	switch m := s.Field(r, n); {
	case m.Term.Written.Access != spec.AccessDefault:
		return m.Term.Written.Access
	case !s.HasData(m):
		return spec.AccessNone
	case s.Source(r, n, m) != None:
		return spec.AccessIn
	}
	return spec.AccessInOut
}

// Reported is the id that a match reports; a member stands in it as "C.m" (query.members), as in
// "(Course.to, Earth)".
func (s *Search) Reported(m *Match) spec.ID {
	i := s.SpecID(m.ID)
	if m.Member != "" {
		i.First += spec.Handle("." + m.Member)
	}
	return i
}

// Preset gives a variable a value before the query is answered (QRY-472, variables.preset).
// Variables that only occur in scopes, and anonymous ones, cannot be set, nor can $this twice, once
// as $This.
func (q *Query) Preset(w *World, vars *Assignment, name string, h spec.Handle) *spec.Error {
	if name == "This" && w.Profile.ThisAlias {
		name = spec.This
	}
	if h.IsWildcard() {
		return spec.Errorf(spec.CodeInvalid, "a variable is set to a wildcard; pass an entity")
	}
	v := slices.Index(q.Variables, name)
	if v < 0 || !q.Shows(v) {
		return spec.Errorf(spec.CodeUnresolved, "the query has no variable $%s to set", name)
	}
	e, err := w.Find(h)
	if err == nil && vars[v] != None {
		err = spec.Errorf(spec.CodeInvalid, "$this is set twice, once as $This")
	}
	vars[v] = e
	return err
}
