package transcript

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// words is a conjunction of predicates. "a|b" holds if a or b does, and "!a" if a does not.
type words[T described[T]] [][]word[T]

type word[T any] struct {
	not  bool
	test func(T) bool
}

// described is the constraint for types that have words.
type described[T any] interface {
	vocabulary() map[string]func(T) bool
}

// UnmarshalYAML reads words.
func (ws *words[T]) UnmarshalYAML(node *yaml.Node) error {
	var zero T
	known := zero.vocabulary()
	for _, part := range strings.Fields(node.Value) {
		var choice []word[T]
		for _, name := range strings.Split(part, "|") {
			bare, not := strings.CutPrefix(name, "!")
			test, ok := known[bare]
			if !ok {
				return fmt.Errorf("unknown word %q; use one of %s", bare,
					strings.Join(slices.Sorted(maps.Keys(known)), ", "))
			}
			choice = append(choice, word[T]{not, test})
		}
		*ws = append(*ws, choice)
	}
	return nil
}

func (ws words[T]) hold(of T) bool {
	for _, choice := range ws {
		if !slices.ContainsFunc(choice, func(w word[T]) bool { return w.test(of) != w.not }) {
			return false
		}
	}
	return true
}

// declaredTerm is a term with the data that declarations need. An alternative of an Or chain is a
// separate term.
type declaredTerm struct {
	*spec.Term
	world *declaredWorld
	chain bool // an alternative of an Or chain
	scope bool // inside braces
	field int  // its own or shared field, or -1
	at    int  // its position in the query
	query *[]declaredTerm
	seen  map[string]bool // the variables of earlier terms
}

func (declaredTerm) vocabulary() map[string]func(declaredTerm) bool { return termWords }

// declaredTerms returns the terms of a query.
func declaredTerms(w *declaredWorld, terms []spec.Term) []declaredTerm {
	out := &[]declaredTerm{}
	fields, seen := 0, map[string]bool{}
	var walk func(t declaredTerm)
	walk = func(t declaredTerm) {
		if of := t.Term; of.Kind == spec.TermOr || of.Kind == spec.TermScope {
			t.chain, t.scope = t.chain || of.Kind == spec.TermOr, t.scope || of.Kind == spec.TermScope
			for i := range of.Terms {
				t.Term = &of.Terms[i]
				walk(t)
			}
			return
		}
		t.seen = maps.Clone(seen)
		*out = append(*out, t)
		for _, r := range t.Refs() {
			if r.Kind == spec.RefVariable {
				seen[r.Name] = true
			}
		}
	}
	for at := range terms {
		t := declaredTerm{Term: &terms[at], world: w, field: -1, at: at, query: out}
		if t.Kind == spec.TermMatch || t.Kind == spec.TermOr {
			t.field = fields
			fields++
		}
		walk(t)
	}
	return *out
}

func isConstant(r *spec.Ref) bool { return r.Kind == spec.RefEntity || r.Kind == spec.RefName }

func isThis(r *spec.Ref) bool { return r.Kind == spec.RefVariable && r.Name == spec.This }

func isVariable(r *spec.Ref) bool { return r.Kind == spec.RefVariable && r.Name != spec.This }

// isAnonymous reports whether an element is a variable whose name begins with "_".
func isAnonymous(r *spec.Ref) bool {
	return r.Kind == spec.RefVariable && strings.HasPrefix(r.Name, "_")
}

func isKind(kind spec.RefKind) func(*spec.Ref) bool {
	return func(r *spec.Ref) bool { return r.Kind == kind }
}

func sameRef(a, b *spec.Ref) bool { return a.Kind == b.Kind && a.Name == b.Name }

// elements returns the elements of the id.
func (t declaredTerm) elements() []*spec.Ref { return []*spec.Ref{&t.First, &t.Second} }

func (t declaredTerm) isPair() bool { return t.Second.Kind != spec.RefNone }

// relationship returns the first element as a handle, if it is a constant.
func (t declaredTerm) relationship() spec.Handle {
	if !isConstant(&t.First) {
		return ""
	}
	return spec.Handle(lawful.LastElement(t.First.Name))
}

