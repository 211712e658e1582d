package query

import (
	"encoding/binary"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// Row is a solution of a query, with its position in the answer.
type Row struct {
	Vars Assignment
	// Matches has the match of each term, in written order. The element is nil for an Optional term
	// that did not match, and for a term that only tests and is not ignored.
	Matches []*Match
	// Solutions is the number of solutions with this row ([Query.Hides]).
	Solutions int

	rank  rank
	Block int    // number of the block: rows of equal rank
	Batch int    // number of the batch; see numberBatches
	Table string // the table of $this
}

// Rows lists the distinct solutions of a query (query.rows). It stops after limit+1 rows, so that
// the caller can detect an answer that is too long.
func (s *Search) Rows(preset Assignment, limit int) []Row {
	var out []Row
	type content struct {
		this Entity
		rest string
	}
	at := map[content]int{}
	for solution := range s.Solutions(preset) {
		row := Row{Vars: solution.Vars, Solutions: 1, Table: s.Table(solution.Vars[This])}
		row.Matches = make([]*Match, len(s.Query.Terms))
		for t := solution.trail; t != nil; t = t.before {
			row.Matches[t.term] = t.match
		}
		c := content{row.Vars[This], s.rest(&row)}
		if n, has := at[c]; has {
			out[n].join(&row)
			continue
		}
		at[c] = len(out)
		if out = append(out, row); len(out) > limit {
			break
		}
	}
	return out
}

// join adds to a row the alternatives of another solution with the same row, each once.
func (r *Row) join(o *Row) {
	r.Solutions++
	for n, m := range o.Matches {
		if m == nil {
			continue
		}
		more := rules.Without(m.Or, func(a Match) bool {
			same := func(b Match) bool { return a.ID == b.ID && a.Owner == b.Owner && a.Member == b.Member }
			return slices.ContainsFunc(r.Matches[n].Or, same)
		})
		if len(more) > 0 {
			joined := *r.Matches[n]
			joined.Or = slices.Concat(joined.Or, more)
			r.Matches[n] = &joined
		}
	}
}

// HasRow reports whether the query has a row in which $this is e.
func (s *Search) HasRow(e Entity) bool { return some(s.Solutions(Assignment{This: e})) }

// rest returns the content of a row without $this as a map key: the values of the shown variables,
// then the id and source of each field. Rows of one batch have the same rest (iterate.batches).
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

// Field returns the match of field n, or nil if the field is not set. If the term is true because
// of a comparison or a list, its field is not set (operator.or, QRY-269).
func (s *Search) Field(r *Row, n int) *Match {
	if m := r.Matches[s.Query.Fields[n]]; m.HasField() {
		return m
	}
	return nil
}

// Source returns the source that field n reports: the owner of the id. It is None if the source of
// the term is $this and $this owns the id (source.reported; QRY-336, QRY-337). For example, the
// field of Position(Game) has the source Game, even in the row of Game.
func (s *Search) Source(r *Row, n int, m *Match) Entity {
	if s.Query.Terms[s.Query.Fields[n]].OnThis() && m.Owner == r.Vars[This] {
		return None
	}
	return m.Owner
}

// HasData reports whether the owner owns the reported id and the id is not a tag. Members, pairs
// that follow from other facts, and ids reported with "*" have no data.
func (s *Search) HasData(m *Match) bool {
	return m.Stored && !m.ID.HasWildcard() && s.TypeOf(m.Via) != None
}

// Access reports whether a program may read or write the data of a field. The term can specify it
// (access.written). By default a program can read a field that reports a source (sets.access), and
// read and write any other field; it can do neither if the field has no data (access.no-value,
// access.default, QRY-173 to QRY-177, QRY-393).
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

// Reported returns the id that a match reports. A member is reported as "C.m", as in "(Course.to,
// Earth)" (query.members).
func (s *Search) Reported(m *Match) spec.ID {
	i := s.SpecID(m.ID)
	if m.Member != "" {
		i.First += spec.Handle("." + m.Member)
	}
	return i
}

// Preset gives a variable a value before the query is evaluated (QRY-472, variables.preset). It
// returns an error if the variable occurs only in scopes or is anonymous, if h is a wildcard or not
// an alive entity, or if both $this and its alias $This are set.
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
