package acceptance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// mutantsOfTerms have bugs in operators, chains, scopes, comparisons, lists and access.
func mutantsOfTerms() map[string]queryMutant {
	return map[string]queryMutant{
		"chains are tried from their end": edit(func(t *spec.Term) {
			if t.Kind == spec.TermOr {
				slices.Reverse(t.Terms)
			}
		}),
		"chains have one term":                    chains(func(t spec.Term) []spec.Term { return t.Terms[:1] }),
		"chains are And terms":                    chains(func(t spec.Term) []spec.Term { return t.Terms }),
		"Not is Optional":                         operator(spec.Not, spec.Optional),
		"Not is And":                              operator(spec.Not, spec.And),
		"Not has no field":                        dropping(func(t spec.Term) bool { return t.Oper == spec.Not && t.Kind != spec.TermScope }),
		"Optional is And":                         operator(spec.Optional, spec.And),
		"Optional is Not":                         operator(spec.Optional, spec.Not),
		"And is Optional":                         operator(spec.And, spec.Optional),
		"AndFrom is OrFrom":                       operator(spec.AndFrom, spec.OrFrom),
		"OrFrom is AndFrom":                       operator(spec.OrFrom, spec.AndFrom),
		"NotFrom is OrFrom":                       operator(spec.NotFrom, spec.OrFrom),
		"NotFrom is Optional":                     operator(spec.NotFrom, spec.Optional),
		"AndFrom is And":                          operator(spec.AndFrom, spec.And),
		"OrFrom is And":                           operator(spec.OrFrom, spec.And),
		"NotFrom is Not":                          operator(spec.NotFrom, spec.Not),
		"NotFrom is left out":                     dropping(func(t spec.Term) bool { return t.Oper == spec.NotFrom }),
		"prefabs are matched like other entities": query(namePrefabs),
		"scopes are left out":                     dropping(func(t spec.Term) bool { return t.Kind == spec.TermScope }),
		"scopes negate each term":                 scopes(negateEach),
		"scopes are not negated":                  scopes(func(t spec.Term) []spec.Term { return t.Terms }),
		"comparisons are left out":                dropping(isComparison),
		"equal is not equal":                      comparison(spec.Equal, spec.NotEqual),
		"not equal is equal":                      comparison(spec.NotEqual, spec.Equal),
		"contains is equal":                       comparison(spec.Contains, spec.Equal),
		"texts are not negated": refs(func(r *spec.Ref) {
			r.Name = strings.TrimPrefix(r.Name, "!")
		}),
		"the access of terms is ignored": edit(func(t *spec.Term) { t.Access = spec.AccessDefault }),
		"access is always in":            edit(func(t *spec.Term) { t.Access = spec.AccessIn }),
		"terms are taken in reverse":     query(func(q *spec.Query) { slices.Reverse(q.Terms) }),
		"the last term is left out": query(func(q *spec.Query) {
			q.Terms = q.Terms[:max(1, len(q.Terms)-1)]
		}),
		"the first term is left out": query(func(q *spec.Query) {
			q.Terms = q.Terms[min(1, len(q.Terms)-1):]
		}),
		"every query is a filter":            anyKind(spec.KindFilter),
		"every query is cached":              anyKind(spec.KindCached),
		"every query is a rule":              anyKind(spec.KindRule),
		"every query is instanced":           query(func(q *spec.Query) { q.Instanced = true }),
		"no query is instanced":              query(func(q *spec.Query) { q.Instanced = false }),
		"nothing is sorted":                  query(func(q *spec.Query) { q.OrderBy = nil }),
		"sorting is in reverse order":        query(func(q *spec.Query) { q.OrderBy = opposite(q.OrderBy) }),
		"everything is sorted by entity":     query(func(q *spec.Query) { q.OrderBy = byEntity(q.OrderBy) }),
		"nothing is grouped":                 query(func(q *spec.Query) { q.GroupBy = "" }),
		"groups are of another relationship": query(func(q *spec.Query) { q.GroupBy = other(q.GroupBy) }),
		"no query detects changes":           query(func(q *spec.Query) { q.DetectChanges = false }),
		"every cached query detects changes": query(func(q *spec.Query) { q.DetectChanges = q.Kind == spec.KindCached }),
	}
}

// namePrefabs makes a query mention Prefab without requiring it, so that it matches prefabs.
func namePrefabs(q *spec.Query) {
	q.Terms = append(q.Terms, spec.Term{Oper: spec.Optional, First: spec.EntityRef(spec.Prefab)})
}