// has reports whether the relationship is a constant and has a property.
func (t declaredTerm) has(property spec.Handle) bool {
	return t.world.property(t.relationship(), property)
}

func (t declaredTerm) flags() spec.TravFlags {
	if t.Src.Trav == nil {
		return 0
	}
	return t.Src.Trav.Flags
}

// over returns the relationship along which the source is traversed, or "".
func (t declaredTerm) over() spec.Handle {
	switch {
	case t.flags()&(spec.TravUp|spec.TravCascade) == 0:
		return ""
	case t.Src.Trav.Rel != nil:
		return spec.Handle(lawful.LastElement(t.Src.Trav.Rel.Name))
	}
	return t.world.profile.Traversal
}

// inherited reports whether instances may inherit the id of a term. If its first element is a
// constant other than IsA, the rule of this entity decides, or else that of the profile.
func (t declaredTerm) inherited() bool {
	r := t.relationship()
	return r == "" || r == spec.IsA || !t.world.rule(r, spec.DontInheritTag) &&
		(t.world.profile.Instantiation == spec.Inherit || t.world.rule(r, spec.InheritRule))
}

func (t declaredTerm) isThis() bool { return t.Src.Kind == spec.RefNone || isThis(&t.Src) }

// isPlain reports whether the term is neither negated nor optional, in a chain or in a scope.
func (t declaredTerm) isPlain() bool { return t.Oper == spec.And && !t.chain && !t.scope }

// gives reports whether a field may be a match of the term.
func (t declaredTerm) gives(f *spec.Field) bool {
	if !f.Set {
		return t.Oper == spec.Optional
	}
	r := t.relationship()
	return f.ID.First == spec.Wildcard || f.ID.IsPair() == t.isPair() && (r == "" || t.world.is(f.ID.First, r))
}

// variables returns the variables of a term except $this.
func (t declaredTerm) variables() []string {
	var out []string
	for _, r := range t.Refs() {
		if isVariable(r) {
			out = append(out, r.Name)
		}
	}
	return out
}

// uses reports whether one of the variables passes a test.
func (t declaredTerm) uses(test func(variable string) bool) bool {
	return slices.ContainsFunc(t.variables(), test)
}

// another reports whether another term of the query passes a test.
func (t declaredTerm) another(test func(declaredTerm) bool) bool {
	return slices.ContainsFunc(*t.query, func(x declaredTerm) bool { return x.Term != t.Term && test(x) })
}

// isLoose reports whether no plain term of the query has a variable.
func (t declaredTerm) isLoose(variable string) bool {
	return !slices.ContainsFunc(*t.query, func(x declaredTerm) bool {
		return x.isPlain() && x.Kind == spec.TermMatch && slices.Contains(x.variables(), variable)
	})
}

