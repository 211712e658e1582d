package model

import (
	"iter"
	"unsafe"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// memory answers the questions of a search, each of them once. The world stays as it is while a
// query is answered, so the answers stay the same: without a memory every row is the same and takes
// longer.
type memory struct {
	query.Questions                   // answers anew
	held            [][]rules.Holding // by entity; nil: not asked yet
	paths           func(query.Start) [][]rules.Holding
	fits            func(query.Fit) bool
	neighbours      func(query.SetFrom) []rules.Entity
	candidates      func(query.SetFrom) []rules.Candidate
	visible         func(query.SetFrom) [][]rules.Holding
	leading         func(query.Goal) []rules.Entity
	tries           tries
}

// remembering gives a search a memory.
func remembering(s *query.Search) *query.Search {
	return sharing(make([][]rules.Holding, len(s.Entities)), s)
}

// sharing gives a search a memory that knows what entities hold.
func sharing(held [][]rules.Holding, s *query.Search) *query.Search {
	ask := s.Questions
	s.Questions = &memory{
		Questions: ask, held: held, paths: remember(ask.Paths), fits: remember(ask.Fits),
		neighbours: remember(ask.Neighbours),
		candidates: remember(ask.Candidates), visible: remember(ask.Visible), leading: remember(ask.Leading),
		tries: trying(s),
	}
	return s
}

// search prepares a search with a memory. What entities hold is remembered until the next change of the world.
func (w *World) search(world *rules.World, q *query.Query) *query.Search {
	s := query.NewSearch(world, q, w.work)
	if world != w.rules {
		return remembering(s)
	}
	if w.held == nil {
		w.held = make([][]rules.Holding, len(world.Entities))
	}
	return sharing(w.held, s)
}

func (m *memory) Holds(e rules.Entity) []rules.Holding {
	if m.held[e] == nil {
		m.held[e] = append([]rules.Holding{}, m.Questions.Holds(e)...)
	}
	return m.held[e]
}

func (m *memory) Paths(start query.Start) [][]rules.Holding       { return m.paths(start) }
func (m *memory) Fits(f query.Fit) bool                           { return m.fits(f) }
func (m *memory) Neighbours(of query.SetFrom) []rules.Entity      { return m.neighbours(of) }
func (m *memory) Candidates(from query.SetFrom) []rules.Candidate { return m.candidates(from) }
func (m *memory) Visible(from query.SetFrom) [][]rules.Holding    { return m.visible(from) }
func (m *memory) Leading(goal query.Goal) []rules.Entity          { return m.leading(goal) }
func (m *memory) Tries(t *query.Term, row query.Solution) iter.Seq[query.Solution] {
	return m.tries.solutions(t, row)
}

// remember is a function that keeps its answers.
func remember[K comparable, V any](ask func(K) V) func(K) V {
	known := map[K]V{}
	return func(k K) V {
		v, ok := known[k]
		if !ok {
			v = ask(k)
			known[k] = v
		}
		return v
	}
}

// described is the part of a dump about an entity with that record.
type described struct {
	of   rules.Record
	says *spec.DumpEntity
}

// described remembers the answer of describe about an entity while its record stays the same: it
// only depends on that, since handles never change and the slices of a record are replaced when it
// changes.
func (w *World) described(e rules.Entity) *spec.DumpEntity {
	for len(w.dumped) <= int(e) {
		w.dumped = append(w.dumped, described{})
	}
	known, r := &w.dumped[e], &w.rules.Entities[e]
	if known.says == nil || !isSame(&known.of, r) {
		says := w.describe(e)
		*known = described{*r, &says}
	}
	return known.says
}

// isSame reports whether two records of an entity are the same one.
func isSame(a, b *rules.Record) bool {
	return a.Handle == b.Handle && a.Name == b.Name && a.Component == b.Component && a.Open == b.Open &&
		isSlice(a.Members, b.Members) && isSlice(a.Own, b.Own) && isSlice(a.Overrides, b.Overrides)
}

// isSlice reports whether two slices are the same memory.
func isSlice[T any](a, b []T) bool {
	return len(a) == len(b) && unsafe.SliceData(a) == unsafe.SliceData(b)
}
