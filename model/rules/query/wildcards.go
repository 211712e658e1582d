package query

import "slices"

// covered lists the ids of x that p covers and, for a single id with component inheritance, its
// subclasses: for example, with Frigate an instance of Ship, "Ship" finds entities with Frigate
// (QRY-581 to QRY-585, FQL-115). A wildcard covers any single id; a variable component covers
// itself alone (facts.subclasses).
func (s *Search) covered(x Entity, p pattern) []Match {
	var found []Match
	for _, h := range s.having(x, p.where) {
		switch {
		case p.Covers(h.ID):
			found = append(found, Match{ID: h.ID, Owner: h.Owner, Via: h.ID})
		case p.constant && !h.IsPair() && s.substitutes(h.First, p):
			found = append(found, Match{ID: h.ID, Owner: h.Owner, Via: h.ID, How: Subclass})
		}
	}
	return found
}

// report makes the reported ids: "*" where the pattern has "_", each distinct id once, and without
// a "*" only the first of all. The others stay as answers that are as good (query.rows and
// wildcard.any).
func report(found []Match, pattern ID) []Match {
	var out []Match
	each := pattern.First == Wildcard || pattern.Second == Wildcard
	for _, m := range found {
		m.Stored = m.ID == m.Via
		if pattern.First == Any {
			m.ID.First = Wildcard
		}
		if pattern.Second == Any {
			m.ID.Second = Wildcard
		}
		equal := func(o Match) bool { return o.ID == m.ID && o.Owner == m.Owner }
		i := slices.IndexFunc(out, func(o Match) bool { return !each || o.ID == m.ID })
		switch {
		case i < 0:
			out = append(out, m)
		case !equal(out[i]) && !slices.ContainsFunc(out[i].Or, equal):
			out[i].Or = append(out[i].Or, m)
		}
	}
	return out
}
