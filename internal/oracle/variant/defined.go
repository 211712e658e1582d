package variant

import (
	"slices"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// definedNames are the names in texts that are data.
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

// facts are the terms of the text of operation i, nil where it is none that is data.
func (r *Recorded) facts(i int) []spec.Term {
	terms, err := lang.ParseData(r.Profile.Dialect, r.Ops[i].Text)
	if err != nil {
		return nil
	}
	return terms
}

// definedVariant creates and adds one by one what a text defines.
func definedVariant() *Variant {
	return &Variant{
		Name:  "defined",
		Law:   "a text that is data says what creating its new subjects and adding each of its ids in turn says",
		Needs: func(p *spec.Profile) bool { return p.Has(spec.OpDefine) },
		Rewrite: func(r *Recorded) []Step {
			var steps []Step
			applied := false
			for i := range r.Ops {
				var parts []Step
				if r.Ops[i].Op == spec.OpDefine && r.Outcomes[i].Err == nil {
					parts = r.defines(i, r.plainlyNamed(i))
				}
				if len(parts) == 0 {
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

// plainlyNamed gives a test whether a name is that of a builtin, or of an entity at the root with that handle, before operation
// i; nil where the world is not known then, or has a scope.
func (r *Recorded) plainlyNamed(i int) func(string) bool {
	dump := r.worldAt(i)
	if dump == nil || dump.Scope != "" {
		return nil
	}
	return func(name string) bool {
		if spec.IsReserved(spec.Handle(name)) {
			return true
		}
		return slices.ContainsFunc(dump.Entities, func(e spec.DumpEntity) bool {
			inTree := slices.ContainsFunc(e.IDs, func(id spec.DumpID) bool { return id.ID.First == spec.ChildOf })
			return e.Name == name && e.Handle == spec.Handle(name) && !inTree
		})
	}
}

// defines are the operations that do what definition i did; nil where a name of it is not known to be a handle.
func (r *Recorded) defines(i int, named func(string) bool) []Step {
	if named == nil {
		return nil
	}
	made := map[string]bool{}
	var steps []Step
	for _, e := range r.Outcomes[i].Entities {
		name := string(e)
		made[name] = true
		steps = append(steps, extra(spec.Operation{Op: spec.OpEntity, Entity: e, Name: &name}))
	}
	for _, t := range r.facts(i) {
		for _, e := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
			if e.Kind != spec.RefNone && (e.Kind != spec.RefName || !made[e.Name] && !named(e.Name)) {
				return nil
			}
		}
		id := spec.ID{First: spec.Handle(t.First.Name), Second: spec.Handle(t.Second.Name)}
		steps = append(steps, extra(spec.Operation{Op: spec.OpAdd, Entity: spec.Handle(t.Src.Name), ID: id}))
	}
	return steps
}
