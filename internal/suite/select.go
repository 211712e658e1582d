package suite

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// Select reduces a generated trace to the capabilities of an implementation. It removes operations,
// ids, terms and options that need other capabilities, and everything that mentions a removed
// entity or query. If an implementation declares nothing, Select returns the trace unchanged.
func Select(t *spec.Trace, info spec.Info) *spec.Trace {
	p, err := spec.ProfileByName(t.Header.Profile)
	if err != nil || len(info.Capabilities) == 0 {
		return t
	}
	s := &selector{info: &info, profile: p, dropped: map[spec.Handle]bool{}, judge: capability.New(p)}
	out := &spec.Trace{Header: t.Header}
	for i := range t.Entries {
		for _, part := range s.parts(&t.Entries[i].Op) {
			if op, ok := s.operation(part); ok {
				out.Entries = append(out.Entries, spec.Entry{Op: op})
			}
		}
	}
	return out
}

// parts splits a creation of several entities into creations of one entity if the implementation
// cannot create several at once.
func (s *selector) parts(op *spec.Operation) []spec.Operation {
	if s.world(spec.CapBatch) {
		return []spec.Operation{*op}
	}
	return op.Singly()
}

type selector struct {
	info    *spec.Info
	profile spec.Profile
	dropped map[spec.Handle]bool // entities that the trace no longer creates
	judge   *capability.Judge    // tracks the remaining operations
}

func (s *selector) world(c spec.Capability) bool { return capability.Declares(s.info, "world", c) }

// operation returns what remains of an operation, or false if nothing does.
func (s *selector) operation(op spec.Operation) (spec.Operation, bool) {
	if op.Op == spec.OpEntity || op.Op == spec.OpComponent {
		op = s.creation(op)
	}
	if op.Query != nil {
		if op.Query = s.cut(op.Query); op.Query == nil {
			return op, false
		}
	}
	if !s.world(spec.CapActs) {
		op.Acts = nil
	}
	switch q, known := s.judge.Held(&op); {
	case q != nil:
		op = s.dropUndeclared(op, capability.KindOf(s.profile, q).String())
	case op.On != "" && !known && op.Op != spec.OpRestore:
		return op, false
	}
	if len(s.judge.Lacks(&op, s.info)) > 0 || s.mentionsDropped(op) {
		for _, h := range op.Makes() {
			s.dropped[h] = true
		}
		return op, false
	}
	s.judge.Follow(&op)
	return op, true
}

// declares reports whether all needs are declared, for the world or for a kind of query.
func (s *selector) declares(needs []spec.Capability, kind string) bool {
	return len(capability.Missing(s.info, needs, kind)) == 0
}

// cut removes from a query the parts that are not declared for its kind, or returns nil if nothing
// remains. For example, a sorted query of kind auto stays sorted if the engine declares sorting for
// cached queries. Otherwise cut removes the sorting and keeps what another kind supports.
func (s *selector) cut(q *spec.Query) *spec.Query {
	terms, err := capability.Terms(s.profile, q)
	if err != nil {
		return q
	}
	for _, kind := range capability.Kinds(s.profile, q, terms) {
		rest := s.query(q, kind.String())
		if (rest.IsText() || len(rest.Terms) > 0) && capability.KindOf(s.profile, rest) == kind {
			return rest
		}
	}
	return nil
}

// creation removes ids that a new entity cannot have.
func (s *selector) creation(op spec.Operation) spec.Operation {
	if op.Op == spec.OpComponent && !s.world(spec.CapComponents) {
		op.Op, op.Members = spec.OpEntity, nil
	}
	if !s.world(spec.CapNames) {
		op.Name = nil
	}
	if !s.world(spec.CapChildOf) {
		op.Parent = ""
	}
	if !s.world(spec.CapScope) {
		op.Unscoped = false
	}
	op.IDs = slices.DeleteFunc(slices.Clone(op.IDs), func(id spec.ID) bool {
		lone := spec.Operation{Op: spec.OpAdd, Entity: op.Entity, ID: id}
		return !s.declares(lone.Needs(), "")
	})
	return op
}

// dropUndeclared removes options that a kind of query does not support.
func (s *selector) dropUndeclared(op spec.Operation, kind string) spec.Operation {
	op.Values = op.Values && capability.Declares(s.info, kind, spec.CapFieldValues)
	op.Batches = op.Batches && capability.Declares(s.info, kind, spec.CapBatches)
	if !capability.Declares(s.info, kind, spec.CapPreset) {
		op.Vars = nil
	}
	if !capability.Declares(s.info, kind, spec.CapGroup) {
		op.Group = nil
	}
	return op
}

