package lawful

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// HandleMap maps each handle to another one. Builtin handles and wildcards must map to themselves.
type HandleMap func(spec.Handle) spec.Handle

func (f HandleMap) id(id spec.ID) spec.ID {
	if id.First != "" && !id.First.IsOfEvent() {
		id.First = f.first(id.First)
	}
	id.Second = f.handle(id.Second)
	return id
}

// first maps the first element of an id. If it is a member "C.m", first maps the component C
// (query.members).
func (f HandleMap) first(h spec.Handle) spec.Handle {
	renamed := f(h)
	if dot := strings.LastIndexByte(string(h), '.'); renamed == h && dot > 0 {
		return f(h[:dot]) + h[dot:]
	}
	return renamed
}

// handle maps a handle that may be empty or, in an act, a placeholder for a part of the event.
func (f HandleMap) handle(h spec.Handle) spec.Handle {
	if h == "" || h.IsOfEvent() {
		return h
	}
	return f(h)
}

// event maps the kind of an event, which may be an entity.
func (f HandleMap) event(kind spec.EventKind) spec.EventKind {
	if kind.IsChange() {
		return kind
	}
	return spec.EventKind(f.handle(spec.Handle(kind)))
}

// mapped returns a copy of a list in which f has changed each item.
func mapped[T any](list []T, f func(*T)) []T {
	list = slices.Clone(list)
	for i := range list {
		f(&list[i])
	}
	return list
}

func (f HandleMap) handles(list []spec.Handle) []spec.Handle {
	return mapped(list, func(h *spec.Handle) { *h = f(*h) })
}

func (f HandleMap) ids(list []spec.ID) []spec.ID {
	return mapped(list, func(id *spec.ID) { *id = f.id(*id) })
}

func (f HandleMap) vars(vars map[string]spec.Handle) map[string]spec.Handle {
	out := make(map[string]spec.Handle, len(vars))
	for name, h := range vars {
		out[name] = f.handle(h)
	}
	return out
}

// group maps the handle of a group, if any.
func (f HandleMap) group(h *spec.Handle) *spec.Handle {
	if h == nil {
		return nil
	}
	to := f.handle(*h)
	return &to
}

// Operation returns op with all handles renamed. It does not change names and query texts.
func (f HandleMap) Operation(op spec.Operation) spec.Operation {
	op.Entity, op.Parent, op.From = f.handle(op.Entity), f.handle(op.Parent), f.handle(op.From)
	op.Before, op.After = f.handle(op.Before), f.handle(op.After)
	op.Relationship, op.ID = f.handle(op.Relationship), f.id(op.ID)
	op.Event = f.handle(op.Event)
	op.Events = mapped(op.Events, func(kind *spec.EventKind) { *kind = f.event(*kind) })
	op.IDs, op.More, op.Group = f.ids(op.IDs), f.handles(op.More), f.group(op.Group)
	if op.Vars != nil {
		op.Vars = f.vars(op.Vars)
	}
	op.Query = f.query(op.Query)
	op.Acts = mapped(op.Acts, func(act *spec.Operation) { *act = f.Operation(*act) })
	return op
}

// Request is like [HandleMap.Operation] but also renames entities in values.
func (f HandleMap) Request(old spec.Operation, members map[spec.Handle][]spec.Member) spec.Operation {
	op := f.Operation(old)
	op.Value = f.Values(op.Value, TypeMembers(op.Value, old.ID, members))
	for i := range op.Acts {
		op.Acts[i] = f.Request(old.Acts[i], members)
	}
	return op
}

func (f HandleMap) query(q *spec.Query) *spec.Query {
	if q == nil {
		return nil
	}
	q = q.Clone()
	q.GroupBy = f.handle(q.GroupBy)
	if q.OrderBy != nil {
		q.OrderBy.Component = f.handle(q.OrderBy.Component)
	}
	q.Walk(func(t *spec.Term) {
		for _, r := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
			f.ref(r)
		}
	})
	return q
}

func (f HandleMap) ref(r *spec.Ref) {
	for ; r != nil; r = TravRel(r) {
		if r.Kind == spec.RefEntity || r.Kind == spec.RefMember {
			r.Name = string(f(spec.Handle(r.Name)))
		}
	}
}

// Values renames the entities in a value. The members of the component say where they are.
func (f HandleMap) Values(v spec.RawValue, members []spec.Member) spec.RawValue {
	if v == nil {
		return nil
	}
	out := make(spec.RawValue, len(v))
	for name, x := range v {
		out[name] = x
		s, isText := x.(string)
		if isText && slices.Contains(members, spec.Member{Name: name, Type: spec.Entity}) {
			out[name] = string(f.handle(spec.Handle(s)))
		}
	}
	return out
}

