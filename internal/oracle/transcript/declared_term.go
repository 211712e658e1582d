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
	seen  map[string]bool
}

func (declaredTerm) vocabulary() map[string]func(declaredTerm) bool { return termWords }

// declaredTerms returns the terms of a query.
func declaredTerms(w *declaredWorld, terms []spec.Term) []declaredTerm {
	out := &[]declaredTerm{}
	field, bound := 0, map[string]bool{}
	var walk func(t *spec.Term, at, field int, chain, scope bool)
	walk = func(t *spec.Term, at, field int, chain, scope bool) {
		if t.Kind == spec.TermOr || t.Kind == spec.TermScope {
			for i := range t.Terms {
				walk(&t.Terms[i], at, field, chain || t.Kind == spec.TermOr, scope || t.Kind == spec.TermScope)
			}
			return
		}
		before := map[string]bool{}
		for name := range bound {
			before[name] = true
		}
		*out = append(*out, declaredTerm{t, w, chain, scope, field, at, out, before})
		for _, r := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
			if r.Kind == spec.RefVariable {
				bound[r.Name] = true
			}
		}
	}
	for at := range terms {
		t := &terms[at]
		if t.Kind == spec.TermCompare || t.Kind == spec.TermScope {
			walk(t, at, -1, false, false)
			continue
		}
		walk(t, at, field, false, false)
		field++
	}
	return *out
}

// relationship returns the first element as a handle, if it is a constant.
func (t declaredTerm) relationship() spec.Handle {
	if t.First.Kind != spec.RefEntity && t.First.Kind != spec.RefName {
		return ""
	}
	return spec.Handle(lawful.LastElement(t.First.Name))
}

// has reports whether the relationship is a constant and has a property.
func (t declaredTerm) has(property spec.Handle) bool {
	return t.relationship() != "" && t.world.property(t.relationship(), property)
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
	switch {
	case r == "" || r == spec.IsA:
		return true
	case t.world.rule(r, spec.DontInheritTag):
		return false
	case t.world.profile.Instantiation == spec.Inherit:
		return true
	}
	return t.world.rule(r, spec.InheritRule)
}

func (t declaredTerm) isThis() bool {
	return t.Src.Kind == spec.RefNone || t.Src.Kind == spec.RefVariable && t.Src.Name == spec.This
}

// gives reports whether a field may be a match of the term.
func (t declaredTerm) gives(f *spec.Field) bool {
	if !f.Set {
		return t.Oper == spec.Optional
	}
	r := t.relationship()
	first := r == "" || f.ID.First == r || slices.Contains(t.world.bases(f.ID.First), r)
	pair := f.ID.IsPair() == (t.Second.Kind != spec.RefNone)
	return first && pair || f.ID.First == spec.Wildcard
}

// anonymous reports whether an element is a variable whose name begins with "_".
func anonymous(r *spec.Ref) bool {
	return r.Kind == spec.RefVariable && strings.HasPrefix(r.Name, "_")
}

func sameRef(a, b *spec.Ref) bool { return a.Kind == b.Kind && a.Name == b.Name }

// variables returns the variables of a term except $this.
func (t declaredTerm) variables() []string {
	var out []string
	for _, r := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
		if r.Kind == spec.RefVariable && r.Name != spec.This {
			out = append(out, r.Name)
		}
	}
	return out
}

// binds reports whether a variable occurs in a plain term of the query.
func (t declaredTerm) binds(variable string) bool {
	return slices.ContainsFunc(*t.query, func(x declaredTerm) bool {
		return x.Oper == spec.And && !x.chain && !x.scope && x.Kind == spec.TermMatch &&
			slices.Contains(x.variables(), variable)
	})
}

