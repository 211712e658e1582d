package scenario

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// Portable rewrites the scenario for an implementation without names or without query text, if the
// meaning stays the same: entities lose a name that equals their handle, and query texts become
// terms with handles. If the scenario is about names or texts themselves, Portable returns it
// unchanged, and [Scenario.Lacks] reports the missing capability. Run the scenario on
// named(engine), which puts the removed names back into dumps.
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

// statesNames reports whether a check expects that an entity gets, loses or lacks a name.
func (c Check) statesNames() bool {
	says := func(line string) bool {
		return strings.HasSuffix(line, " without a name") || strings.Contains(line, ` named "`)
	}
	return slices.ContainsFunc(c.Wants, func(w Want) bool {
		e, is := w.Expectation.(Changes)
		return is && (slices.ContainsFunc(e.Added, says) || slices.ContainsFunc(e.Removed, says))
	})
}

// asksForNames reports whether the query of a check compares the names of entities, or looks up a
// name below a variable.
func (c Check) asksForNames(p spec.Profile) bool {
	if c.Op.Query == nil {
		return false
	}
	terms, err := capability.Terms(p, c.Op.Query)
	if err != nil {
		return false // the query is refused
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

// translator tracks the names in a scenario.
type translator struct {
	info    *spec.Info
	profile spec.Profile
	// handles maps names to entities at the root, or to "" if a name is not reliable.
	handles  map[string]spec.Handle
	nameless map[spec.Handle]bool
	unknown  bool // a term contains an unknown name
}

// reset records the names of a new world.
func (t *translator) reset() {
	t.handles = map[string]spec.Handle{}
	for _, b := range spec.Builtins(t.profile) {
		t.handles[string(b.Handle)] = b.Handle
	}
}

func (t *translator) operation(op spec.Operation) spec.Operation {
	switch op.Op { //nolint:exhaustive // the other operations do not change names
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

// note records a name. A name that occurs twice is not reliable.
func (t *translator) note(name string, h spec.Handle) {
	if _, taken := t.handles[name]; taken {
		h = ""
	}
	t.handles[name] = h
}

// query rewrites a query. If the implementation has no query text and every name is known, it
// converts the text to terms. If it has no names, it replaces names in terms by handles.
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
	eachRef(c, func(r *spec.Ref) { known = t.resolve(r) && known })
	if !known {
		t.unknown = t.unknown || !q.IsText() // text needs the capability anyway
		return q
	}
	return c
}

// eachRef visits every reference of a query, including those of traversals.
func eachRef(q *spec.Query, visit func(*spec.Ref)) {
	q.Walk(func(t *spec.Term) {
		for _, r := range t.Refs() {
			for r != nil {
				visit(r)
				if r.Trav == nil {
					break
				}
				r = r.Trav.Rel
			}
		}
	})
}

// resolve replaces a name by a handle and reports whether it could.
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

// namedEngine runs a scenario whose names were removed. Its dumps have the names again.
type namedEngine struct {
	engine   spec.Engine
	nameless map[spec.Handle]bool
}

// Apply applies op and adds the names to a dump.
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
