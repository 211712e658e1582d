package model

import (
	"iter"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// tries is an optimisation: it finds the values of a variable with which a term can be true, so
// that the search skips the others. For that it matches the term once with "*" in place of its
// variables. Without this file the search tries every value and gives the same answers, but
// more slowly. A skipped value still counts as a step of work, so the work limit does not
// depend on tries.
type tries struct {
	*query.Search
	every func(*query.Term, query.Solution) iter.Seq[query.Solution] // tries all values
	users []rules.Entity
	found func(on) []query.Match
	known map[unbound][]rules.Entity
	whole func(query.Solution) iter.Seq[query.Solution] // makes a sequence of one solution; see single
}

// unbound is a cache key: a variable of a term. The source of the term is not bound yet.
type unbound struct {
	term          *query.Term
	variable      int
	first, second rules.Entity // values of the elements that are bound variables
}

// on is a cache key: a term evaluated on one entity.
type on struct {
	term   *query.Term
	entity rules.Entity
}

// trying prepares the tries of a search.
func trying(s *query.Search) tries {
	t := tries{Search: s, every: s.Tries, users: s.Users(), known: map[unbound][]rules.Entity{}}
	t.found, t.whole = remember(t.matches), single()
	return t
}

// single returns a function that makes a sequence of one solution. Most terms have no unbound
// variable and need such a sequence. To save allocations, the function returns the same sequence
// each time; iterate over it before the next call.
func single() func(query.Solution) iter.Seq[query.Solution] {
	var row query.Solution
	rows := func(yield func(query.Solution) bool) { yield(row) }
	return func(s query.Solution) iter.Seq[query.Solution] {
		row = s
		return rows
	}
}

// solutions extends a row by candidate values for the unbound variables of a term, in the order in
// which s.every would try them.
func (s tries) solutions(t *query.Term, row query.Solution) iter.Seq[query.Solution] {
	var open []int
	for _, v := range t.Mentions {
		switch {
		case row.Vars[v] == rules.None:
			open = append(open, v)
		case v == query.This && !s.Answers(row.Vars[v]):
			return s.every(t, row)
		}
	}
	list := t.Kind != spec.TermMatch || t.Oper == spec.AndFrom || t.Oper == spec.OrFrom
	if list || slices.Contains(open, query.This) || t.Src.Kind != spec.RefEntity && t.Src.Kind != spec.RefVariable {
		return s.every(t, row)
	}
	if len(open) == 0 {
		return s.whole(row)
	}
	rows := func(yield func(query.Solution) bool) { yield(row) }
	for n, v := range open {
		rows = s.each(t, v, len(open)-n-1, rows)
	}
	return rows
}

// each extends rows by the candidate values of variable v. later is the number of unbound variables
// that are tried after v.
func (s tries) each(t *query.Term, v, later int, rows iter.Seq[query.Solution]) iter.Seq[query.Solution] {
	steps := 1 // steps for one value, including the values of later variables that are tried with it
	for range later {
		steps = 1 + steps*len(s.users)
	}
	return func(yield func(query.Solution) bool) {
		for row := range rows {
			values := s.values(t, v, row.Vars)
			for _, e := range s.users {
				if len(values) == 0 || e != values[0] {
					*s.Work -= steps
					continue
				}
				values = values[1:]
				if *s.Work--; *s.Work < 0 {
					return
				}
				if row.Vars[v] = e; !yield(row) {
					return
				}
			}
		}
	}
}

// matches lists the matches of a term with "*" in place of its variables. If the relationship is
// Reflexive, it adds the pair of the entity with itself, which "*" does not cover.
func (s tries) matches(o on) []query.Match {
	open := o.term.Opened(query.Elem.Varies)
	out := s.On(&open, o.entity, query.Assignment{})
	if first := o.term.First; first.Kind == spec.RefEntity && s.Is(first.Entity, spec.ReflexiveProp) {
		out = append(slices.Clone(out), query.Match{ID: rules.ID{First: first.Entity, Second: o.entity}})
	}
	return out
}

// values lists the values of a variable with which a term can be true, in the order of the users.
// It returns all users if the matches with "*" do not determine the variable: if the variable is
// looked up, if its element has a set, or if the term traverses upward, because then the traversal
// ends at the first entity that the term fits with any value.
func (s tries) values(t *query.Term, v int, vars query.Assignment) []rules.Entity {
	x := s.Value(t.Src, vars)
	if x != rules.None {
		return s.valuesOn([]rules.Entity{x}, t, v, vars)
	}
	question := unbound{term: t, variable: v}
	if t.First.Kind == spec.RefVariable {
		question.first = vars[t.First.Variable]
	}
	if t.Second.Kind == spec.RefVariable {
		question.second = vars[t.Second.Variable]
	}
	out, known := s.known[question]
	if !known {
		out = s.valuesOn(s.users, t, v, vars)
		s.known[question] = out
	}
	return out
}

func (s tries) valuesOn(sources []rules.Entity, t *query.Term, v int, vars query.Assignment) []rules.Entity {
	var out []rules.Entity
	for _, x := range sources {
		for _, m := range s.found(on{t, x}) {
			value, fits := valueIn(t, v, vars, x, m.ID)
			switch {
			case fits && value < 0:
				return s.users
			case fits:
				out = append(out, value)
			}
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return slices.DeleteFunc(out, func(e rules.Entity) bool {
		_, user := slices.BinarySearch(s.users, e)
		return !user
	})
}

// valueIn returns the value of variable v in a match, or Any if the match allows every value. It
// returns false if the match contradicts a variable that is already bound.
func valueIn(t *query.Term, v int, vars query.Assignment, x rules.Entity, i rules.ID) (value rules.Entity, fits bool) {
	value = rules.Any
	is := [...]rules.Entity{i.First, i.Second, x}
	for n, e := range [...]*query.Elem{&t.First, &t.Second, &t.Src} {
		subject := n == len(is)-1
		switch {
		case e.Kind != spec.RefVariable || is[n] < 0, !subject && (e.Set != nil || t.Flags&spec.TravUp != 0):
		case vars[e.Variable] != rules.None && vars[e.Variable] != is[n]:
			return rules.None, false
		default:
			if vars[e.Variable] = is[n]; e.Variable == v {
				value = is[n]
			}
		}
	}
	return value, true
}
