package model

import (
	"iter"
	"unsafe"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// memory caches the answers to the questions of a search. This is safe because the world does not
// change while a query is answered. Without the cache the rows are the same and take longer.
type memory struct {
	query.Questions                   // answers without the cache
	held            [][]rules.Holding // by entity; nil: not cached
	paths           func(query.Start) [][]rules.Holding
	fits            func(query.Fit) bool
	neighbours      func(query.SetFrom) []rules.Entity
	candidates      func(query.SetFrom) []rules.Candidate
	visible         func(query.SetFrom) [][]rules.Holding
	leading         func(query.Goal) []rules.Entity
	tries           tries
}

// remembering gives a search an empty cache.
func remembering(s *query.Search) *query.Search {
	return sharing(make([][]rules.Holding, len(s.Entities)), s)
}

// sharing gives a search a cache that shares the holdings of entities with other searches.
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

// search prepares a search with a cache. Searches of the current world share the cached holdings
// until the next change of the world.
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
	if e.IsNumber() {
		return nil
	}
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

// remember returns a function that caches the answers of ask.
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

// described is the cached part of a dump about one entity.
type described struct {
	of   rules.Record // the record that it was made from
	dump *spec.DumpEntity
}

// described caches the result of describe while the record of the entity stays the same. The result
// depends on nothing else, because handles never change. Comparing slices by address is enough,
// because a record's slices are replaced and never modified.
func (w *World) described(e rules.Entity) *spec.DumpEntity {
	for len(w.dumped) <= int(e) {
		w.dumped = append(w.dumped, described{})
	}
	known, r := &w.dumped[e], &w.rules.Entities[e]
	if known.dump == nil || !isSame(&known.of, r) {
		dump := w.describe(e)
		*known = described{*r, &dump}
	}
	return known.dump
}

// isSame reports whether two records are equal in all fields that describe reads. It compares
// slices by address.
func isSame(a, b *rules.Record) bool {
	return a.Handle == b.Handle && a.Name == b.Name && a.Component == b.Component && a.Open == b.Open &&
		isSlice(a.Members, b.Members) && isSlice(a.Own, b.Own) && isSlice(a.Overrides, b.Overrides)
}

// isSlice reports whether two slices have the same length and start at the same address.
func isSlice[T any](a, b []T) bool {
	return len(a) == len(b) && unsafe.SliceData(a) == unsafe.SliceData(b)
}
