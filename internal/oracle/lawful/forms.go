package lawful

import (
	"fmt"
	"maps"
	"slices"

	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// KindLaw says as which kinds a query may be asked with the same answer, after some operations (the variants "filter",
// "cached" and "rule").
type KindLaw struct {
	profile spec.Profile
	implied *Implied
}

// KindsAfter is the law after operations.
func KindsAfter(p spec.Profile, ops []spec.Operation) KindLaw {
	return KindLaw{p, ImpliedBy(p, Each(ops))}
}

// Key is equal for laws that allow the same.
func (k KindLaw) Key() string {
	return fmt.Sprint(slices.Sorted(maps.Keys(k.implied.closed)), slices.Sorted(maps.Keys(k.implied.bases)),
		k.implied.unknown)
}

// Kinds lists the kinds, apart from the one that the query has, as which a query given as terms may be asked.
func (k KindLaw) Kinds(q *spec.Query) []spec.QueryKind {
	from := ResolvedKind(k.profile, q, q.Terms)
	if from == spec.KindAuto || q.Instanced {
		return nil
	}
	var out []spec.QueryKind
	for _, kind := range []spec.QueryKind{spec.KindFilter, spec.KindCached, spec.KindRule} {
		if kind != from && Supports(k.profile, kind, q, q.Terms) &&
			k.implied.SameForKinds(k.profile, from, kind, q.Terms) {
			out = append(out, kind)
		}
	}
	return out
}

// Permuted is a query given as terms with these in another order, and the order that brings an
// answer back to the written one; nil where no other order is lawful (the variant "permuted").
func Permuted(q *spec.Query) (*spec.Query, func(*spec.Outcome)) {
	other, order := OtherOrder(q.Terms, hash.Of(q.Terms))
	if other == nil {
		return nil, nil
	}
	return WithTerms(q, other), PermuteFields(FieldOrder(q.Terms, order))
}

// AsText is a query given as terms in the text of a profile, with handles as names, and the entities that it mentions:
// it means the same where these are alive, named like their handles, and without parent (the variant "text"). It is nil
// where the dialect cannot say it.
func AsText(p spec.Profile, q *spec.Query) (*spec.Query, []spec.Handle) {
	var mentioned []spec.Handle
	q.Walk(func(t *spec.Term) {
		for _, ref := range t.Refs() {
			for ; ref != nil; ref = TravRel(ref) {
				if ref.Kind == spec.RefEntity && !slices.Contains(mentioned, spec.Handle(ref.Name)) {
					mentioned = append(mentioned, spec.Handle(ref.Name))
				}
			}
		}
	})
	text, err := lang.Print(p.Dialect, q.Terms, lang.PrintHandlesAsNames())
	if err != nil {
		return nil, nil
	}
	return &spec.Query{Expr: text, Text: true, Kind: q.Kind}, mentioned
}

// Renaming gives entities other handles, which sort in the opposite order (the variant "renamed").
type Renaming struct{ to, from HandleMap }

// NewRenaming renames some handles and leaves all others.
func NewRenaming(handles []spec.Handle) *Renaming {
	there, back := map[spec.Handle]spec.Handle{}, map[spec.Handle]spec.Handle{}
	for i, h := range handles {
		to := spec.Handle(fmt.Sprintf("~%06d", len(handles)-i))
		there[h], back[to] = to, h
	}
	return &Renaming{MapOf(there), MapOf(back)}
}

// Operation is an operation with the other handles.
func (r *Renaming) Operation(op spec.Operation) spec.Operation { return r.to.Operation(op) }

// Back gives an answer its first handles back.
func (r *Renaming) Back(o *spec.Outcome) { r.from.Outcome(o) }