// query removes terms that are not declared.
func (s *selector) query(q *spec.Query, kind string) *spec.Query {
	if q.IsText() {
		return q
	}
	q = q.Clone()
	q.Terms = s.terms(q.Terms, kind)
	if !capability.Declares(s.info, kind, spec.CapOrder) {
		q.OrderBy = nil
	}
	if !capability.Declares(s.info, kind, spec.CapGroup) {
		q.GroupBy = ""
	}
	q.DetectChanges = q.DetectChanges && capability.Declares(s.info, kind, spec.CapChanges)
	return q
}

func (s *selector) terms(terms []spec.Term, kind string) []spec.Term {
	var out []spec.Term
	for _, t := range terms {
		if t.Kind == spec.TermOr || t.Kind == spec.TermScope {
			t.Terms = s.terms(t.Terms, kind)
			if len(t.Terms) == 0 {
				continue
			}
			if t.Kind == spec.TermOr && len(t.Terms) == 1 {
				t = t.Terms[0]
			}
		}
		if s.declares((&spec.Query{Terms: []spec.Term{t}}).Needs(), kind) {
			out = append(out, t)
		}
	}
	return out
}

// mentionsDropped reports whether an operation mentions a dropped entity other than in a query.
func (s *selector) mentionsDropped(op spec.Operation) (found bool) {
	op.Query = nil
	lawful.HandleMap(func(h spec.Handle) spec.Handle {
		found = found || s.dropped[h]
		return h
	}).Operation(op)
	return found
}

// weightNeeds lists, for each capability, the weights of the generator that are useless without it.
// Properties are not listed, because features of the generator turn them off.
var weightNeeds = map[spec.Capability][]string{
	spec.CapComponents: {"set", "get", "modified", "type_of", "role.component", "add.component"},
	spec.CapPairData:   {"add.data"},
	spec.CapDisabled:   {"birth.disabled", "add.disabled"},
	spec.CapNames:      {"set_name", "lookup", "path", "form.names", "fragment.name_reuse", "invalid.name"},
	spec.CapScope:      {"scope", "birth.unscoped"},
	spec.CapChildOf:    {"parent", "children", "birth.child", "add.childof", "fragment.cascade"},
	spec.CapIsA: {
		"birth.instance", "add.isa", "fragment.exclusive_override", "fragment.diamond",
		"fragment.subclass", "fragment.inherited_pairs", "invalid.final",
	},
	spec.CapPrefab:        {"birth.prefab", "add.prefab"},
	spec.CapHierarchy:     {"depth", "walk_up", "traverse"},
	spec.CapSnapshot:      {"snapshot", "restore", "fragment.rewind"},
	spec.CapSave:          {"reload", "fragment.reloaded"},
	spec.CapDump:          {"dump"},
	spec.CapExplain:       {"explain", "plan"},
	spec.CapCleanup:       {"add.policy", "fragment.policy_cycle"},
	spec.CapWith:          {"add.with"},
	spec.CapOneOf:         {"add.one_of"},
	spec.CapTransitive:    {"fragment.leaf", "fragment.web"},
	spec.CapAcyclic:       {"invalid.cycle"},
	spec.CapOnInstantiate: {"add.instantiate"},
	spec.CapWildcards: {
		"pattern.relationship", "pattern.target", "pattern.every", "pattern.any", "remove_all",
		"delete_with",
	},
	spec.CapPrepared:    {"prepare", "iterate", "release", "fragment.held", "fragment.held_source"},
	spec.CapNot:         {"term.not", "fragment.negated_wildcard", "fragment.not_variable"},
	spec.CapOptional:    {"term.optional"},
	spec.CapOr:          {"term.or"},
	spec.CapStar:        {"first.wildcard", "second.wildcard"},
	spec.CapAny:         {"first.any", "second.any"},
	spec.CapFixedSource: {"source.fixed", "source.singleton", "second.singleton"},
	spec.CapVariables: {
		"first.variable", "second.variable", "source.variable", "first.this", "second.this",
		"preset.variable", "fragment.conditional", "fragment.chain_of_pairs",
	},
	spec.CapPreset:       {"preset.variable", "preset.this"},
	spec.CapTraversal:    {"traversal.self", "traversal.up", "traversal.self_up", "traversal.cascade"},
	spec.CapQuerySources: {"source.wildcard", "source.any"},
	spec.CapText:         {"form.text"},
}