// Outcome renames all handles of an answer and sorts its canonical parts again.
func (f HandleMap) Outcome(o *spec.Outcome) {
	o.Entity, o.Entities, o.IDs, o.Value = f.handle(o.Entity), f.handles(o.Entities), f.ids(o.IDs), f.value(o.Value)
	o.Rows = mapped(o.Rows, f.row)
	o.Events = mapped(o.Events, func(e *spec.Event) {
		e.Event, e.Entity, e.ID, e.Src = f.event(e.Event), f.handle(e.Entity), f.id(e.ID), f.handle(e.Src)
	})
	o.Failures = mapped(o.Failures, func(failed *spec.Failure) {
		failed.Entity, failed.ID = f.handle(failed.Entity), f.id(failed.ID)
	})
	o.Dump = f.dump(o.Dump)
	o.Explanation = f.explanation(o.Explanation)
}

// explanation renames the compared parts of an explanation: its rows, and the entities without a
// row.
func (f HandleMap) explanation(e *spec.Explanation) *spec.Explanation {
	if e == nil {
		return nil
	}
	return &spec.Explanation{
		Matches: mapped(e.Matches, func(m *spec.MatchProof) { f.row(&m.Row) }),
		Misses:  mapped(e.Misses, func(m *spec.Miss) { m.Entity = f.handle(m.Entity) }),
	}
}

func (f HandleMap) value(v spec.Value) spec.Value {
	return mapped(v, func(member *spec.NamedScalar) {
		if member.Type == spec.Entity {
			member.Text = string(f.handle(spec.Handle(member.Text)))
		}
	})
}

func (f HandleMap) row(r *spec.Row) {
	r.This, r.Vars, r.Group = f.handle(r.This), f.vars(r.Vars), f.group(r.Group)
	r.Fields = mapped(r.Fields, func(fd *spec.Field) {
		fd.ID, fd.Src, fd.Value = f.id(fd.ID), f.handle(fd.Src), f.value(fd.Value)
		fd.Or = mapped(fd.Or, func(c *spec.FieldChoice) { c.ID, c.Src = f.id(c.ID), f.handle(c.Src) })
	})
}

func (f HandleMap) dump(d *spec.Dump) *spec.Dump {
	if d == nil {
		return nil
	}
	out := &spec.Dump{Scope: f.handle(d.Scope)}
	out.Entities = mapped(d.Entities, func(e *spec.DumpEntity) {
		e.Handle, e.Overrides = f(e.Handle), f.ids(e.Overrides)
		e.IDs = mapped(e.IDs, func(id *spec.DumpID) { id.ID, id.Value = f.id(id.ID), f.value(id.Value) })
		slices.SortFunc(e.Overrides, spec.ID.Compare)
		slices.SortFunc(e.IDs, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
	})
	slices.SortFunc(out.Entities, func(a, b spec.DumpEntity) int { return cmp.Compare(a.Handle, b.Handle) })
	return out
}

// Each iterates over operations without copying them.
func Each(ops []spec.Operation) iter.Seq[*spec.Operation] {
	return func(yield func(*spec.Operation) bool) {
		for i := range ops {
			if !yield(&ops[i]) {
				return
			}
		}
	}
}

// HandlesOf returns the handles that a trace creates, in order, and the members of its components.
// It omits declared relationships.
func HandlesOf(ops iter.Seq[*spec.Operation]) (handles []spec.Handle, members map[spec.Handle][]spec.Member) {
	members = map[spec.Handle][]spec.Member{}
	seen := map[spec.Handle]bool{}
	for op := range ops {
		if op.Op == spec.OpRelationship {
			continue
		}
		for _, h := range op.Makes() {
			if seen[h] {
				continue
			}
			seen[h] = true
			handles = append(handles, h)
			if op.Op == spec.OpComponent {
				members[h] = op.Members
			}
		}
	}
	return handles, members
}

// TypeMembers returns the members of the component that most likely determines the type of a value:
// the first element of the pair if it is a component with members, else the second (REL-048).
func TypeMembers(v spec.RawValue, id spec.ID, members map[spec.Handle][]spec.Member) []spec.Member {
	if v == nil {
		return nil
	}
	if m := members[id.First]; len(m) > 0 {
		return m
	}
	return members[id.Second]
}

// MapOf returns a map that renames the handles in m and keeps all others.
func MapOf(m map[spec.Handle]spec.Handle) HandleMap {
	return func(h spec.Handle) spec.Handle {
		if to, ok := m[h]; ok {
			return to
		}
		return h
	}
}
