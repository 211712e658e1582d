package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
)

// search prepares a search that remembers its answers to the questions that it asks again and again. The world stays as it
// is while a query is answered, so they stay the same. The rules do not know of it: without this file every answer is the
// same and takes longer.
func (w *World) search(world *rules.World, q *query.Query) *query.Search {
	return remembering(query.NewSearch(world, q, w.work))
}

func remembering(s *query.Search) *query.Search {
	holds, held := s.Holds, make([][]rules.Holding, len(s.Entities))
	s.Holds = func(e rules.Entity) []rules.Holding {
		if held[e] == nil {
			held[e] = append([]rules.Holding{}, holds(e)...)
		}
		return held[e]
	}
	s.Ways = remember(s.Ways)
	s.Fits = remember(s.Fits)
	s.Next = remember(s.Next)
	s.Reach = remember(s.Reach)
	s.Leads = remember(s.Leads)
	s.Seen = remember(s.Seen)
	s.Tries = trying(s)
	return s
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
