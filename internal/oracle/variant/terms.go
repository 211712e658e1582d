package variant

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// permutedVariant writes the terms of every query in another lawful order.
func permutedVariant() *Variant {
	return &Variant{
		Name:        "permuted",
		Law:         "And terms, Not terms and scopes may be permuted, but an And term not across an Optional or Or with which it shares a variable",
		OnlyQueries: true,
		Rewrite: func(r *Recorded) []Step {
			fields := map[string][]int{} // by rewritten prepared query or iterator
			return r.rewriteOps(func(i int) (Step, bool) {
				op := *r.Ops[i]
				if op.Op == spec.OpIterBegin {
					fields[op.As] = fields[op.On]
				}
				if back := fields[op.On]; back != nil && one(op.Op, spec.OpIterate, spec.OpIterNext) {
					s := asking(op, i)
					s.Back = lawful.PermuteFields(back)
					return s, true
				}
				if !one(op.Op, spec.OpQuery, spec.OpPrepare) {
					return Step{}, false
				}
				q, back := r.permutedQuery(i)
				if op.Op == spec.OpPrepare {
					fields[op.As] = back
				}
				if q == nil {
					return Step{}, false
				}
				op.Query = q
				s := asking(op, i)
				s.Back = lawful.PermuteFields(back)
				return s, true
			})
		},
	}
}

// permutedQuery returns the query of operation i with permuted terms, and the position of each
// written field.
func (r *Recorded) permutedQuery(i int) (*spec.Query, []int) {
	terms, ok := r.terms(i)
	if !ok {
		return nil, nil
	}
	q := r.Ops[i].Query
	// the first term that has the sort key decides about the order, so terms must not move
	// (order.key)
	if q.OrderBy != nil && q.OrderBy.Component != "" {
		return nil, nil
	}
	other, order := lawful.OtherOrder(terms, hash.Of(q.Terms)^hash.Of(q.Expr))
	if other == nil {
		return nil, nil
	}
	return lawful.WithTerms(q, other), lawful.FieldOrder(terms, order)
}

// textVariant converts every query to its other form: text to terms, and terms to text. It converts
// terms only if all entities that they mention are alive and have a unique name at the root.
func textVariant() *Variant {
	return &Variant{
		Needs:       hasKinds,
		Name:        "text",
		Law:         "text and terms are two forms of one query",
		OnlyQueries: true,
		Rewrite: func(r *Recorded) []Step {
			names := r.rootNames()
			return r.rewriteOps(func(i int) (Step, bool) {
				op := *r.Ops[i]
				if op.Op != spec.OpQuery && op.Op != spec.OpPrepare || op.Query == nil {
					return Step{}, false
				}
				q := op.Query.Clone()
				if q.IsText() {
					terms, ok := r.terms(i)
					if !ok {
						return Step{}, false
					}
					q = lawful.WithTerms(q, terms)
				} else if !r.asText(q, names(i)) {
					return Step{}, false
				}
				op.Query = q
				return asking(op, i), true
			})
		},
	}
}

// asText turns q into a text with the names of the entities that it mentions. If an entity has no
// name or the dialect cannot express the query, it returns false and q must not be used.
func (r *Recorded) asText(q *spec.Query, nameOf func(string) string) bool {
	if nameOf == nil {
		return false
	}
	safe := true
	q.Walk(func(t *spec.Term) {
		for _, ref := range t.Refs() {
			for ; ref != nil; ref = lawful.TravRel(ref) {
				path := ""
				switch ref.Kind { //nolint:exhaustive // the others are not entities
				case spec.RefName:
					safe = false
				case spec.RefMember:
					path = "." + ref.Path
					fallthrough
				case spec.RefEntity:
					name := nameOf(ref.Name)
					safe = safe && name != ""
					ref.Kind, ref.Name, ref.Path = spec.RefName, name+path, ""
				}
			}
		}
	})
	if !safe {
		return false
	}
	text, err := lang.Print(r.Profile.Dialect, q.Terms)
	if err != nil {
		return false
	}
	q.Expr, q.Text, q.Syntax, q.Terms = text, true, spec.DialectDefault, nil
	return true
}

// rootNames returns, for each operation, a function that returns the name by which a text finds an
// entity: that of a builtin, or the unique name of an alive entity at the root, else "". The
// function is nil if the world at that time is not known, or if the trace changes the scope.
func (r *Recorded) rootNames() func(i int) func(string) string {
	builtin := map[string]bool{}
	for _, b := range spec.Builtins(r.Profile) {
		builtin[string(b.Handle)] = true
	}
	if r.has(spec.OpScope) {
		return func(int) func(string) string { return nil }
	}
	return func(i int) func(string) string {
		dump := r.worldAt(i)
		if dump == nil {
			return nil
		}
		return func(h string) string {
			if builtin[h] {
				return h
			}
			k, ok := slices.BinarySearchFunc(dump.Entities, spec.Handle(h), func(e spec.DumpEntity, h spec.Handle) int {
				return cmp.Compare(e.Handle, h)
			})
			if !ok || slices.ContainsFunc(dump.Entities[k].IDs,
				func(id spec.DumpID) bool { return id.ID.First == spec.ChildOf }) {
				return ""
			}
			name := dump.Entities[k].Name
			for j := range dump.Entities {
				if j != k && dump.Entities[j].Name == name {
					return ""
				}
			}
			return name
		}
	}
}

// worldAt returns the world before operation i, or nil if no dump was recorded since the last
// change.
func (r *Recorded) worldAt(i int) *spec.Dump {
	if k := r.lastChange(i); k >= 0 {
		return r.Dumps[k]
	}
	return nil
}
