package model

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/spec"
)

// observer listens to what operations do to the entities that its query matches (QRY-009, QRY-010).
type observer struct {
	name     string
	q        *query
	triggers []*term
	events   []spec.EventKind
	monitor  bool
	parent   entity // it ends with this one
}

// observe starts an observer (P-52 to P-54).
func observe(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	if err := w.newName(op.As); err != nil {
		return done(err)
	}
	parent, err := w.optional(op.Parent)
	if err != nil {
		return done(err)
	}
	for _, e := range op.Events {
		if e != spec.OnAdd && e != spec.OnRemove && e != spec.OnSet {
			return done(spec.Errorf(spec.CodeInvalid, "there is no event %q", string(e)))
		}
	}
	if len(op.Events) == 0 && !op.Monitor {
		return done(spec.Errorf(spec.CodeInvalid, "an observer needs events"))
	}
	asked := op.Query.Clone()
	if asked != nil {
		asked.Kind = spec.KindFilter
	}
	q, err := w.compile(asked)
	if err != nil {
		return done(err)
	}
	o := &observer{name: op.As, q: q, triggers: triggers(q.terms), events: op.Events, monitor: op.Monitor, parent: parent}
	if len(o.events) == 0 {
		o.events = []spec.EventKind{spec.OnAdd, spec.OnRemove}
	}
	if len(o.triggers) == 0 {
		return done(spec.Errorf(spec.CodeInvalid, "an observer needs a term on $this that ids can match"))
	}
	var heard []spec.Event
	if op.YieldExisting {
		w.written, w.copied = nil, nil
		now := o.look(w)
		for _, e := range w.users() {
			heard = append(heard, o.hears(e, nil, now)...)
		}
	}
	if err := w.overworked(); err != nil {
		return done(err)
	}
	w.observed = append(slices.Clone(w.observed), o)
	w.tell(heard)
	return done(nil)
}

// triggers lists the terms, and the alternatives of chains, that can cause events (P-52).
func triggers(terms []term) []*term {
	var out []*term
	for n := range terms {
		t := &terms[n]
		if t.kind == spec.TermOr {
			out = append(out, triggers(t.terms)...)
		}
		matches := t.kind == spec.TermMatch && (t.oper == spec.And || t.oper == spec.Not) && t.first.kind != spec.RefMember
		if matches && t.onThis() && t.written.Access != spec.AccessFilter {
			out = append(out, t)
		}
	}
	return out
}

// events drains the log. If events were lost, it says so, and the log begins anew (P-102).
func events(w *World, _ spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	out, lost := spec.Outcome{Events: w.log}, w.lost
	w.log, w.lost = nil, nil
	return out, lost
}

// notify logs what an operation means to the observers, from the world before it and after it. Of what died, that which the
// deletion reached last comes first: children before parents (REL-140, REL-142, ruling 22).
func (w *World) notify(scope entity) {
	if len(w.observed) == 0 {
		return
	}
	before := w.before()
	before.scope = scope
	order := slices.Clone(w.died)
	slices.Reverse(order)
	var was, is []*glance
	for _, o := range w.observed {
		was, is = append(was, o.look(before)), append(is, o.look(w))
	}
	for _, e := range append(order, w.users()...) {
		for n, o := range w.observed {
			w.tell(w.marked(e, o.hears(e, was[n], is[n])))
		}
	}
	if err := w.overworked(); err != nil {
		w.lose(err)
	}
	w.observed = slices.DeleteFunc(slices.Clone(w.observed), func(o *observer) bool { return slices.Contains(w.died, o.parent) })
}

// marked says of the events of what died who took it along.
func (w *World) marked(e entity, events []spec.Event) []spec.Event {
	for n := range events {
		events[n].Dies = slices.Contains(w.died, e)
		if taker, taken := w.takers[e]; taken {
			events[n].Taker = w.handle(taker)
		}
	}
	return events
}

// glance is the world at one moment as an observer's query sees it, and as its triggers do.
type glance struct {
	*World
	rows, ids *evaluation
}

func (o *observer) look(w *World) *glance {
	ids := w.evaluation(&query{})
	ids.all = true // toggles cause no events
	return &glance{World: w, rows: w.evaluation(o.q), ids: ids}
}

