package query

import "slices"

// covered lists the ids of x that p covers. If p is a constant single id and component inheritance
// applies, its subclasses count too: for example, if Frigate is an instance of Ship, "Ship" finds
// entities with Frigate (QRY-581 to QRY-585, FQL-115). If the component is a variable, subclasses
// do not count (facts.subclasses).
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

// report converts the matches to reported ids. An element for which the pattern has "_" becomes
// "*". If the pattern has "*", each distinct id is reported once (wildcard.inherited); otherwise
// only the first match is reported. The other matches become alternatives in Or, because an engine
// may report any of them (query.rows and wildcard.any).
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