func chains(terms func(spec.Term) []spec.Term) queryMutant { return replacing(spec.TermOr, terms) }

func scopes(terms func(spec.Term) []spec.Term) queryMutant { return replacing(spec.TermScope, terms) }

func replacing(kind spec.TermKind, by func(spec.Term) []spec.Term) queryMutant {
	return lists(func(terms []spec.Term) []spec.Term {
		var all []spec.Term
		for _, t := range terms {
			if t.Kind == kind {
				all = append(all, by(t)...)
			} else {
				all = append(all, t)
			}
		}
		return all
	})
}

func negateEach(t spec.Term) []spec.Term {
	for i := range t.Terms {
		switch t.Terms[i].Oper { //nolint:exhaustive // other terms cannot be negated
		case spec.And:
			if t.Terms[i].Kind != spec.TermOr {
				t.Terms[i].Oper = spec.Not
			}
		case spec.Not:
			t.Terms[i].Oper = spec.And
		}
	}
	return t.Terms
}

func comparison(from, to spec.Comparison) queryMutant {
	return edit(func(t *spec.Term) {
		if t.Kind == spec.TermCompare && t.Compare == from {
			t.Compare = to
		}
	})
}

func isComparison(t spec.Term) bool {
	all := func(terms []spec.Term) bool {
		return len(terms) > 0 && !slices.ContainsFunc(terms, func(t spec.Term) bool { return !isComparison(t) })
	}
	return t.Kind == spec.TermCompare || t.Kind == spec.TermOr && all(t.Terms)
}

func opposite(key *spec.OrderBy) *spec.OrderBy {
	if key == nil {
		return nil
	}
	return &spec.OrderBy{Component: key.Component, Desc: !key.Desc}
}

func byEntity(key *spec.OrderBy) *spec.OrderBy {
	if key == nil || key.Component == "" {
		return nil
	}
	return &spec.OrderBy{Desc: key.Desc}
}

func other(group spec.Handle) spec.Handle {
	if group == "" {
		return ""
	}
	return spec.ChildOf
}

// mutantsOfSources have bugs in sources, traversal, singletons, names and numbers.
func mutantsOfSources() map[string]queryMutant {
	return map[string]queryMutant{
		"every source is $this": edit(func(t *spec.Term) { t.Src = spec.Ref{Trav: t.Src.Trav} }),
		"fixed sources are $this": edit(func(t *spec.Term) {
			if t.Src.Kind == spec.RefName || t.Src.Kind == spec.RefEntity {
				t.Src = spec.Ref{Trav: t.Src.Trav}
			}
		}),
		"singletons are on $this": edit(func(t *spec.Term) {
			if t.Src.Kind == spec.RefSingleton {
				t.Src = spec.Ref{}
			}
		}),
		"a second element $ is left out": edit(func(t *spec.Term) {
			if t.Second.Kind == spec.RefSingleton {
				t.Second = spec.Ref{}
			}
		}),
		"first and second element are swapped": edit(func(t *spec.Term) {
			if t.Kind == spec.TermMatch && t.Second.Kind != spec.RefNone {
				t.First, t.Second = t.Second, t.First
			}
		}),
		"source and second element are swapped": edit(func(t *spec.Term) {
			if t.Kind == spec.TermMatch && t.Second.Kind != spec.RefNone && t.Src.Kind != spec.RefNone &&
				t.Src.Trav == nil {
				t.Src, t.Second = t.Second, t.Src
			}
		}),
		"up begins at the entity itself": flags(func(f spec.TravFlags) spec.TravFlags { return f | spec.TravSelf }),
		"self|up skips the entity itself": flags(func(f spec.TravFlags) spec.TravFlags {
			return without1(f, spec.TravSelf|spec.TravUp, spec.TravSelf)
		}),
		"self is ignored": flags(func(f spec.TravFlags) spec.TravFlags {
			return without1(f, spec.TravSelf, spec.TravSelf)
		}),
		"up is self": flags(func(spec.TravFlags) spec.TravFlags { return spec.TravSelf }),
		"cascade is up": flags(func(f spec.TravFlags) spec.TravFlags {
			return f &^ (spec.TravCascade | spec.TravDesc)
		}),
		"desc is ignored": flags(func(f spec.TravFlags) spec.TravFlags { return f &^ spec.TravDesc }),
		"cascade is always desc": flags(func(f spec.TravFlags) spec.TravFlags {
			return f | f&spec.TravCascade<<1
		}),
		"every traversal follows IsA":                   follows(spec.IsA),
		"every traversal follows ChildOf":               follows(spec.ChildOf),
		"traversal is ignored":                          edit(func(t *spec.Term) { t.Src.Trav = nil }),
		"every source is self":                          edit(selfSource),
		"self on elements is ignored":                   edit(func(t *spec.Term) { t.First.Trav, t.Second.Trav = nil, nil }),
		"every element is self":                         edit(selfElements),
		"names are handles":                             kindStays(spec.RefName, spec.RefEntity),
		"only the last name of a path in a term counts": refs(lastName),
		"numbers are doubled":                           refs(func(r *spec.Ref) { r.Number *= 2 }),
		"a lookup returns the variable itself":          refs(func(r *spec.Ref) { lookupIs(r, "") }),
		"a lookup finds another child":                  refs(func(r *spec.Ref) { lookupIs(r, r.Path+"s") }),
		"only the component of a member counts":         edit(noMember),
		"any value of a member matches":                 edit(anyTarget),
	}
}

