package oracle

import "github.com/relspec/relspec/spec"

// fieldPlaces says where in Flecs' results the fields of a query are: Flecs gives comparisons, the braces of scopes
// and the terms inside them fields of their own. The last element is the number of fields that Flecs gives in all;
// the list is empty where the text cannot be parsed.
func (c *converter) fieldPlaces(q *spec.Query) []int {
	if q == nil {
		return nil
	}
	terms, err := queryTerms(c.profile, q)
	if err != nil {
		return nil
	}
	var places []int
	at := 0
	for i := range terms {
		switch terms[i].Kind {
		case spec.TermMatch, spec.TermOr:
			places = append(places, at)
			at++
		case spec.TermCompare:
			at++
		case spec.TermScope:
			at += flecsFields(&terms[i])
		}
	}
	return append(places, at)
}

// flecsFields is the number of fields that Flecs gives a term.
func flecsFields(t *spec.Term) int {
	if t.Kind != spec.TermScope {
		return 1
	}
	n := 2
	for i := range t.Terms {
		n += flecsFields(&t.Terms[i])
	}
	return n
}
