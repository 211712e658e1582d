// Package capability determines whether an implementation supports an operation: whether its answer
// to hello declares the capabilities that the operation needs. If it does not declare them, the
// operation is skipped. If it does, the answer `unsupported` is wrong.
//
// [Judge] follows a trace. Because capabilities are declared for each kind of query, [Kind] and
// [Terms] determine the kind and the terms of a query.
package capability

import (
	"slices"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Judge follows the operations of a trace. Use [New]; the zero value is not valid.
type Judge struct {
	profile spec.Profile
	held    map[string]*spec.Query // by name of a prepared query, iterator or observer
}

// New returns a judge for a new trace of a profile.
func New(p spec.Profile) *Judge { return &Judge{profile: p, held: map[string]*spec.Query{}} }

// Follow records the query to which an operation gives a name. Call it for every operation.
func (j *Judge) Follow(op *spec.Operation) {
	if op.As != "" {
		j.held[op.As], _ = j.Held(op)
	}
}

// Lacks lists the capabilities that an operation needs and info does not declare, such as "world:
// scope" or "rule: variables". The capabilities of a query must be declared for the kind that it
// runs as.
func (j *Judge) Lacks(op *spec.Operation, info *spec.Info) []string {
	kind, needs := j.needs(op)
	return Missing(info, needs, kind)
}

// Missing lists the needs that info does not declare, such as "world: scope" or "rule: variables".
// kind is the kind of the query that needs them.
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

// Declares reports whether info declares a capability. where is "world" or a kind of query. An
// implementation that declares no capabilities at all counts as having all.
func Declares(info *spec.Info, where string, c spec.Capability) bool {
	return len(info.Capabilities) == 0 || slices.Contains(info.Capabilities[where], c)
}

// KindOf returns the kind that a query runs as. If its text cannot be parsed, KindOf assumes a
// query without terms.
func KindOf(p spec.Profile, q *spec.Query) spec.QueryKind {
	terms, err := Terms(p, q)
	if err != nil {
		terms = nil
	}
	return Kind(p, q, terms)
}

// Held returns the query of an operation: its own, or the one with the name On. known is false if
// no operation has defined that name. If the name is that of something without a query, such as a
// snapshot, q is nil.
func (j *Judge) Held(op *spec.Operation) (q *spec.Query, known bool) {
	if op.Query != nil {
		return op.Query, true
	}
	q, known = j.held[op.On]
	return q, known
}

// needs returns the capabilities that an operation needs, and the kind that its query runs as.
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

// MustSupport reports whether an implementation must answer an operation: it declares all needed
// capabilities, and none of them only in part. It is false for an implementation that declares no
// capabilities at all.
func (j *Judge) MustSupport(op *spec.Operation, info *spec.Info) bool {
	followed := len(info.Profiles) == 0 || slices.Contains(info.Profiles, j.profile.Name)
	if !followed || len(info.Capabilities) == 0 || len(j.Lacks(op, info)) > 0 {
		return false
	}
	_, needs := j.needs(op)
	return !slices.ContainsFunc(needs, func(c spec.Capability) bool { return slices.Contains(info.Partly, c) })
}

// Terms returns the terms of a query. It parses a query text.
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

// Kind returns the kind that a query runs as: its own kind or, for auto, the choice of the profile
// (query.auto).
func Kind(p spec.Profile, q *spec.Query, terms []spec.Term) spec.QueryKind {
	if q.Kind != spec.KindAuto {
		return q.Kind
	}
	cached := q.OrderBy != nil || q.GroupBy != ""
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			cached = cached || Flags(t)&spec.TravCascade != 0 ||
				p.AutoRule && t.Oper.IsList() && !p.FromLists.Has(spec.KindRule)
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

// Kinds lists the kinds that a query and its simplified forms run as, that of the whole query
// first. For example, if rules cannot sort, a sorted auto query is cached; without the sorting it
// is a rule.
func Kinds(p spec.Profile, q *spec.Query, terms []spec.Term) []spec.QueryKind {
	whole, bare := Kind(p, q, terms), Kind(p, &spec.Query{Kind: q.Kind}, nil)
	if whole == bare {
		return []spec.QueryKind{whole}
	}
	return []spec.QueryKind{whole, bare}
}

// Flags returns the traversal flags of all elements of a term.
func Flags(t *spec.Term) spec.TravFlags {
	var f spec.TravFlags
	for _, r := range t.Refs() {
		if r.Trav != nil {
			f |= r.Trav.Flags
		}
	}
	return f
}
