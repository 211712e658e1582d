package scenario

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// Portable gives the scenario in the form that an implementation without names or without query
// text can run, where that says the same: entities whose name is their handle lose the name, and
// texts become terms with handles. A scenario that is about names or texts themselves stays as it
// is, and [Scenario.Lacks] shows it. The engine that runs it is wrapped by named, so that a dump
// shows the entities that lost their name under it.
func (s Scenario) Portable(info spec.Info) (_ Scenario, named func(spec.Engine) spec.Engine) {
	same := func(engine spec.Engine) spec.Engine { return engine }
	p, err := spec.ProfileByName(s.Profile)
	if err != nil || len(info.Capabilities) == 0 ||
		slices.ContainsFunc(s.Checks, func(c Check) bool { return c.statesNames() || c.asksForNames(p) }) {
		return s, same
	}
	whole := s
	t := &translator{info: &info, profile: p, nameless: map[spec.Handle]bool{}}
	t.reset()
	s.Checks = slices.Clone(s.Checks)
	for i := range s.Checks {
		s.Checks[i].Op = t.operation(s.Checks[i].Op)
	}
	if t.unknown {
		return whole, same
	}
	if len(t.nameless) == 0 {
		return s, same
	}
	return s, func(engine spec.Engine) spec.Engine { return namedEngine{engine, t.nameless} }
}

// statesNames reports whether a check says of a change of the world that an entity gets, loses or has no name.
func (c Check) statesNames() bool {
	says := func(line string) bool {
		return strings.HasSuffix(line, " without a name") || strings.Contains(line, ` named "`)
	}
	return slices.ContainsFunc(c.Wants, func(w Want) bool {
		e, is := w.Expectation.(Changes)
		return is && (slices.ContainsFunc(e.Added, says) || slices.ContainsFunc(e.Removed, says))
	})
}

// asksForNames reports whether the query of a check compares the names of entities, or looks one up below a variable.
func (c Check) asksForNames(p spec.Profile) bool {
	if c.Op.Query == nil {
		return false
	}
	terms, err := capability.Terms(p, c.Op.Query)
	if err != nil {
		return false // it is refused
	}
	asks := false
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			asks = asks || t.Kind == spec.TermCompare && (t.Compare == spec.Contains || t.Second.Kind == spec.RefText)
			asks = asks || slices.ContainsFunc(t.Refs(), func(r *spec.Ref) bool { return r.Kind == spec.RefLookup })
		})
	}
	return asks
}

// translator follows the names of a scenario.
type translator struct {
	info    *spec.Info
	profile spec.Profile
	// handles has the entities at the root by name; "" where the name cannot be relied on.
	handles  map[string]spec.Handle
	nameless map[spec.Handle]bool
	unknown  bool // a term has a name that is not known
}

// reset knows the names of a fresh world.
func (t *translator) reset() {
	t.handles = map[string]spec.Handle{}
	for _, b := range spec.Builtins(t.profile) {
		t.handles[string(b.Handle)] = b.Handle
	}
}

func (t *translator) operation(op spec.Operation) spec.Operation {
	switch op.Op { //nolint:exhaustive // the other operations say nothing of names
	case spec.OpEntity, spec.OpComponent:
		if op.Name == nil {
			return op
		}
		if op.Parent == "" {
			t.note(*op.Name, op.Entity)
		}
		if *op.Name == string(op.Entity) && !capability.Declares(t.info, "world", spec.CapNames) {
			op.Name = nil
			t.nameless[op.Entity] = true
		}
	case spec.OpReset:
		t.reset()
	case spec.OpSetName, spec.OpScope:
		for name := range t.handles {
			t.handles[name] = ""
		}
	case spec.OpQuery, spec.OpPrepare, spec.OpExplain, spec.OpPlan, spec.OpObserve:
		op.Query = t.query(op.Query)
	}
	return op
}

// note remembers a name; one that is given twice is not relied on.
func (t *translator) note(name string, h spec.Handle) {
	if _, taken := t.handles[name]; taken {
		h = ""
	}
	t.handles[name] = h
}

// query gives the terms of a text, where the implementation has no text and every name is known; and terms with handles
// for those with names, where it has no names.
func (t *translator) query(q *spec.Query) *spec.Query {
	switch {
	case q == nil:
		return q
	case q.IsText() && capability.Declares(t.info, capability.KindOf(t.profile, q).String(), spec.CapText):
		return q
	case !q.IsText() && capability.Declares(t.info, "world", spec.CapNames):
		return q
	}
	terms, err := capability.Terms(t.profile, q)
	if err != nil {
		return q
	}
	c := q.Clone()
	c.Expr, c.Text, c.Syntax, c.Terms = "", false, spec.DialectDefault, spec.CloneTerms(terms)
	known := true
	c.Walk(func(term *spec.Term) {
		for _, r := range term.Refs() {
			for ; r != nil; r = relOf(r) {
				known = t.resolve(r) && known
			}
		}
	})
	if !known {
		t.unknown = t.unknown || !q.IsText() // text says by itself that it needs names
		return q
	}
	return c
}

func relOf(r *spec.Ref) *spec.Ref {
	if r.Trav == nil {
		return nil
	}
	return r.Trav.Rel
}

// resolve turns a name into a handle and reports whether it could.
func (t *translator) resolve(r *spec.Ref) bool {
	if r.Kind != spec.RefName {
		return true
	}
	h := t.handles[r.Name]
	if h == "" {
		return false
	}
	r.Kind, r.Name = spec.RefEntity, string(h)
	return true
}

// namedEngine runs a scenario that lost names: its dumps show those entities under their names again.
type namedEngine struct {
	engine   spec.Engine
	nameless map[spec.Handle]bool
}

// Apply applies op and puts names into a dump.
func (n namedEngine) Apply(op spec.Operation) spec.Outcome {
	out := n.engine.Apply(op)
	if op.Op != spec.OpDump || out.Dump == nil {
		return out
	}
	d := *out.Dump
	d.Entities = slices.Clone(d.Entities)
	for i := range d.Entities {
		if e := &d.Entities[i]; e.Name == "" && n.nameless[e.Handle] {
			e.Name = string(e.Handle)
		}
	}
	out.Dump = &d
	return out
}
