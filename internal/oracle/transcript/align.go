package transcript

import (
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// place is a field of a query in Flecs' results.
type place struct {
	at   int // index in Flecs' fields
	not  bool
	term *spec.Term
}

// fieldPlaces says where in Flecs' results the fields of a query are: Flecs gives comparisons, the braces of scopes
// and the terms inside them fields of their own. n is the number of fields that Flecs gives in all, -1 where the text
// cannot be parsed.
func (c *converter) fieldPlaces(q *spec.Query) (places []place, n int) {
	if q == nil {
		return nil, -1
	}
	terms, err := capability.Terms(c.profile, q)
	if err != nil {
		return nil, -1
	}
	for i := range terms {
		t := &terms[i]
		switch t.Kind {
		case spec.TermMatch, spec.TermOr:
			places = append(places, place{at: n, not: t.Oper == spec.Not, term: t})
			n++
		case spec.TermCompare:
			n++
		case spec.TermScope:
			n += flecsFields(t)
		}
	}
	return places, n
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
