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

// Operation returns op with all handles renamed. It does not change names and query texts.
func (f HandleMap) Operation(op spec.Operation) spec.Operation {
	op.Entity, op.Parent, op.From = f.handle(op.Entity), f.handle(op.Parent), f.handle(op.From)
	op.Before, op.After = f.handle(op.Before), f.handle(op.After)
	op.Relationship, op.ID = f.handle(op.Relationship), f.id(op.ID)
	op.Event, op.Events = f.handle(op.Event), slices.Clone(op.Events)
	for i, kind := range op.Events {
		op.Events[i] = f.event(kind)
	}
	op.IDs, op.More = slices.Clone(op.IDs), slices.Clone(op.More)
	for i := range op.IDs {
		op.IDs[i] = f.id(op.IDs[i])
	}
	for i := range op.More {
		op.More[i] = f(op.More[i])
	}
	if op.Group != nil {
		g := f.handle(*op.Group)
		op.Group = &g
	}
	if op.Vars != nil {
		vars := make(map[string]spec.Handle, len(op.Vars))
		for name, h := range op.Vars {
			vars[name] = f.handle(h)
		}
		op.Vars = vars
	}
	op.Query = f.query(op.Query)
	op.Acts = slices.Clone(op.Acts)
	for i := range op.Acts {
		op.Acts[i] = f.Operation(op.Acts[i])
	}
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
	o.Entity = f.handle(o.Entity)
	o.Entities = slices.Clone(o.Entities)
	for i := range o.Entities {
		o.Entities[i] = f(o.Entities[i])
	}
	o.IDs = slices.Clone(o.IDs)
	for i := range o.IDs {
		o.IDs[i] = f.id(o.IDs[i])
	}
	o.Value = f.value(o.Value)
	o.Rows = slices.Clone(o.Rows)
	for i := range o.Rows {
		f.row(&o.Rows[i])
	}
	o.Events = slices.Clone(o.Events)
	for i := range o.Events {
		e := &o.Events[i]
		e.Event, e.Entity, e.ID, e.Src = f.event(e.Event), f.handle(e.Entity), f.id(e.ID), f.handle(e.Src)
	}
	o.Failures = slices.Clone(o.Failures)
	for i := range o.Failures {
		failed := &o.Failures[i]
		failed.Entity, failed.ID = f.handle(failed.Entity), f.id(failed.ID)
	}
	o.Dump = f.dump(o.Dump)
	o.Explanation = f.explanation(o.Explanation)
}

// explanation renames the compared parts of an explanation: its rows, and the entities without a
// row.
func (f HandleMap) explanation(e *spec.Explanation) *spec.Explanation {
	if e == nil {
		return nil
	}
	out := &spec.Explanation{Matches: slices.Clone(e.Matches), Misses: slices.Clone(e.Misses)}
	for i := range out.Matches {
		f.row(&out.Matches[i].Row)
	}
	for i := range out.Misses {
		out.Misses[i].Entity = f.handle(out.Misses[i].Entity)
	}
	return out
}

func (f HandleMap) value(v spec.Value) spec.Value {
	v = slices.Clone(v)
	for i := range v {
		if v[i].Type == spec.Entity {
			v[i].Text = string(f.handle(spec.Handle(v[i].Text)))
		}
	}
	return v
}

func (f HandleMap) row(r *spec.Row) {
	r.This = f.handle(r.This)
	vars := make(map[string]spec.Handle, len(r.Vars))
	for name, h := range r.Vars {
		vars[name] = f.handle(h)
	}
	r.Vars = vars
	r.Fields = slices.Clone(r.Fields)
	for i := range r.Fields {
		fd := &r.Fields[i]
		fd.ID, fd.Src, fd.Value = f.id(fd.ID), f.handle(fd.Src), f.value(fd.Value)
		fd.Or = slices.Clone(fd.Or)
		for k := range fd.Or {
			fd.Or[k] = spec.FieldChoice{ID: f.id(fd.Or[k].ID), Src: f.handle(fd.Or[k].Src)}
		}
	}
	if r.Group != nil {
		g := f.handle(*r.Group)
		r.Group = &g
	}
}

func (f HandleMap) dump(d *spec.Dump) *spec.Dump {
	if d == nil {
		return nil
	}
	out := &spec.Dump{Scope: f.handle(d.Scope), Entities: slices.Clone(d.Entities)}
	for i := range out.Entities {
		e := &out.Entities[i]
		e.Handle = f(e.Handle)
		e.IDs = slices.Clone(e.IDs)
		for k := range e.IDs {
			e.IDs[k] = spec.DumpID{ID: f.id(e.IDs[k].ID), Value: f.value(e.IDs[k].Value), Off: e.IDs[k].Off}
		}
		e.Overrides = slices.Clone(e.Overrides)
		for k := range e.Overrides {
			e.Overrides[k] = f.id(e.Overrides[k])
		}
		slices.SortFunc(e.Overrides, spec.ID.Compare)
		slices.SortFunc(e.IDs, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
	}
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
