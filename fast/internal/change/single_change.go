package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Most observed changes add or remove one id of one entity, and affect observers whose terms are
// plain. Their events are known without comparing the entity before and after: at most one event
// per observer, for that id. If the query of an observer has no other term, whether the entity
// matches is known as well.

// singleChange is the addition or removal of one id, without consequences, and the observers of
// that id.
type singleChange struct {
	e         Entity
	id        store.ID
	public    rules.Elements // the id with generations
	gained    bool
	observers []*Observer
}

// singleChange finds the observers of an id that an alive entity gets or loses. It returns false if
// the change may have consequences, or if an observer may be notified of other entities.
func (w *World) singleChange(e Entity, id store.ID, gained bool) (m singleChange, known bool) {
	x := w.quiet()
	if x == nil {
		return m, false
	}
	t := w.Table(e.Index())
	if len(w.Locked) > 0 || w.UndoLog.On() || w.IsOff(e.Index(), id) || rules.IsBuiltin(e.Index()) ||
		id.IsWildcard() ||
		w.Instances && (w.Store.Mentioned(e.Index()) || w.HasBases(t)) || id.IsPair() && w.Profile.ZeroesDeadTargets ||
		w.Store.Has(t, id) == gained || len(w.Store.IDs(t)) >= w.Meter.Limits.IDs ||
		w.Store.Flags(t)&rules.FlagHidden != 0 {
		return m, false
	}
	one := [1]Entity{e}
	if gained {
		known = w.TraitsOf(id.First())&rules.TraitExclusive == 0 && w.addsOnlyItself(id, one[:])
	} else {
		known = w.removesOnlyItself(id, one[:])
	}
	m = singleChange{e, id, w.ElementsOf(id), gained, x.of(id.First())}
	return m, known && !slices.ContainsFunc(m.observers, func(o *Observer) bool { return !o.needs.plain })
}

// matches reports whether the query of an observer matches the entity now. has says whether the
// entity has the id now. The change hides no entity: it adds or removes no reserved tag.
func (m *singleChange) matches(o *Observer, has bool) bool {
	if o.test.Only(m.public) {
		return has && !o.q.Excludes(o.w.Table(m.e.Index()))
	}
	return o.test.Matches(m.e)
}

// carryOut adds the id to the entity or removes it, and notifies the observers.
func (m *singleChange) carryOut(w *World) *spec.Error {
	v := &w.Observers
	w.Meter.Begin()
	keeps := false
	v.matched = v.matched[:0]
	for _, o := range m.observers {
		keeps = keeps || o.keeps
		v.matched = append(v.matched, (!m.gained || o.monitor || o.negates) && m.matches(o, !m.gained))
	}
	var gone RemovedValue
	if keeps && !m.gained {
		gone = v.copyOf(holding{m.e, m.id}, nil)
	}
	if err := m.move(w); err != nil {
		v.giveBack(gone)
		return err
	}
	v.events = v.events[:0]
	for i, o := range m.observers {
		m.appendEvent(o, v.matched[i], gone)
	}
	if len(v.events) > 0 && !w.Meter.Loses(len(v.events)) {
		v.dispatch(nil)
	}
	v.giveBack(gone)
	return nil
}

func (m *singleChange) move(w *World) *spec.Error {
	if m.gained {
		changed, err := w.Store.Add(m.e, m.id)
		return w.Settle(m.e, changed, err)
	}
	changed, err := w.Store.Remove(m.e, m.id)
	return w.Settle(m.e, changed, err)
}

// appendEvent appends the event of one observer; before says whether it matched the entity before.
func (m *singleChange) appendEvent(o *Observer, before bool, gone RemovedValue) {
	v := &o.w.Observers
	after := (m.gained || o.monitor || o.negates) && m.matches(o, m.gained)
	if o.monitor {
		v.monitored(o, m.e, before, after)
		return
	}
	for i := range o.triggers {
		t := &o.triggers[i]
		if t.term.First.Entity != m.public.First || t.term.Second.Kind == query.ElementNone == m.id.IsPair() ||
			t.term.Second.Entity != m.public.Second {
			continue
		}
		kind := OnSet
		switch {
		case t.not == m.gained && before && o.kinds&OnRemove != 0:
			kind = OnRemove
		case t.not != m.gained && after && o.kinds&OnAdd != 0:
			kind = OnAdd
		case t.not != m.gained && after && o.onSetMore() && (t.not || o.w.TypedBy(m.id) == 0):
		default:
			continue
		}
		if kind != OnRemove || t.not || !o.keeps {
			gone = RemovedValue{}
		}
		v.events = append(v.events, Event{
			Observer: o, Kind: kind, Entity: m.e, ID: m.public, Valued: !t.not, Removed: gone,
		})
		return
	}
}
