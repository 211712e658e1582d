package spec

// QueryKind is how a query is evaluated (QRY-024 to QRY-036). Kinds that support everything that a
// query uses, including component inheritance and transitivity, give the same answer. In
// flecs-3-beta this is true only if the query writes every set (sets.implied).
type QueryKind uint8

// The kinds of query. KindAuto lets the profile choose.
const (
	KindAuto QueryKind = iota
	KindFilter
	KindCached
	KindRule
)

// Dialect is a text form of queries.
type Dialect uint8

// The dialects. DialectDefault means the dialect of the profile.
const (
	DialectDefault Dialect = iota
	DialectFlecs3
	DialectFlecs4
	DialectFlecs3Beta
)

// Query is a question about the world, as terms or as text. If Expr is not empty or Text is true,
// the text is parsed when the query is created, and Terms are ignored.
type Query struct {
	Terms         []Term
	Expr          string
	Text          bool    // the query is given by Expr even if that is empty
	Syntax        Dialect // of Expr
	Kind          QueryKind
	OrderBy       *OrderBy
	GroupBy       Handle // relationship whose first own target is the group
	Instanced     bool   // a result has a whole table even if a field belongs to another entity (QRY-447)
	DetectChanges bool   // flecs-4: must be requested at creation
}

// OrderBy is the sort key of a cached query: a component, compared member by member, or the entity
// itself if Component is empty (QRY-547).
type OrderBy struct {
	Component Handle `json:"component,omitempty"`
	Desc      bool   `json:"desc,omitempty"`
}

// IsText reports whether the query is given as text.
func (q *Query) IsText() bool { return q.Text || q.Expr != "" }

// Clone returns a deep copy of q.
func (q *Query) Clone() *Query {
	if q == nil {
		return nil
	}
	c := *q
	c.Terms = CloneTerms(q.Terms)
	if q.OrderBy != nil {
		o := *q.OrderBy
		c.OrderBy = &o
	}
	return &c
}

// Walk calls fn for every term of the query, nested ones included, in written order.
func (q *Query) Walk(fn func(*Term)) {
	for i := range q.Terms {
		q.Terms[i].Walk(fn)
	}
}

// Fields returns the terms that have a field in a result, in order: one per term and one per Or
// chain, none for scopes and comparisons (QRY-221, QRY-269). For example, "Ship, Sails || Engine"
// has two fields.
func Fields(terms []Term) []*Term {
	var out []*Term
	for i := range terms {
		switch terms[i].Kind {
		case TermMatch, TermOr:
			out = append(out, &terms[i])
		case TermScope, TermCompare:
		}
	}
	return out
}
