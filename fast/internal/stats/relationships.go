package stats

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Relationship counts the pairs of one relationship.
type Relationship struct {
	Index                                  uint32
	Pairs, Sources, Targets, Tables, Empty int
	NonFragmenting                         bool // some of its pairs are stored outside the tables
	values                                 bool // some have values
	maxTargets                             int  // the largest number of targets of one entity
	targets                                map[uint32]struct{}
}

// World has the counts of a world.
type World struct {
	Entities, Tables, Empty int
	Relationships           []Relationship // sorted by the number of tables, largest first
	Memory                  store.Memory
	Bytes                   uint64
	Hints                   []string
}

// Of counts a world. It takes time proportional to the ids of all tables and to the number of
// non-fragmenting pairs.
func Of(w *rules.World) World {
	s := World{Entities: len(w.UserEntities()), Memory: w.Store.Memory(), Bytes: Bytes(w)}
	by := map[uint32]*Relationship{}
	for t := range store.Table(w.Store.Tables()) {
		if !w.Store.InUse(t) || w.Store.Has(t, store.Single(rules.HiddenMark)) {
			continue
		}
		s.Tables++
		if w.Store.Count(t) == 0 {
			s.Empty++
		}
		count(w, t, by)
	}
	for _, r := range by {
		if x := w.NonFragmenting.By[r.Index]; r.NonFragmenting && x != nil {
			for _, target := range x.Targets() {
				r.targets[target] = struct{}{}
			}
		}
		r.Targets, r.targets = len(r.targets), nil
		s.Relationships = append(s.Relationships, *r)
	}
	slices.SortFunc(s.Relationships, func(a, b Relationship) int {
		if a.Tables != b.Tables {
			return b.Tables - a.Tables
		}
		return w.CompareEntities(a.Index, b.Index)
	})
	s.hint(w)
	return s
}

// count adds the pairs of a table.
func count(w *rules.World, t store.Table, by map[uint32]*Relationship) {
	rows := w.Store.Count(t)
	ids := w.Store.IDs(t)[w.Store.Singles(t):]
	for len(ids) > 0 {
		first, n := ids[0].First(), 1
		for n < len(ids) && ids[n].First() == first {
			n++
		}
		r := by[first]
		if r == nil {
			r = &Relationship{Index: first, targets: map[uint32]struct{}{}}
			by[first] = r
		}
		r.Tables++
		if rows == 0 {
			r.Empty++
		} else {
			r.Sources, r.Pairs, r.maxTargets = r.Sources+rows, r.Pairs+rows*n, max(r.maxTargets, n)
			for _, id := range ids[:n] {
				if rules.IsMark(id) {
					r.NonFragmenting = true
					continue
				}
				r.targets[id.Second()] = struct{}{}
				r.values = r.values || w.TypedBy(id) != 0
			}
		}
		ids = ids[n:]
	}
}