// termWords are the predicates for a term: how it is written, and the properties of its
// relationship in the reference's world.
var termWords = func() map[string]func(declaredTerm) bool {
	out := map[string]func(declaredTerm) bool{
		"and":      declaredTerm.isPlain,
		"not":      func(t declaredTerm) bool { return t.Oper == spec.Not },
		"optional": func(t declaredTerm) bool { return t.Oper == spec.Optional },
		"from":     func(t declaredTerm) bool { return t.Oper >= spec.AndFrom },
		"not-from": func(t declaredTerm) bool { return t.Oper == spec.NotFrom },
		"or":       func(t declaredTerm) bool { return t.chain },
		"scope":    func(t declaredTerm) bool { return t.scope },
		"compare":  func(t declaredTerm) bool { return t.Kind == spec.TermCompare },
		"begins":   func(t declaredTerm) bool { return t.at == 0 }, // the query
		"later":    func(t declaredTerm) bool { return t.at > 0 },

		"pair":      declaredTerm.isPair,
		"this":      declaredTerm.isThis,
		"wildcard":  func(t declaredTerm) bool { return slices.ContainsFunc(t.Refs(), isKind(spec.RefWildcard)) },
		"any":       func(t declaredTerm) bool { return slices.ContainsFunc(t.elements(), isKind(spec.RefAny)) },
		"anonymous": func(t declaredTerm) bool { return slices.ContainsFunc(t.Refs(), isAnonymous) },
		// $this is the relationship or the target
		"this-element": func(t declaredTerm) bool { return slices.ContainsFunc(t.elements(), isThis) },
		// source and second element are one entity or variable
		"same":     func(t declaredTerm) bool { return t.isPair() && sameRef(&t.Second, &t.Src) },
		"variable": func(t declaredTerm) bool { return len(t.variables()) > 0 },
		"new": func(t declaredTerm) bool { // a variable that no earlier term has
			return t.uses(func(v string) bool { return !t.seen[v] })
		},
		"again": func(t declaredTerm) bool { // a variable that an earlier term has
			return t.uses(func(v string) bool { return t.seen[v] })
		},
		"loose": func(t declaredTerm) bool { return t.uses(t.isLoose) },
		"partial": func(t declaredTerm) bool { // another alternative of the chain lacks one of its variables
			return t.chain && t.another(func(x declaredTerm) bool {
				return x.chain && x.at == t.at && t.uses(func(v string) bool { return !slices.Contains(x.variables(), v) })
			})
		},
		"double": func(t declaredTerm) bool { // another term asks for the same id
			return t.Kind == spec.TermMatch && t.another(func(x declaredTerm) bool {
				return x.Kind == spec.TermMatch && sameRef(&x.First, &t.First) && sameRef(&x.Second, &t.Second)
			})
		},

		"up":         func(t declaredTerm) bool { return t.over() != "" },
		"over:IsA":   func(t declaredTerm) bool { return t.over() == spec.IsA },
		"subclassed": func(t declaredTerm) bool { return t.world.instances(t.relationship()) },
		"inherited":  declaredTerm.inherited,
		"property":   func(t declaredTerm) bool { return spec.IsProperty(t.relationship()) },
		"several": func(t declaredTerm) bool { // an entity with instances or sources has several matching pairs
			return t.world.some(func(e spec.Handle) bool {
				return len(t.world.pairs(e, t.relationship())) > 1 && t.world.above(e)
			})
		},
		"branching": func(t declaredTerm) bool { // an entity has more than one pair of the relationship
			return t.relationship() != "" &&
				t.world.some(func(e spec.Handle) bool { return len(t.world.pairs(e, t.relationship())) > 1 })
		},
		"bare": func(t declaredTerm) bool { // a constant in it is an entity without ids
			return slices.ContainsFunc(t.elements(), func(r *spec.Ref) bool {
				return isConstant(r) && len(t.world.ids[spec.Handle(r.Name)]) == 0
			})
		},
		"dead": func(t declaredTerm) bool { // its relationship was deleted
			r := t.relationship()
			return r != "" && !spec.IsReserved(r) && !slices.Contains(t.world.entities, r)
		},
		"pair-list": func(t declaredTerm) bool {
			return t.Oper >= spec.AndFrom && len(t.world.pairs(t.relationship(), "")) > 0
		},
		"empty-list": func(t declaredTerm) bool { return t.relationship() != "" && t.world.isEmptyList(t.relationship()) },
	}
	for name, is := range map[string]func(*spec.Ref) bool{
		"*": isKind(spec.RefWildcard), "_": isKind(spec.RefAny), "$": isKind(spec.RefVariable),
		"constant": isConstant, "variable": isVariable,
	} {
		out["first:"+name] = func(t declaredTerm) bool { return is(&t.First) }
		out["second:"+name] = func(t declaredTerm) bool { return is(&t.Second) }
		out["source:"+name] = func(t declaredTerm) bool { return is(&t.Src) }
	}
	for _, h := range []spec.Handle{spec.ChildOf, spec.Prefab, spec.Disabled, spec.OnDelete} {
		out[string(h)] = func(t declaredTerm) bool { return t.relationship() == h }
	}
	for _, h := range []spec.Handle{spec.Transitive, spec.ReflexiveProp, spec.Exclusive, spec.Union, spec.OneOf} {
		out[string(h)] = func(t declaredTerm) bool { return t.has(h) }
	}
	return out
}()
