package model

import (
	"unsafe"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// remembering gives a search an empty cache of the answers to its questions. This is safe because the
// world does not change while a query is answered. Without the cache the rows are the same and take
// longer.
func remembering(s *query.Search) *query.Search {
	return sharing(make([][]rules.Holding, len(s.Entities)), s)
}

// sharing is like remembering, but the search shares the holdings of entities with other searches.
// They are listed by entity; nil means that they are not known.
func sharing(held [][]rules.Holding, s *query.Search) *query.Search {
	q := &s.Questions
	ask := q.Holds
	q.Holds = func(e rules.Entity) []rules.Holding {
		if e.IsNumber() {
			return nil
		}
		if held[e] == nil {
			held[e] = append([]rules.Holding{}, ask(e)...)
		}
		return held[e]
	}
	q.Paths, q.Fits, q.Leading = remember(q.Paths), remember(q.Fits), remember(q.Leading)
	q.Neighbours, q.Candidates, q.Visible = remember(q.Neighbours), remember(q.Candidates), remember(q.Visible)
	q.Tries = trying(s).solutions
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
