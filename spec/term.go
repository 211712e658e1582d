package spec

// RefKind is what an element of a term refers to.
type RefKind uint8

// The kinds of reference.
const (
	RefNone      RefKind = iota // absent: no second element, or the default source $this (QRY-322, FQL-081)
	RefEntity                   // an entity, by handle
	RefName                     // an entity, by a name or path that is looked up when the query is created (QRY-124)
	RefWildcard                 // *
	RefAny                      // _
	RefVariable                 // $name; the variable of the default source is named "this"
	RefLookup                   // $name.path: a child of the variable's entity, by name (FQL-138)
	RefMember                   // Component.member as first element (FQL-145)
	RefSingleton                // $ as source or second element: the first element itself (QRY-363, FQL-092)
	RefText                     // "text" as the right side of a comparison (QRY-259)
	RefNumber                   // a numeric id (QRY-126)
)

// This is the name of the variable of the default source, without the '$'.
const This = "this"

// Ref is one element of a term: its first or second element, its source, or the relationship of a
// traversal.
type Ref struct {
	Kind   RefKind
	Name   string     // handle, name or path, variable (without '$'), member's component (by handle), or text
	Path   string     // RefLookup: the path below the variable; RefMember: the member
	Number uint64     // RefNumber
	Trav   *Traversal // nil if no traversal flag is written
}

// EntityRef returns a reference to an entity by handle. Wildcards become wildcard references.
func EntityRef(h Handle) Ref {
	switch h {
	case Wildcard:
		return Ref{Kind: RefWildcard}
	case Any:
		return Ref{Kind: RefAny}
	case "":
		return Ref{}
	}
	return Ref{Kind: RefEntity, Name: string(h)}
}

// NameRef returns a reference to an entity by name or path.
func NameRef(path string) Ref { return Ref{Kind: RefName, Name: path} }

// VarRef returns a reference to a variable. The name has no '$'.
func VarRef(name string) Ref { return Ref{Kind: RefVariable, Name: name} }

// TravFlags is a set of traversal flags (QRY-380 to QRY-385).
type TravFlags uint8

// The traversal flags. The documents also have parent, which is TravUp along ChildOf, and down,
// which engines derive and which only flecs-3-beta can write (QRY-402).
const (
	TravSelf TravFlags = 1 << iota
	TravUp
	TravDown // flecs-3-beta only: sub, subset
	TravAll  // flecs-3-beta only
	TravCascade
	TravDesc
)

// Traversal says where else a match may be found. Rel is the relationship to follow; nil is the
// default of the profile. Depths are 0 if not written (flecs-3-beta only).
type Traversal struct {
	Flags    TravFlags
	Rel      *Ref
	MinDepth int
	MaxDepth int
}

// Operator is the operator of a term (QRY-200 to QRY-209). For example, "!Ship" has Not. Or is not
// an operator here but a kind of term.
type Operator uint8

// The operators.
const (
	And Operator = iota
	Not
	Optional
	AndFrom
	OrFrom
	NotFrom
)

// IsList reports whether o is an operator on the ids of a list: and_from, or_from, not_from.
func (o Operator) IsList() bool { return o == AndFrom || o == OrFrom || o == NotFrom }

// Access is the access modifier of a term (QRY-173 to QRY-177, FQL-043 to FQL-049).
type Access uint8

// The access modifiers.
const (
	AccessDefault Access = iota
	AccessIn
	AccessOut
	AccessInOut
	AccessNone
	AccessFilter // flecs-4 only
)

// TermKind is the shape of a term.
type TermKind uint8

// The shapes of a term.
const (
	TermMatch   TermKind = iota // an id matched on a source
	TermCompare                 // Src compared with Second
	TermOr                      // a chain: Terms are the alternatives
	TermScope                   // Terms in braces, with Oper Not
)

// Comparison is the operator of a TermCompare (QRY-204 to QRY-206).
type Comparison uint8

// The comparisons. Equal and NotEqual with a RefText compare names.
const (
	Equal    Comparison = iota // ==
	NotEqual                   // !=
	Contains                   // ~=
)

// Term is one condition of a query.
//
//	TermMatch    First, Second (RefNone for a single id), Src (RefNone for $this), Oper, Access
//	TermCompare  Src (a variable), Compare, Second (entity, name, variable, text), Oper And or Not
//	TermOr       Terms
//	TermScope    Terms, Oper
type Term struct {
	Kind    TermKind
	Oper    Operator
	Access  Access
	Compare Comparison
	First   Ref
	Second  Ref
	Src     Ref
	Terms   []Term
}

// Walk calls fn for t and every term inside it, in written order.
func (t *Term) Walk(fn func(*Term)) {
	fn(t)
	for i := range t.Terms {
		t.Terms[i].Walk(fn)
	}
}

// Refs returns the elements of t that are present, in the order first, second, source, without
// those of nested terms. An unwritten source is present if it has a traversal. For example,
// Position(up) has two: Position and the source.
func (t *Term) Refs() []*Ref {
	var refs []*Ref
	for _, r := range []*Ref{&t.First, &t.Second, &t.Src} {
		if r.Kind != RefNone || r.Trav != nil {
			refs = append(refs, r)
		}
	}
	return refs
}

// Clone returns a deep copy of t.
func (t Term) Clone() Term {
	for _, r := range []*Ref{&t.First, &t.Second, &t.Src} {
		r.Trav = r.Trav.clone()
	}
	t.Terms = CloneTerms(t.Terms)
	return t
}

func (t *Traversal) clone() *Traversal {
	if t == nil {
		return nil
	}
	c := *t
	if t.Rel != nil {
		r := *t.Rel
		r.Trav = r.Trav.clone()
		c.Rel = &r
	}
	return &c
}

// CloneTerms returns a deep copy of terms.
func CloneTerms(terms []Term) []Term {
	if terms == nil {
		return nil
	}
	out := make([]Term, len(terms))
	for i, t := range terms {
		out[i] = t.Clone()
	}
	return out
}