// flags changes the flags of sources.
func flags(change func(spec.TravFlags) spec.TravFlags) queryMutant {
	return edit(func(t *spec.Term) {
		if t.Src.Trav == nil {
			return
		}
		if t.Src.Trav.Flags = change(t.Src.Trav.Flags); t.Src.Trav.Flags == 0 {
			t.Src.Trav = nil
		} else if t.Src.Trav.Flags&spec.TravUp == 0 {
			t.Src.Trav.Rel = nil
		}
	})
}

func without1(f, is, gone spec.TravFlags) spec.TravFlags {
	if f == is {
		return f &^ gone
	}
	return f
}

func follows(relationship spec.Handle) queryMutant {
	return edit(func(t *spec.Term) {
		if t.Src.Trav != nil && t.Src.Trav.Flags&spec.TravUp != 0 {
			rel := spec.EntityRef(relationship)
			t.Src.Trav.Rel = &rel
		}
	})
}

func selfSource(t *spec.Term) {
	if t.Kind == spec.TermMatch && t.Src.Trav == nil && t.Src.Kind == spec.RefNone {
		t.Src.Trav = &spec.Traversal{Flags: spec.TravSelf}
	}
}

func selfElements(t *spec.Term) {
	if t.Kind != spec.TermMatch || t.Oper > spec.Optional {
		return
	}
	for _, r := range []*spec.Ref{&t.First, &t.Second} {
		if (r.Kind == spec.RefName || r.Kind == spec.RefEntity) && r.Trav == nil {
			r.Trav = &spec.Traversal{Flags: spec.TravSelf}
		}
	}
}

func kindStays(from, to spec.RefKind) queryMutant {
	return refs(func(r *spec.Ref) {
		if r.Kind == from {
			r.Kind = to
		}
	})
}

func lastName(r *spec.Ref) {
	if r.Kind == spec.RefName {
		r.Name = r.Name[strings.LastIndex(r.Name, ".")+1:]
	}
}

func lookupIs(r *spec.Ref, path string) {
	if r.Kind != spec.RefLookup {
		return
	}
	if r.Path = path; path == "" {
		r.Kind = spec.RefVariable
	}
}

// noMember and anyTarget recognise members by the dot in a name.
func noMember(t *spec.Term) {
	if component, _, is := strings.Cut(t.First.Name, "."); is {
		t.First.Name, t.Second = component, spec.Ref{}
	}
}

func anyTarget(t *spec.Term) {
	if strings.Contains(t.First.Name, ".") && t.Second.Kind == spec.RefName {
		t.Second = spec.Ref{Kind: spec.RefWildcard}
	}
}

// mutantsOfVariables have bugs in variables and wildcards.
func mutantsOfVariables() map[string]queryMutant {
	return map[string]queryMutant{
		"each term has its own variables": query(func(q *spec.Query) {
			n := 0
			q.Walk(func(t *spec.Term) {
				for _, r := range t.Refs() {
					if r.Kind == spec.RefVariable && r.Name != spec.This {
						r.Name = fmt.Sprintf("%s%d", r.Name, n)
					}
				}
				n++
			})
		}),
		"variables are wildcards": refs(func(r *spec.Ref) {
			if r.Kind == spec.RefVariable && r.Name != spec.This {
				*r = spec.Ref{Kind: spec.RefWildcard, Trav: r.Trav}
			}
		}),
		"variables are $this": refs(func(r *spec.Ref) {
			if r.Kind == spec.RefVariable {
				r.Name = spec.This
			}
		}),
		"* is _": kindOf(spec.RefWildcard, spec.RefAny),
		"_ is *": kindOf(spec.RefAny, spec.RefWildcard),
		"$this is another variable": edit(func(t *spec.Term) {
			if t.Kind == spec.TermMatch && t.Src.Kind == spec.RefNone && t.Src.Trav == nil {
				t.Src = spec.VarRef("it")
			}
		}),
	}
}

