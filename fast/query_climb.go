package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// climb finds the sources of the ups of each match, and drops the matches that lack one.
func (q *typedQuery) climb(s *matchSet) {
	if len(q.ups) == 0 {
		return
	}
	x := &s.run
	x.Begin(q.q)
	x.Toggled = q.toggled()
	each := x.Toggled
	for i := range q.ups {
		up := &q.ups[i]
		x.BeginUp(&s.climbs[i], &up.node)
		each = each || q.w.core.TraitsOf(up.relationship.Index())&rules.TraitNonFragmenting != 0
	}
	if each || !q.climbEach(s, false) {
		s.splitRows()
		q.climbEach(s, true)
	}
	x.End()
}

// climbEach climbs from each match, by its entity or by all that it is about, and drops it if nothing is above; false
// if these are not alike, which leaves the rest.
func (q *typedQuery) climbEach(s *matchSet, each bool) bool {
	st, from, saved, n := q.w.core.Store, s.Tables, s.ownMatches[:0], len(q.ups)
	s.above = slices.Grow(s.above[:0], len(s.Fields)/int(s.width)*n)[:len(s.Fields)/int(s.width)*n]
	clear(s.above)
next:
	for i, m := range from {
		if st.Count(m.Table) == 0 {
			continue
		}
		at, index := int(m.First/s.width), uint32(0)
		if each {
			index = st.Entities(m.Table)[s.Parts[at].From].Index()
		}
		for j := range q.ups {
			above, differ := s.run.Above(&s.climbs[j], m.Table, index)
			if differ {
				saved = append(saved, from[i:]...) // which may be the same storage
				s.Tables, s.ownMatches = saved, saved
				return false
			}
			if above.Source != 0 {
				s.above[at*n+j] = above
			} else if q.ups[j].node.Oper == spec.And {
				continue next
			}
		}
		saved = append(saved, m)
	}
	s.Tables, s.ownMatches = saved, saved
	return true
}

// splitRows makes a match of each entity of those that are about whole tables.
func (s *matchSet) splitRows() {
	var matches []query.TableMatch
	var fields []query.FieldMatch
	var rows []query.Part
	var values []uint32
	n := len(s.query.q.Variables) - 1
	for i, m := range s.Tables {
		at := int(m.First / s.width)
		part := s.part(i).rows
		for row := range part.Count {
			matches = append(matches, query.TableMatch{Table: m.Table, First: uint32(len(fields))})
			fields = append(fields, s.Fields[m.First:m.First+s.width]...)
			rows = append(rows, query.Part{From: part.From + row, Count: 1})
			values = append(values, s.Values[min(at*n, len(s.Values)):min((at+1)*n, len(s.Values))]...)
		}
	}
	s.Tables, s.Fields, s.Parts, s.Values = matches, fields, rows, values
}
