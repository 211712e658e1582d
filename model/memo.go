package model

import (
	"slices"
	"unsafe"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// search prepares a search that remembers its answers to the questions that it asks again and again. The world stays as it
// is while a query is answered, so they stay the same. The rules do not know of it: without this file every answer is the
// same and takes longer.
func (w *World) search(world *rules.World, q *query.Query) *query.Search {
	held := w.held
	if world != w.rules || len(held) == 0 {
		held = make([][]rules.Holding, len(world.Entities))
	}
	if world == w.rules {
		w.held = held // until the next change
	}
	return rememberingIn(held, query.NewSearch(world, q, w.work))
}

// remembering makes a search remember.
func remembering(s *query.Search) *query.Search {
	return rememberingIn(make([][]rules.Holding, len(s.Entities)), s)
}

// rememberingIn makes a search remember; held has the holdings of each entity.
func rememberingIn(held [][]rules.Holding, s *query.Search) *query.Search {
	holds := s.Holds
	s.Holds = func(e rules.Entity) []rules.Holding {
		if held[e] == nil {
			held[e] = told(holds(e))
		}
		return held[e]
	}
	s.Ask = rememberUnlessThis(s.Ask)
	s.Ways = remember(s.Ways)
	s.Fits = remember(s.Fits)
	s.Next = rememberByEntity(len(s.Entities), s.Next)
	s.Reach = rememberByEntity(len(s.Entities), s.Reach)
	s.Leads = remember(s.Leads)
	s.Seen = rememberByEntity(len(s.Entities), s.Seen)
	s.Tries = trying(s)
	return s
}

// told is an answer to be remembered, which is not nil. Nobody else has it, and whoever appends to it gets another.
func told[V any](answer []V) []V {
	if answer == nil {
		return []V{}
	}
	return slices.Clip(answer)
}

// rememberAll remembers the matches of all terms of a search that is asked for nothing but these. It has as many as there are
// entities and triggers of observers.
func rememberAll(s *query.Search) *query.Search {
	type question struct {
		term *query.Term
		id   rules.ID
	}
	ask, entities := s.Ask, len(s.Entities)
	known := map[question][][]query.Match{} // by entity
	s.Ask = func(t *query.Term, x rules.Entity, id rules.ID) []query.Match {
		q := question{t, id}
		of := known[q]
		if of == nil {
			of = make([][]query.Match, entities)
			known[q] = of
		}
		if of[x] == nil {
			of[x] = told(ask(t, x, id))
		}
		return of[x]
	}
	return s
}

// fewMatches is how many matches are remembered at a time.
const fewMatches = 50_000

// rememberUnlessThis remembers the matches of terms on other sources than $this: they are asked for again with each entity that
// $this may be. Terms of lists are made anew each time.
func rememberUnlessThis(ask func(*query.Term, rules.Entity, rules.ID) []query.Match) func(*query.Term, rules.Entity, rules.ID) []query.Match {
	type question struct {
		term *query.Term
		on   rules.Entity
		id   rules.ID
	}
	known := map[question][]query.Match{}
	return func(t *query.Term, x rules.Entity, id rules.ID) []query.Match {
		if t.Number < 0 || t.OnThis() {
			return ask(t, x, id)
		}
		q := question{t, x, id}
		found, ok := known[q]
		if !ok {
			if len(known) == fewMatches {
				clear(known)
			}
			found = ask(t, x, id)
			known[q] = found
		}
		return found
	}
}

// rememberByEntity remembers answers by set and entity. Few sets are asked about, most of them about one entity, others about all.
func rememberByEntity[V any](entities int, ask func(query.Reached) []V) func(query.Reached) []V {
	known := map[rules.Set]*bySet[V]{}
	var last *bySet[V]
	return func(r query.Reached) []V {
		if last == nil || r.Set != last.set {
			of, ok := known[r.Set]
			if !ok {
				of = &bySet[V]{set: r.Set}
				known[r.Set] = of
			}
			last = of
		}
		of := last // asking may ask with another set
		if answer := of.get(r.From); answer != nil {
			return answer
		}
		answer := told(ask(r))
		of.put(r.From, answer, entities)
		return answer
	}
}

// bySet has the answers of one set: that about the first entity, then those about all.
type bySet[V any] struct {
	set   rules.Set
	from  rules.Entity
	first []V
	all   [][]V
}

func (b *bySet[V]) get(from rules.Entity) []V {
	switch {
	case b.all != nil:
		return b.all[from]
	case b.from == from:
		return b.first
	}
	return nil
}

func (b *bySet[V]) put(from rules.Entity, answer []V, entities int) {
	if b.first == nil {
		b.from, b.first = from, answer
		return
	}
	if b.all == nil {
		b.all = make([][]V, entities)
		b.all[b.from] = b.first
	}
	b.all[from] = answer
}

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

// described remembers the answer of describe about an entity while its record stays the same: it only depends on that, since handles never
// change and the slices of a record are replaced when it changes.
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
