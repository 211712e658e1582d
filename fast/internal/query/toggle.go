package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Hides reports whether a disabled id may affect a query.
func Hides(g *rules.Toggles, q *Query) bool {
	if !g.Any() {
		return false
	}
	hidden := false
	q.Each(func(n *Node, t *Term) {
		switch {
		case hidden || t.Compares:
		case q.W.Profile.Substitution: // sets may follow any relationship and lead to any id
			hidden = true
		case n.Kind == NodeList || t.First.Kind != ElementConst:
			hidden = true
		default:
			hidden = g.HidesFirst(q.W, t.First.Entity, q.Subclasses) ||
				t.Traversal != nil && t.Traversal.Up && g.Hides(t.Traversal.Relation)
		}
	})
	return hidden
}

// enabledHolder is like holder, but skips disabled ids.
func (x *Exec) enabledHolder(m *Match, t store.Table, index uint32, id store.ID) (base uint32, ok bool) {
	from := len(x.held)
	x.held = x.W.CollectAs(x.held, t, index, id, m.allow, !m.skipOwn, true)
	if ok = len(x.held) > from; ok {
		base = x.held[from].Base
	}
	x.held = x.held[:from]
	return base, ok
}

// mixed reports whether entities of a table may match differently because of disabled ids.
func (x *Exec) mixed(t store.Table) bool { return x.Toggled && x.W.Toggles.In(t) > 0 }