// mutantsOfAnswers change the answers.
func mutantsOfAnswers() map[string]queryMutant {
	return map[string]queryMutant{
		"refused queries return no error": answer(func(op spec.Operation, out *spec.Outcome) {
			if out.Err != nil && (op.Query != nil || op.Op == spec.OpIterate || op.Op == spec.OpChanged) {
				*out = spec.Outcome{Kind: op.Op.Outcome()}
			}
		}),
		"refusals of a locked table return no error": answer(func(op spec.Operation, out *spec.Outcome) {
			if out.Err != nil && out.Err.Code == spec.CodeLocked {
				*out = spec.Outcome{Kind: op.Op.Outcome()}
			}
		}),
		"every row is returned twice": answer(func(_ spec.Operation,
			out *spec.Outcome,
		) {
			out.Rows = append(out.Rows, out.Rows...)
		}),
		"the first row is lost": answer(func(_ spec.Operation,
			out *spec.Outcome,
		) {
			out.Rows = out.Rows[min(1, len(out.Rows)):]
		}),
		"variables are lost":      answer(eachRow(func(r *spec.Row) { r.Vars = nil })),
		"rows have no entity":     answer(eachRow(func(r *spec.Row) { r.This = "" })),
		"fields have no source":   answer(eachField(func(f *spec.Field) { f.Src = "" })),
		"fields have no value":    answer(eachField(func(f *spec.Field) { f.Value = nil })),
		"fields are not set":      answer(eachField(func(f *spec.Field) { *f = spec.Field{} })),
		"fields are all set":      answer(eachField(func(f *spec.Field) { f.Set = true })),
		"fields are inout":        answer(eachField(func(f *spec.Field) { f.Access = spec.AccessInOut })),
		"fields are in":           answer(eachField(func(f *spec.Field) { f.Access = spec.AccessIn })),
		"ids have no target":      answer(eachField(func(f *spec.Field) { f.ID.Second = "" })),
		"ids are reported with *": answer(eachField(func(f *spec.Field) { f.ID = starred(f.ID) })),
		"the last field is lost":  answer(eachRow(func(r *spec.Row) { r.Fields = r.Fields[:max(0, len(r.Fields)-1)] })),
		"all rows are one batch":  answer(eachRow(func(r *spec.Row) { r.Batch = 0 })),
		"each row is a batch":     answer(func(_ spec.Operation, out *spec.Outcome) { numberBatches(out.Rows) }),
		"rows have no group":      answer(eachRow(func(r *spec.Row) { r.Group = new(spec.Handle) })),
		"tables never change":     answer(eachRow(func(r *spec.Row) { r.Changed = false })),
		"tables always change":    answer(eachRow(func(r *spec.Row) { r.Changed = true })),
		"queries never change":    answer(changed(false)),
		"queries always change":   answer(changed(true)),
		"reflexive pairs do not match": answer(func(_ spec.Operation, out *spec.Outcome) {
			out.Rows = slices.DeleteFunc(slices.Clone(out.Rows), reflexive)
		}),
	}
}

func eachField(change func(*spec.Field)) func(spec.Operation, *spec.Outcome) {
	return eachRow(func(r *spec.Row) {
		r.Fields = slices.Clone(r.Fields)
		for i := range r.Fields {
			change(&r.Fields[i])
		}
	})
}

func starred(id spec.ID) spec.ID {
	if id.IsPair() {
		return spec.Pair(id.First, spec.Wildcard)
	}
	return spec.Single(spec.Wildcard)
}

func numberBatches(rows []spec.Row) {
	for i := range rows {
		rows[i].Batch = i
	}
}

func changed(is bool) func(spec.Operation, *spec.Outcome) {
	return func(op spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpChanged {
			out.Bool = is
		}
	}
}

func reflexive(r spec.Row) bool {
	return slices.ContainsFunc(r.Fields, func(f spec.Field) bool {
		return f.Set && f.Src == "" && f.ID.IsPair() && f.ID.Second == r.This
	})
}
