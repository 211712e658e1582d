package variant

import (
	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// definedNames returns the names in texts that define data.
func (r *Recorded) definedNames() map[string]bool {
	names := map[string]bool{}
	for i := range r.Ops {
		if r.Ops[i].Op != spec.OpDefine {
			continue
		}
		for _, t := range r.facts(i) {
			for _, e := range t.Refs() {
				names[e.Name] = true
			}
		}
	}
	return names
}

// facts returns the terms of the text in operation i, or nil if it does not define data.
func (r *Recorded) facts(i int) []spec.Term {
	terms, err := lang.ParseData(r.Profile.Dialect, r.Ops[i].Text)
	if err != nil {
		return nil
	}
	return terms
}

// definedVariant creates entities and adds ids one by one, as a text defines them.
func definedVariant() *Variant {
	return &Variant{
		Name:  "defined",
		Law:   "a text that is data says what creating its new subjects and adding each of its ids in turn says; where events or changes are told of, if that is one operation",
		Needs: func(p *spec.Profile) bool { return p.Has(spec.OpDefine) },
		Rewrite: func(r *Recorded) []Step {
			var steps []Step
			applied, worlds := false, r.worldsBefore()
			now, changes := r.moments(), r.asksChanges()
			for i := range r.Ops {
				var parts []Step
				if worlds[i] != nil {
					parts = r.defines(i, worlds[i])
				}
				observed := now[i].observed || changes // also of the worlds between its parts, where a text is one step
				if len(parts) == 0 || observed && len(parts) > 1 {
					steps = append(steps, r.keep(i))
					continue
				}
				applied = true
				parts[len(parts)-1].World = i
				steps = append(steps, parts...)
			}
			if !applied {
				return nil
			}
			return steps
		},
	}
}

// worldsBefore returns the expected world before each definition that is not refused. It returns
// none while an iterator is open: an entity could enter the iterator's table before it gets its
// ids, and would then be refused.
func (r *Recorded) worldsBefore() map[int]*expected.World {
	out := map[int]*expected.World{}
	open := map[string]bool{}
	w := expected.New(&r.Profile)
	for i, op := range r.Ops {
		if r.Outcomes[i].Err != nil {
			continue
		}
		switch op.Op { //nolint:exhaustive // the others open no iterator
		case spec.OpDefine:
			if len(open) == 0 {
				out[i] = w.Clone()
			}
		case spec.OpIterBegin:
			open[op.As] = true
		case spec.OpIterEnd:
			delete(open, op.On)
		}
		w.Happened(op)
	}
	return out
}

// named returns the entity with a path in a world without a scope.
func named(w *expected.World, path string) (spec.Handle, bool) {
	if spec.IsReserved(spec.Handle(path)) {
		return spec.Handle(path), true
	}
	for _, e := range w.Live {
		if w.Path(e) == path {
			return w.Handle(e), true
		}
	}
	return "", false
}

// defines returns operations with the same effect as definition i, or nil if one of its names is
// unknown.
func (r *Recorded) defines(i int, w *expected.World) []Step {
	if w.Scope != expected.None {
		return nil
	}
	made := map[string]bool{}
	var steps []Step
	for _, e := range r.Outcomes[i].Entities {
		name := string(e)
		made[name] = true
		steps = append(steps, extra(spec.Operation{Op: spec.OpEntity, Entity: e, Name: &name}))
	}
	sure := true
	handle := func(e *spec.Ref) spec.Handle {
		if e.Kind == spec.RefNone || e.Kind == spec.RefName && made[e.Name] {
			return spec.Handle(e.Name)
		}
		h, known := named(w, e.Name)
		sure = sure && known && e.Kind == spec.RefName
		return h
	}
	for _, t := range r.facts(i) {
		id := spec.ID{First: handle(&t.First), Second: handle(&t.Second)}
		steps = append(steps, extra(spec.Operation{Op: spec.OpAdd, Entity: handle(&t.Src), ID: id}))
	}
	if !sure {
		return nil
	}
	return steps
}
