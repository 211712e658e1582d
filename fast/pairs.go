package fast

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// AddAll gives an entity the pairs with all targets, as one operation: it errs as [World.Add] does for the first pair that
// cannot be added, and then none is (while changes are deferred, those before it wait all the same). Targets that the
// entity has already are left alone. Where the relationship has no properties that concern adding, it is one move to the
// table with all pairs, whereas adding hundreds of pairs one by one makes a table with one pair more each time.
func (r *Relationship) AddAll(e Entity, targets ...Entity) error {
	w := r.w
	if len(targets) == 0 {
		return asError(w.core.CheckAlive(e))
	}
	ids := make([]store.ID, len(targets))
	for i, target := range targets {
		id, err := w.exactID(Pair(r.entity, target))
		if err != nil {
			return err
		}
		ids[i] = id
	}
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	if w.core.TraitsOf(r.entity.Index())&(rules.TraitNonFragmenting|rules.TraitsOfAdd) == 0 && w.isPlain(e, ids[0]) {
		changed, err := w.core.Store.Change(e, ids, nil)
		return w.settle(e, changed, err)
	}
	return asError(r.addEach(e, targets, ids))
}

// addEach adds pairs one by one, and takes them back if one cannot be added.
func (r *Relationship) addEach(e Entity, targets []Entity, ids []store.ID) *spec.Error {
	w := r.w
	if w.core.Deferral.Depth > 0 {
		for _, target := range targets {
			if err := w.core.Pass(change.Change{Kind: change.ChangeAdd, Entity: e, ID: Pair(r.entity, target).elements()}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := w.core.CheckHooks(true); err != nil {
		return err
	}
	return w.core.Operate(func() *spec.Error {
		mark := w.core.Begin()
		for _, id := range ids {
			if err := w.core.AddNow(e, id); err != nil {
				return w.core.End(mark, err)
			}
		}
		return w.core.End(mark, nil)
	})
}
