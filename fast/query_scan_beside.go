package fast

import (
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// worthEach is how many sources are looked at one by one for each entity that another term leaves,
// at most: the engine may begin with that term.
const worthEach = 8

// scanBesides finds the matches where pairs with given targets lie beside the tables: it goes over
// the sources of the target that has fewest; false if the engine has to.
func (s *matchSet) scanBesides() bool {
	r := &s.run
	var sources []uint32
	found := false
	for i := range r.terms {
		if t := &r.terms[i]; t.kind == scanBeside {
			if list := r.w.core.NonFragmenting.By[t.id.First()].Sources(t.target); !found || len(list) < len(sources) {
				sources, found = list, true
			}
		}
	}
	if r.prepare(); r.instances || r.rarer(len(sources)/worthEach) {
		return false
	}
	s.trySources(sources)
	r.done()
	return true
}

// rarer reports whether some term that must match is met by fewer entities than a number.
func (r *scan) rarer(than int) bool {
	st := r.w.core.Store
terms:
	for i := range r.terms {
		t := &r.terms[i]
		if t.oper != spec.And || t.kind == scanFixed || t.kind == scanOther || t.kind == scanBeside {
			continue
		}
		n := 0
		for _, p := range st.Lookup(t.id) {
			if n += st.Count(p.Table); n >= than {
				continue terms
			}
		}
		return n < than
	}
	return false
}

// trySources tries entities one by one. Those of one table are alike, unless further terms are
// about pairs beside it or the engine was asked; neighbours in it become one match.
func (s *matchSet) trySources(sources []uint32) {
	r := &s.run
	st := r.w.core.Store
	last, from := store.NoTable, 0
	for _, index := range sources {
		t, row, _ := st.Record(r.w.core.Entity(index))
		if t == last {
			s.again(from, row)
			continue
		}
		from, r.asked = len(s.Tables), false
		r.one[0].Table, r.values[query.ThisSlot] = t, index
		s.try(r.one[:], 0)
		s.Parts = s.Parts[:from]
		for len(s.Parts) < len(s.Tables) {
			s.Parts = append(s.Parts, query.Part{From: int32(row), Count: 1})
		}
		if last = t; r.besides > 1 || r.asked || len(s.Tables) > from+1 {
			last = store.NoTable
		}
	}
}

// again matches a further row of the table whose matches are those from a number on: one and its like, or none.
func (s *matchSet) again(from, row int) {
	at := len(s.Tables) - 1
	if at < from {
		return
	}
	if part := &s.Parts[at]; int(part.From+part.Count) == row {
		part.Count++
		return
	}
	first := uint32(len(s.Fields))
	s.Fields = append(s.Fields, s.Fields[s.Tables[at].First:][:len(s.run.terms)]...)
	s.Tables = append(s.Tables, query.TableMatch{Table: s.Tables[at].Table, First: first})
	s.Parts = append(s.Parts, query.Part{From: int32(row), Count: 1})
	s.fill()
}
