package proof

import (
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
)

// maxJudged is the largest number of terms of a query of which Failing asks every subset.
const maxJudged = 8

// Failing lists the places of all terms that fail for e, which has no row. Several terms may fail,
// and each of them is a reason: in "Ship, (DockedTo, $p), Planet($p)" the last term fails if no
// place where the ship is docked is a planet, and so does the second if no planet is a place where
// the ship is docked. A term fails if some of the other terms have solutions together, and none of
// these satisfies the term. Place 0 stands for a reason that is no term. Failing returns nil if the
// query has too many terms.
func Failing(s *query.Search, preset query.Assignment, e rules.Entity) []int {
	if excluded(s, preset, e).Claim != "" {
		return []int{0}
	}
	if len(s.Query.InOrder) > maxJudged {
		return nil
	}
	if e != rules.None {
		preset[query.This] = e
	}
	j := judge{s, preset, s.Query.InOrder}
	// For each set of terms, as a bit set: whether it can be asked by itself, and whether it has solutions.
	valid, solved := make([]bool, 1<<len(j.terms)), make([]bool, 1<<len(j.terms))
	fails := map[int]bool{}
	for set := range solved {
		if valid[set] = j.valid(set); !valid[set] {
			continue
		}
		possible, without := true, []int{} // terms without which there are solutions
		for i := range j.terms {
			if less := set &^ (1 << i); less == set || !valid[less] {
				continue
			} else if solved[less] {
				without = append(without, i)
			} else {
				possible = false
			}
		}
		solved[set] = possible && j.solves(set)
		for _, i := range without {
			if !solved[set] {
				fails[j.terms[i].Number+1] = true
			}
		}
	}
	var out []int
	for i := range s.Query.Terms {
		if fails[i+1] {
			out = append(out, i+1)
		}
	}
	return out
}

// judge asks for solutions of sets of terms.
type judge struct {
	s      *query.Search
	preset query.Assignment
	terms  []query.Term // in the order of evaluation
}

func (j *judge) solves(set int) bool {
	var terms []query.Term
	for i := range j.terms {
		if set&(1<<i) != 0 {
			terms = append(terms, j.terms[i])
		}
	}
	for range j.s.Together(terms, j.preset) {
		return true
	}
	return false
}

// valid reports whether each term of a set means there what it means in the query. A term that
// cannot bind a variable, or that is ignored if the variable is unset, needs what gives the
// variable its values: for example, "!Planet($p)" alone would say that there is no planet at all.
func (j *judge) valid(set int) bool {
	for i := range j.terms {
		if set&(1<<i) == 0 || j.terms[i].Always() {
			continue
		}
		for _, v := range j.terms[i].Mentions {
			if v == query.This || j.preset[v] != rules.None {
				continue
			}
			always, earlier := j.using(v, i)
			if always != 0 && set&always == 0 || always == 0 && set&earlier != earlier {
				return false
			}
		}
	}
	return true
}

// using gives the terms that always bind a variable, and those before a term that use it.
func (j *judge) using(v, before int) (always, earlier int) {
	for i := range j.terms {
		switch t := &j.terms[i]; {
		case !slices.Contains(t.Uses(), v):
		case t.Always():
			always |= 1 << i
		case i < before:
			earlier |= 1 << i
		}
	}
	return always, earlier
}
