package snippet

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/relspec/relspec/spec"
)

// role is how a handle is used, for engines that distinguish entities, components and
// relationships.
type role int

const (
	asEntity role = iota
	asTag
	asRelation
	asName // the name of a query
)

// suffixes are appended to the names of a handle that has several roles.
var suffixes = map[role]string{asEntity: "", asTag: "Tag", asRelation: "Relation", asName: "Query"}

// roles has the roles of the handles of a trace, and their names in the program.
type roles struct {
	of         map[spec.Handle]map[role]bool
	properties []spec.ID
	names      map[string]string // role and handle -> name
	taken      map[string]bool
}

func rolesOf(ops []spec.Operation, properties []spec.ID, words []string) *roles {
	r := &roles{
		of: map[spec.Handle]map[role]bool{}, properties: properties, names: map[string]string{},
		taken: map[string]bool{},
	}
	for _, w := range words {
		r.taken[w] = true
	}
	for i := range ops {
		r.note(&ops[i])
	}
	for i := range ops { // a handle without a role becomes an entity or a component
		switch h := ops[i].Entity; {
		case h == "" || len(r.of[h]) > 0:
		case ops[i].Op == spec.OpComponent:
			r.add(h, asTag)
		default:
			r.add(h, asEntity)
		}
	}
	return r
}

func (r *roles) add(h spec.Handle, as role) {
	if h == "" || h == "*" || h == "_" || h[0] == '$' {
		return
	}
	if r.of[h] == nil {
		r.of[h] = map[role]bool{}
	}
	r.of[h][as] = true
}

// note adds the roles in which an operation uses its handles. Creating a handle or adding
// properties to it gives it no role.
func (r *roles) note(op *spec.Operation) {
	made := op.Op == spec.OpEntity || op.Op == spec.OpComponent
	ids := op.IDs
	if !op.ID.IsZero() {
		ids = append(slices.Clone(ids), op.ID)
	}
	plain := false
	for _, id := range ids {
		if r.isProperty(id) {
			continue
		}
		plain = true
		if id.IsPair() {
			r.add(id.First, asRelation)
			r.add(id.Second, asEntity)
		} else {
			r.add(id.First, asTag)
		}
	}
	if plain || !made && len(ids) == 0 || op.Parent != "" {
		r.add(op.Entity, asEntity)
	}
	r.add(op.Parent, asEntity)
	r.add(op.Relationship, asRelation)
	if op.Parent != "" ||
		op.Relationship == "" && (op.Op == spec.OpDepth || op.Op == spec.OpChildren || op.Op == spec.OpParent) {
		r.add("ChildOf", asRelation)
	}
	if op.Query != nil {
		for i := range op.Query.Terms {
			op.Query.Terms[i].Walk(r.noteTerm)
		}
	}
}

func (r *roles) noteTerm(t *spec.Term) {
	if t.Kind != spec.TermMatch {
		return
	}
	if t.Second.Kind == spec.RefNone {
		r.add(entityOf(&t.First), asTag)
		return
	}
	r.add(entityOf(&t.First), asRelation)
	r.add(entityOf(&t.Second), asEntity)
}

func entityOf(ref *spec.Ref) spec.Handle {
	if ref.Kind != spec.RefEntity {
		return ""
	}
	return spec.Handle(ref.Name)
}

func (r *roles) isProperty(id spec.ID) bool { return slices.Contains(r.properties, id) }

var notInNames = regexp.MustCompile(`[^A-Za-z0-9_]`)

// name returns the identifier of a handle in a role. If the handle has several roles, the name has
// a suffix.
func (r *roles) name(h spec.Handle, as role) string {
	key := fmt.Sprint(as, h)
	if known, ok := r.names[key]; ok {
		return known
	}
	name := notInNames.ReplaceAllString(string(h), "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "_" + name
	}
	if len(r.of[h]) > 1 {
		name += suffixes[as]
	}
	for r.taken[name] {
		name += "_"
	}
	r.taken[name], r.names[key] = true, name
	return name
}
