package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// maxNesting is how many operations may have been caused, one by the events of the other.
const maxNesting = 100

// defaultEvents is how many events the callbacks may cause in the wake of one operation; see WithEventLimit.
const defaultEvents = 1_000_000

var errNesting = spec.Errorf(spec.CodeLimit, "callbacks of observers have caused changes %d times in a row; these are dropped", maxNesting)

// operate does what f does as an operation of its own, and tells the observers.
func (w *World) operate(f func() *spec.Error) *spec.Error {
	v := &w.observers
	if len(v.list) == 0 && !w.watch.on || w.listener != nil {
		return f()
	}
	v.begin()
	w.meter.begin()
	err := f()
	w.finish(err == nil)
	return err
}

// begin starts an operation.
func (v *observers) begin() {
	v.w.listener, v.structural = v, false
	for _, o := range v.list {
		if o.needsNow().always {
			v.structural = true
			o.captureAll()
		}
	}
}

// finish ends the operation that is watched, and tells its events if it has succeeded.
func (w *World) finish(tell bool) {
	v := &w.observers
	w.listener = nil
	w.watch.settle(w)
	v.events = v.events[:0]
	for _, o := range v.list {
		if tell {
			v.tell(o)
		}
		o.before.reset()
	}
	if tell && w.meter.loses(len(v.events)) {
		v.events = v.events[:0]
	}
	v.byDeath()
	orphans := v.orphans
	v.orphans = nil
	v.written, v.destroyed = v.written[:0], v.destroyed[:0]
	if len(v.events) > 0 {
		v.dispatch()
	}
	for _, o := range orphans {
		if tell && !o.ended {
			o.release()
		}
	}
}

// exhausted reports whether callbacks have caused as many events as they may.
func (v *observers) exhausted() bool { return v.told > v.bound }

// mayTell counts an event that is told, and says whether it may be.
func (v *observers) mayTell() bool {
	if v.nesting == 1 {
		return true // of the operation itself
	}
	if v.exhausted() {
		return false
	}
	if v.told++; v.exhausted() {
		v.fail(spec.Errorf(spec.CodeLimit,
			"callbacks of observers have caused more than %d events by one operation; the others are not told and what waits is dropped", v.bound))
	}
	return !v.exhausted()
}

// descend begins to tell events, and says whether that may be done: a callback that causes events at once, by making an
// entity while its changes wait, comes here again before it has returned.
func (v *observers) descend() bool {
	w := v.w
	if v.nesting == 0 {
		v.told, v.cut = 0, false
	}
	if v.nesting > maxNesting && w.deferral.depth > 0 {
		v.failNesting()
		return false
	}
	v.nesting++
	return true
}

// dispatch calls the callbacks of the events. What they change waits, and is applied then.
func (v *observers) dispatch() {
	w := v.w
	events := v.events
	if !v.descend() {
		return
	}
	v.events = nil // callbacks may make the world change
	done := false
	defer func() {
		v.nesting--
		if !done { // a callback has panicked
			w.abandonDeferral()
		}
	}()
	w.deferBegin()
	for i := range events {
		if e := &events[i]; !e.observer.ended && v.mayTell() {
			e.observer.call(e)
		}
	}
	switch {
	case w.deferral.depth != 1 || len(w.deferral.queue.list) == 0:
	case v.exhausted():
		w.deferral.queue.empty()
	case v.nesting > maxNesting:
		w.deferral.queue.empty()
		v.failNesting()
	}
	failures, _ := w.deferEnd()
	for _, f := range failures {
		v.fail(f.Err)
	}
	done = true
	clear(events)
	v.events = events[:0]
}

// failNesting tells once that changes were dropped.
func (v *observers) failNesting() {
	if !v.cut {
		v.cut = true
		v.fail(errNesting)
	}
}

func (v *observers) fail(err *spec.Error) {
	if v.failed != nil {
		v.failed(err)
	}
}

// yield tells an observer of what matches already, unless that takes too much work to find.
func (v *observers) yield(o *observer) *spec.Error {
	w := v.w
	v.events = v.events[:0]
	empty := capture{}
	for _, e := range w.userEntities() {
		if !o.matches(e) {
			continue
		}
		empty.entity = e
		d := compared{o: o, c: &empty, row: true, alive: true}
		if o.monitor {
			v.monitored(&d)
			continue
		}
		d.after = o.look(nil, e)
		v.existing(&d)
	}
	if err := w.meter.overworked(); err != nil {
		return err
	}
	if len(v.events) > 0 && !w.meter.loses(len(v.events)) {
		v.dispatch()
	}
	return nil
}

// userEntities are the entities of the user.
func (w *World) userEntities() []Entity {
	list := make([]Entity, 0, w.living())
	for t := range store.Table(w.st.Tables()) {
		if w.st.InUse(t) && !w.st.Has(t, store.Single(hiddenMark)) {
			list = append(list, w.st.Entities(t)...)
		}
	}
	return list
}

// existing appends the events of an entity that matches as if it had just been added.
func (v *observers) existing(d *compared) {
	w := v.w
	if d.o.kinds&onAdd != 0 {
		v.add(d, spec.OnAdd, func(s *sighting) bool { return !d.o.triggers[s.trigger].not })
	}
	if d.o.kinds&onSet != 0 {
		v.add(d, spec.OnSet, func(s *sighting) bool { return !d.o.triggers[s.trigger].not && w.typedBy(s.id) != 0 })
	}
}
