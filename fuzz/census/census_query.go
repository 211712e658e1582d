package census

import (
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/internal/believed"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// QueryFeatures lists the features that a query can use, in the order of reports.
func QueryFeatures() []string {
	return []string{
		"and", "not", "optional", "or", "scope", "equality", "list",
		"first constant", "first *", "first _", "first variable", "first this", "first member",
		"second none", "second constant", "second *", "second _", "second variable", "second this",
		"second singleton", "second lookup",
		"source this", "source fixed", "source variable", "source singleton", "source *", "source _",
		"shared variable", "anonymous variable", "variable only negated", "conditional variable",
		"wildcard under not", "wildcard under optional", "wildcard in or",
		"data", "transitive", "reflexive", "exclusive", "acyclic", "symmetric", "union", "isa", "childof", "prefab",
		"disabled", "dead",
		"terms 1", "terms 2", "terms 3", "terms 4", "terms 5",
		"kind auto", "kind filter", "kind cached", "kind rule",
		"text", "names", "preset variable", "preset this", "values", "limit",
		"traversal self", "traversal up", "traversal self|up", "cascade", "self on element", "access", "sort", "group",
		"broken text",
	}
}

// reader follows a trace as far as the features of its queries need it.
type reader struct {
	*believed.Asked
	profile spec.Profile
}

func newReader(profile string) *reader {
	p, err := spec.ProfileByName(profile)
	if err != nil {
		p = spec.Flecs3()
	}
	return &reader{believed.NewAsked(p), p}
}

// features lists the features of the query of an operation, in the order of QueryFeatures.
func (r *reader) features(op *spec.Operation) []string {
	f := features{reader: r, seen: map[string]bool{}, uses: map[string]*use{}}
	q := op.Query
	terms := q.Terms
	if q.IsText() {
		f.seen["text"] = true
		parsed, err := lang.Parse(r.profile.Dialect, q.Expr)
		f.seen["broken text"] = err != nil
		terms = parsed
	}
	f.seen["kind "+q.Kind.String()] = true
	f.seen["terms "+strconv.Itoa(len(terms))] = true
	f.seen["sort"], f.seen["group"] = q.OrderBy != nil, q.GroupBy != ""
	f.seen["values"], f.seen["limit"] = op.Values, op.Limit > 0 || op.Skip > 0
	for name := range op.Vars {
		if name == spec.This {
			f.seen["preset this"] = true
		} else {
			f.seen["preset variable"] = true
		}
	}
	for i := range terms {
		f.terms++
		f.term(&terms[i], place{oper: terms[i].Oper, named: !q.IsText()})
	}
	f.variables()
	return slices.DeleteFunc(QueryFeatures(), func(name string) bool { return !f.seen[name] })
}

// features collects the features of one query.
type features struct {
	*reader
	seen  map[string]bool
	uses  map[string]*use
	terms int
}

// use says where a variable occurs.
type use struct {
	terms       []int
	positive    bool // somewhere outside Not and scopes
	conditional bool // first in an Optional term or in a chain
}

// place is where a term stands.
type place struct {
	oper  spec.Operator
	or    bool
	scope bool
	named bool
}

func (f *features) term(t *spec.Term, at place) {
	f.seen["access"] = f.seen["access"] || t.Access != spec.AccessDefault
	switch t.Kind {
	case spec.TermMatch:
		f.operator(t.Oper, at)
		f.match(t, at)
	case spec.TermCompare:
		f.seen["equality"] = true
		f.element("", &t.Src, at)
		f.element("", &t.Second, at)
	case spec.TermOr:
		f.seen["or"] = true
		at.or = true
		f.inside(t, at)
	case spec.TermScope:
		f.seen["scope"] = true
		at.scope = true
		f.inside(t, at)
	}
}

func (f *features) inside(t *spec.Term, at place) {
	for i := range t.Terms {
		at.oper = t.Terms[i].Oper
		f.term(&t.Terms[i], at)
	}
}

func (f *features) operator(o spec.Operator, at place) {
	switch o {
	case spec.And:
		f.seen["and"] = f.seen["and"] || !at.or
	case spec.Not:
		f.seen["not"] = true
	case spec.Optional:
		f.seen["optional"] = true
	case spec.AndFrom, spec.OrFrom, spec.NotFrom:
		f.seen["list"] = true
	}
}

func (f *features) match(t *spec.Term, at place) {
	f.element("first ", &t.First, at)
	f.element("second ", &t.Second, at)
	f.element("source ", &t.Src, at)
	if t.Src.Kind == spec.RefNone {
		f.seen["source this"] = true
	}
	if t.Second.Kind == spec.RefNone {
		f.seen["second none"] = true
	}
	h := spec.Handle(t.First.Name)
	if t.First.Kind != spec.RefEntity && t.First.Kind != spec.RefName {
		return
	}
	f.seen["data"] = f.seen["data"] || f.Component(h)
	f.seen["isa"] = f.seen["isa"] || h == spec.IsA
	f.seen["childof"] = f.seen["childof"] || h == spec.ChildOf
	f.seen["prefab"] = f.seen["prefab"] || h == spec.Prefab
	f.seen["disabled"] = f.seen["disabled"] || h == spec.Disabled
	for _, id := range f.Given(h) {
		f.seen[strings.ToLower(string(id.First))] = true
	}
}

func (f *features) element(position string, r *spec.Ref, at place) {
	kind := ""
	switch r.Kind {
	case spec.RefEntity, spec.RefName:
		kind = "constant"
		f.seen["dead"] = f.seen["dead"] || f.Deleted(spec.Handle(r.Name))
		f.seen["names"] = f.seen["names"] || r.Kind == spec.RefName && at.named
	case spec.RefWildcard, spec.RefAny:
		kind = map[spec.RefKind]string{spec.RefWildcard: "*", spec.RefAny: "_"}[r.Kind]
		f.wildcard(at)
	case spec.RefVariable:
		kind = "variable"
		if r.Name == spec.This {
			kind = "this"
		} else {
			f.variable(r.Name, at)
		}
	case spec.RefSingleton:
		kind = "singleton"
	case spec.RefMember:
		kind = "member"
	case spec.RefLookup:
		kind = "lookup"
	case spec.RefNone, spec.RefText, spec.RefNumber:
	}
	if position == "source " && kind == "constant" {
		kind = "fixed"
	}
	f.seen[position+kind] = true
	f.traversal(position, r.Trav)
}

func (f *features) wildcard(at place) {
	f.seen["wildcard under not"] = f.seen["wildcard under not"] || at.oper == spec.Not
	f.seen["wildcard under optional"] = f.seen["wildcard under optional"] || at.oper == spec.Optional
	f.seen["wildcard in or"] = f.seen["wildcard in or"] || at.or
}

func (f *features) traversal(position string, t *spec.Traversal) {
	switch {
	case t == nil:
	case position != "source ":
		f.seen["self on element"] = true
	case t.Flags&spec.TravCascade != 0:
		f.seen["cascade"] = true
	case t.Flags == spec.TravSelf:
		f.seen["traversal self"] = true
	case t.Flags == spec.TravUp:
		f.seen["traversal up"] = true
	case t.Flags == spec.TravSelf|spec.TravUp:
		f.seen["traversal self|up"] = true
	}
}

func (f *features) variable(name string, at place) {
	u := f.uses[name]
	if u == nil {
		u = &use{}
		f.uses[name] = u
	}
	if !slices.Contains(u.terms, f.terms) {
		u.terms = append(u.terms, f.terms)
	}
	if at.oper != spec.Not && !at.scope {
		u.conditional = u.conditional || !u.positive && (at.oper == spec.Optional || at.or)
		u.positive = true
	}
	f.seen["anonymous variable"] = f.seen["anonymous variable"] || strings.HasPrefix(name, "_")
}

func (f *features) variables() {
	for _, u := range f.uses {
		f.seen["shared variable"] = f.seen["shared variable"] || len(u.terms) > 1
		f.seen["conditional variable"] = f.seen["conditional variable"] || u.conditional && len(u.terms) > 1
		f.seen["variable only negated"] = f.seen["variable only negated"] || !u.positive
	}
}
