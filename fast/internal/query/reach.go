package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
)

// IndexReach creates the reachability indexes of the transitive relationships that a query names.
// Queries with sets need none, because they walk the sets.
func (q *Query) IndexReach() {
	if !q.Transitive || q.W.Profile.Substitution {
		return
	}
	q.Each(func(_ *Node, t *Term) {
		if t.First.Kind == ElementConst && t.Second.Kind != ElementNone && q.W.Store.Alive(t.First.Entity) &&
			q.W.TraitsOf(t.First.Entity.Index())&rules.TraitTransitive != 0 {
			q.W.IndexReach(t.First.Entity.Index())
		}
	})
}

// reach returns the reachability index of a term's relationship. It returns nil if there is none,
// or if the matches of the term depend on more than the owned pairs of the relationship.
func (x *Exec) reach(m *Match) *rules.ReachIndex {
	if len(x.W.Reach) == 0 || x.Toggled || m.skipOwn || len(m.subclasses) > 0 || m.inherited {
		return nil
	}
	return x.W.Reach[m.FirstID]
}
