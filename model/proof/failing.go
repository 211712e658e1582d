package proof

import (
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
)

// maxJudged is the maximum number of terms for which Failing tries every subset.
const maxJudged = 8

// Failing lists the positions of all terms that fail for an entity e without a row, counted from 1.
// Position 0 means that no term is the reason. Failing returns nil if the query has more than
// maxJudged terms.
//
// A term fails if some subset of the other terms has solutions, but none of them satisfies the
// term. Several terms can fail: in "Ship, (DockedTo, $p), Planet($p)" for a ship that is docked to
// a station, the last term fails because the station is not a planet, and the second fails because
// the ship is not docked to any planet.
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
	// For each set of terms, as a bit set: whether it can be evaluated alone, and whether it has
	// solutions.
	valid, solved := make([]bool, 1<<len(j.terms)), make([]bool, 1<<len(j.terms))
	fails := map[int]bool{}
	for set := range solved {
		if valid[set] = j.valid(set); !valid[set] {
			continue
		}
		possible, without := true, []int{} // terms whose removal leaves a set with solutions
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

// judge evaluates sets of terms.
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

// valid reports whether each term means the same in the set as in the whole query. If a term does
// not bind one of its variables itself, the set must contain a term that always binds the variable
// or, if there is none, all earlier terms that use it. For example, "!Planet($p)" alone would mean
// that there is no planet at all. There is one exception: a set may lack the term that always binds
// the variable if a chain uses the variable in every alternative and no earlier term of the set may
// leave it unset. Then the chain binds it.
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
			switch binds := j.terms[i].InEvery(v) && set&earlier == 0; {
			case always != 0 && set&always == 0 && !binds:
				return false
			case always == 0 && set&earlier != earlier:
				return false
			}
		}
	}
	return true
}

// using returns the terms that always bind a variable, and the terms before a position that use it,
// as bit sets. It omits the terms that always bind the variable from the second set.
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
