package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
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

// changeObserved is like AddPlain or RemovePlain, but the id may trigger observers. It also returns
// false if nothing would change, or if an observer may be notified of other entities or ids.
func (w *World) changeObserved(e Entity, id store.ID, gained bool) bool {
	x := w.quiet()
	if x == nil || !w.Store.Alive(e) || !w.movesAlone(e, id) {
		return false
	}
	index, traits, forbidden := e.Index(), w.TraitsOf(id.First()), notMovedOut
	if gained {
		traits, forbidden = w.TraitsOfID(id), notMovedIn|rules.TraitExclusive
	}
	observers := x.of(id.First())
	if traits&forbidden != 0 || gained && w.mayCloseCycle(e, id, traits) || w.Store.Has(w.Table(index), id) == gained ||
		w.IsOff(index, id) || w.Instances && w.Store.Mentioned(index) || id.IsPair() && w.Profile.ZeroesDeadTargets ||
		slices.ContainsFunc(observers, func(o *Observer) bool { return !o.needs.plain }) {
		return false
	}
	m := singleChange{e, id, w.ElementsOf(id), gained, observers}
	return m.carryOut(w)
}

// matches reports whether the query of an observer matches the entity now. has says whether the
// entity has the id now. The change hides no entity: it adds or removes no reserved tag.
func (m *singleChange) matches(o *Observer, has bool) bool {
	if o.test.Only(m.public) {
		return has && !o.q.Excludes(o.w.Table(m.e.Index()))
	}
	return o.test.Matches(m.e)
}

// carryOut adds the id to the entity or removes it, and notifies the observers. It returns false if
// the storage refuses the change.
func (m *singleChange) carryOut(w *World) bool {
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
	if !m.move(w) {
		v.giveBack(gone)
		return false
	}
	v.events = v.events[:0]
	for i, o := range m.observers {
		m.appendEvent(o, v.matched[i], gone)
	}
	if len(v.events) > 0 && !w.Meter.Loses(len(v.events)) {
		v.dispatch(nil)
	}
	v.giveBack(gone)
	return true
}

func (m *singleChange) move(w *World) bool {
	if m.gained {
		changed, err := w.Store.Add(m.e, m.id)
		return w.settle(m.e, changed, err)
	}
	changed, err := w.Store.Remove(m.e, m.id)
	return w.settle(m.e, changed, err)
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
		appears := t.not != m.gained
		kind := OnSet
		switch {
		case !appears && before && o.kinds&OnRemove != 0:
			kind = OnRemove
		case appears && after && o.kinds&OnAdd != 0:
			kind = OnAdd
		case appears && after && o.onSetMore() && (t.not || o.w.TypedBy(m.id) == 0):
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