// termWords are the predicates for a term: how it is written, and the properties of its
// relationship in the reference's world.
var termWords = func() map[string]func(declaredTerm) bool {
	out := map[string]func(declaredTerm) bool{
		"and":      func(t declaredTerm) bool { return t.Oper == spec.And && !t.chain && !t.scope },
		"not":      func(t declaredTerm) bool { return t.Oper == spec.Not },
		"optional": func(t declaredTerm) bool { return t.Oper == spec.Optional },
		"from":     func(t declaredTerm) bool { return t.Oper >= spec.AndFrom },
		"not-from": func(t declaredTerm) bool { return t.Oper == spec.NotFrom },
		"or":       func(t declaredTerm) bool { return t.chain },
		"scope":    func(t declaredTerm) bool { return t.scope },
		"compare":  func(t declaredTerm) bool { return t.Kind == spec.TermCompare },
		"begins":   func(t declaredTerm) bool { return t.at == 0 }, // the query
		"later":    func(t declaredTerm) bool { return t.at > 0 },

		"pair":           func(t declaredTerm) bool { return t.Second.Kind != spec.RefNone },
		"first:constant": func(t declaredTerm) bool { return t.relationship() != "" },
		"second:constant": func(t declaredTerm) bool {
			return t.Second.Kind == spec.RefEntity || t.Second.Kind == spec.RefName
		},
		"this": declaredTerm.isThis,
		"source:constant": func(t declaredTerm) bool {
			return t.Src.Kind == spec.RefEntity || t.Src.Kind == spec.RefName
		},
		"source:variable": func(t declaredTerm) bool {
			return t.Src.Kind == spec.RefVariable && t.Src.Name != spec.This
		},
		"wildcard": func(t declaredTerm) bool { // in any element
			return t.First.Kind == spec.RefWildcard || t.Second.Kind == spec.RefWildcard ||
				t.Src.Kind == spec.RefWildcard
		},
		"any": func(t declaredTerm) bool { return t.First.Kind == spec.RefAny || t.Second.Kind == spec.RefAny },
		"anonymous": func(t declaredTerm) bool {
			return anonymous(&t.First) || anonymous(&t.Second) || anonymous(&t.Src)
		},
		"variable": func(t declaredTerm) bool { return len(t.variables()) > 0 },
		"new": func(t declaredTerm) bool { // a variable that no earlier term has
			return slices.ContainsFunc(t.variables(), func(v string) bool { return !t.seen[v] })
		},
		"again": func(t declaredTerm) bool { // a variable that an earlier term has
			return slices.ContainsFunc(t.variables(), func(v string) bool { return t.seen[v] })
		},
		"loose": func(t declaredTerm) bool { // a variable that no plain term of the query has
			return slices.ContainsFunc(t.variables(), func(v string) bool { return !t.binds(v) })
		},
		"partial": func(t declaredTerm) bool { // another alternative of the chain lacks one of its variables
			return t.chain && slices.ContainsFunc(*t.query, func(x declaredTerm) bool {
				return x.chain && x.at == t.at && slices.ContainsFunc(t.variables(),
					func(v string) bool { return !slices.Contains(x.variables(), v) })
			})
		},
		"same": func(t declaredTerm) bool { // source and second element are one entity or variable
			return t.Second.Kind != spec.RefNone && (t.Second.Kind == t.Src.Kind && t.Second.Name == t.Src.Name ||
				t.Src.Kind == spec.RefNone && t.Second.Kind == spec.RefVariable && t.Second.Name == spec.This)
		},

		"up": func(t declaredTerm) bool { return t.over() != "" },
		"subclassed": func(t declaredTerm) bool {
			return t.relationship() != "" && t.world.instances(t.relationship())
		},
		"inherited": func(t declaredTerm) bool { return t.inherited() },
		"double": func(t declaredTerm) bool { // another term asks for the same id
			return t.Kind == spec.TermMatch && slices.ContainsFunc(*t.query, func(x declaredTerm) bool {
				return x.Term != t.Term && x.Kind == spec.TermMatch && sameRef(&x.First, &t.First) &&
					sameRef(&x.Second, &t.Second)
			})
		},
		"this-element": func(t declaredTerm) bool { // $this is the relationship or the target
			return slices.ContainsFunc([]spec.Ref{t.First, t.Second}, func(r spec.Ref) bool {
				return r.Kind == spec.RefVariable && r.Name == spec.This
			})
		},
		"property": func(t declaredTerm) bool { return spec.IsProperty(t.relationship()) },
		"several": func(t declaredTerm) bool { // an entity with instances or sources has several matching pairs
			return slices.ContainsFunc(t.world.entities, func(e spec.Handle) bool {
				return t.world.severalPairs(e, t.relationship()) && t.world.above(e)
			})
		},
		"branching": func(t declaredTerm) bool { // an entity has more than one pair of the relationship
			return t.relationship() != "" && slices.ContainsFunc(t.world.entities, func(e spec.Handle) bool {
				return t.world.severalPairs(e, t.relationship())
			})
		},
		"bare": func(t declaredTerm) bool { // a constant in it is an entity without ids
			return slices.ContainsFunc([]spec.Ref{t.First, t.Second}, func(r spec.Ref) bool {
				return (r.Kind == spec.RefEntity || r.Kind == spec.RefName) && len(t.world.ids[spec.Handle(r.Name)]) == 0
			})
		},
		"dead": func(t declaredTerm) bool { // its relationship was deleted
			return t.relationship() != "" && !spec.IsReserved(t.relationship()) && !t.world.user[t.relationship()]
		},
		"pair-list": func(t declaredTerm) bool {
			return t.Oper >= spec.AndFrom && slices.ContainsFunc(t.world.ids[t.relationship()], spec.ID.IsPair)
		},
		"empty-list": func(t declaredTerm) bool {
			return t.relationship() != "" && t.world.isEmptyList(t.relationship())
		},
	}
	for name, kind := range map[string]spec.RefKind{"*": spec.RefWildcard, "_": spec.RefAny, "$": spec.RefVariable} {
		out["first:"+name] = func(t declaredTerm) bool { return t.First.Kind == kind }
		out["second:"+name] = func(t declaredTerm) bool { return t.Second.Kind == kind }
	}
	for _, h := range []spec.Handle{spec.ChildOf, spec.Prefab, spec.Disabled, spec.OnDelete} {
		out[string(h)] = func(t declaredTerm) bool { return t.relationship() == h }
	}
	out["over:IsA"] = func(t declaredTerm) bool { return t.over() == spec.IsA }
	for _, h := range []spec.Handle{spec.Transitive, spec.ReflexiveProp, spec.Exclusive, spec.Union, spec.OneOf} {
		out[string(h)] = func(t declaredTerm) bool { return t.has(h) }
	}
	return out
}()
