// Package capability holds the operations of a trace against what an implementation declares in its
// answer to hello. Those who run traces skip operations that are not declared; the others are owed
// an answer.
//
// [Judge] follows a trace, [Kind] and [Terms] read a query as the declarations are made: by kind of query.
package capability

import (
	"slices"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Judge follows the operations of a trace. The zero value cannot be used; see [New].
type Judge struct {
	profile spec.Profile
	held    map[string]*spec.Query // of prepared queries, and of iterators and observers on queries
}

// New begins a trace of a profile.
func New(p spec.Profile) *Judge { return &Judge{profile: p, held: map[string]*spec.Query{}} }

// Follow remembers the query that an operation gives a name to, so that later operations can be judged. It is cheap.
func (j *Judge) Follow(op *spec.Operation) {
	if op.As != "" {
		j.held[op.As], _ = j.Held(op)
	}
}

// Lacks says what an implementation that declares info lacks of the needs of an operation, as "world: scope" or
// "rule: variables". A capability is looked for in the kind that the query runs as.
func (j *Judge) Lacks(op *spec.Operation, info *spec.Info) []string {
	kind, needs := j.needs(op)
	return Missing(info, needs, kind)
}

// Missing lists the capabilities that info does not declare, as "world: scope" or "rule: variables"; kind is that
// of the query that needs them.
func Missing(info *spec.Info, needs []spec.Capability, kind string) []string {
	var lacks []string
	for _, c := range needs {
		where := "world"
		if c.OfQueries() {
			where = kind
		}
		lack := where + ": " + string(c)
		if !slices.Contains(info.Capabilities[where], c) && !slices.Contains(lacks, lack) {
			lacks = append(lacks, lack)
		}
	}
	return lacks
}

// Declares reports whether info declares a capability: for the world, or for a kind of query, which where names. An
// implementation that declares nothing at all has everything.
func Declares(info *spec.Info, where string, c spec.Capability) bool {
	return len(info.Capabilities) == 0 || slices.Contains(info.Capabilities[where], c)
}

// KindOf is the kind that a query is run as; one whose text cannot be read is run as if it were empty.
func KindOf(p spec.Profile, q *spec.Query) spec.QueryKind {
	terms, err := Terms(p, q)
	if err != nil {
		terms = nil
	}
	return Kind(p, q, terms)
}

// Held is the query that an operation has, or that an operation before has given the name of its On; known is false
// where none has given that name. A name may stand for something without a query, such as a snapshot: then it is nil.
func (j *Judge) Held(op *spec.Operation) (q *spec.Query, known bool) {
	if op.Query != nil {
		return op.Query, true
	}
	q, known = j.held[op.On]
	return q, known
}

// needs lists the capabilities that an operation needs, and the kind that its query runs as.
func (j *Judge) needs(op *spec.Operation) (kind string, needs []spec.Capability) {
	needs = op.Needs()
	q, _ := j.Held(op)
	if q == nil {
		return "", needs
	}
	terms, err := Terms(j.profile, q)
	if err == nil && q == op.Query {
		needs = append(needs, (&spec.Query{Terms: terms}).Needs()...)
	}
	return Kind(j.profile, q, terms).String(), needs
}

// Owes reports whether an implementation declares all that an operation needs, and nothing of it in part. One that
// declares nothing at all owes nothing.
func (j *Judge) Owes(op *spec.Operation, info *spec.Info) bool {
	followed := len(info.Profiles) == 0 || slices.Contains(info.Profiles, j.profile.Name)
	if !followed || len(info.Capabilities) == 0 || len(j.Lacks(op, info)) > 0 {
		return false
	}
	_, needs := j.needs(op)
	return !slices.ContainsFunc(needs, func(c spec.Capability) bool { return slices.Contains(info.Partly, c) })
}

// Terms are the terms of a query, read where it is text.
func Terms(p spec.Profile, q *spec.Query) ([]spec.Term, *spec.Error) {
	if !q.IsText() {
		return q.Terms, nil
	}
	d := q.Syntax
	if d == spec.DialectDefault {
		d = p.Dialect
	}
	return lang.Parse(d, q.Expr)
}

// Kind is the kind that a query is run as: its own, or the profile's choice for auto (query.auto).
func Kind(p spec.Profile, q *spec.Query, terms []spec.Term) spec.QueryKind {
	if q.Kind != spec.KindAuto {
		return q.Kind
	}
	cached := q.OrderBy != nil || q.GroupBy != ""
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			cached = cached || Flags(t)&spec.TravCascade != 0 ||
				p.AutoRule && IsList(t) && !p.FromLists.Has(spec.KindRule)
		})
	}
	switch {
	case cached:
		return spec.KindCached
	case p.AutoRule:
		return spec.KindRule
	}
	return spec.KindFilter
}

// Kinds lists the kinds that a query, and the same without some of its parts, are run as, that of the whole
// first. An auto query that is sorted is cached where rules do not sort; without the sorting it is a rule.
func Kinds(p spec.Profile, q *spec.Query, terms []spec.Term) []spec.QueryKind {
	whole, bare := Kind(p, q, terms), Kind(p, &spec.Query{Kind: q.Kind}, nil)
	if whole == bare {
		return []spec.QueryKind{whole}
	}
	return []spec.QueryKind{whole, bare}
}

// IsList reports whether a term is one of those that read the ids of a list.
func IsList(t *spec.Term) bool {
	return t.Oper == spec.AndFrom || t.Oper == spec.OrFrom || t.Oper == spec.NotFrom
}

// Flags are the traversal flags on any element of a term.
func Flags(t *spec.Term) spec.TravFlags {
	var f spec.TravFlags
	for _, r := range t.Refs() {
		if r.Trav != nil {
			f |= r.Trav.Flags
		}
	}
	return f
}