// hears lists the events of one entity. Without a world before, everything in the world after is new (P-53).
func (o *observer) hears(e entity, before, after *glance) []spec.Event {
	had, has := before.answers(e), after.answers(e)
	if o.monitor {
		switch {
		case has && !had && o.wants(spec.OnAdd):
			return []spec.Event{{Observer: o.name, Event: spec.OnAdd, Entity: after.handle(e)}}
		case had && !has && o.wants(spec.OnRemove):
			return []spec.Event{{Observer: o.name, Event: spec.OnRemove, Entity: after.handle(e), Leave: true}}
		}
		return nil
	}
	var added, removed, set []holding
	for _, t := range o.triggers {
		earlier, later := before.sees(t, e), after.sees(t, e)
		gained, lost := news(e, later, earlier), news(e, earlier, later)
		if t.oper == spec.Not {
			gained, lost = lost, gained
		} else {
			set = append(set, slices.DeleteFunc(later, func(h holding) bool { return !after.setBy(h, e, before) })...)
		}
		added, removed = append(added, gained...), append(removed, lost...)
	}
	var out []spec.Event
	tell := func(kind spec.EventKind, matched bool, hs []holding) {
		if !matched || !o.wants(kind) {
			return
		}
		slices.SortFunc(hs, func(a, b holding) int { return compareHoldings(e, a, b) })
		hs = slices.Compact(hs)
		if len(o.triggers) > 1 {
			hs = hs[:min(1, len(hs))]
		}
		for _, h := range hs {
			event := spec.Event{Observer: o.name, Event: kind, Entity: after.handle(e), ID: after.specID(h.id)}
			if h.owner != e {
				event.Src = after.handle(h.owner)
			}
			out = append(out, event)
		}
	}
	tell(spec.OnRemove, had, removed)
	tell(spec.OnAdd, has, added)
	tell(spec.OnSet, has, set)
	return out
}

func (o *observer) wants(kind spec.EventKind) bool { return slices.Contains(o.events, kind) }

// exists: the entity is alive at that moment.
func (g *glance) exists(e entity) bool { return g != nil && int(e) < len(g.entities) && g.alive(e) }

// answers reports whether the query has a row for e.
func (g *glance) answers(e entity) bool {
	if !g.exists(e) || g.entities[e].builtin || len(g.rows.q.terms) == 0 {
		return false
	}
	ev := *g.rows
	ev.seen, ev.limit = map[string]bool{}, 0 // the first row will do
	preset := make(assignment, len(ev.q.variables))
	preset[this] = e
	ev.run(preset)
	return len(ev.out) > 0
}

// sees lists what a trigger's id covers on e, literally: own, through IsA or the traversal that the term has, toggles ignored.
func (g *glance) sees(t *term, e entity) []holding {
	if !g.exists(e) {
		return nil
	}
	open := *t
	open.first, open.second = opened(t.first), opened(t.second)
	var out []holding
	for _, m := range g.ids.on(&open, e, nil) {
		out = append(out, holding{m.id, m.owner})
		for _, other := range m.or {
			out = append(out, holding{other.id, other.owner})
		}
	}
	return out
}

// opened is an element with everything that is not an entity as a wildcard.
func opened(e elem) elem {
	if e.kind == spec.RefNone || e.kind == spec.RefEntity {
		return e
	}
	return elem{kind: spec.RefWildcard, entity: wildcard, variable: -1}
}

// news lists what is seen now and was not then; of what another entity owns, only ids that were not seen then at all.
func news(e entity, now, then []holding) []holding {
	return slices.DeleteFunc(slices.Clone(now), func(h holding) bool {
		return slices.ContainsFunc(then, func(o holding) bool { return o.id == h.id && (o.owner == h.owner || h.owner != e) })
	})
}

// setBy reports whether the operation set what e sees as h: it was written, or comes with a base that is new to e.
func (g *glance) setBy(h holding, e entity, before *glance) bool {
	if slices.Contains(g.written, h) || slices.Contains(g.copied, h) {
		return true
	}
	f, _ := g.owned(h.owner, h.id)
	if f.value == nil {
		return false
	}
	isA := g.handles[spec.IsA]
	wasInstance := before.exists(e) && before.reaches(e, h.owner, isA)
	return before == nil || h.owner != e && !wasInstance && g.reaches(e, h.owner, isA)
}

// compareHoldings is the order in which e's events are told: by id, then what e itself owns, then by owner.
func compareHoldings(e entity, a, b holding) int {
	other := func(h holding) entity {
		if h.owner == e {
			return none
		}
		return h.owner
	}
	return cmp.Or(compareIDs(a.id, b.id), cmp.Compare(other(a), other(b)))
}
