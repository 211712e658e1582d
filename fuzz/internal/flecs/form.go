package flecs

import (
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

const (
	notationTerms = iota
	notationNames
	notationText
)

// notationChoices are the notations of a query: terms with handles, terms with names, or text.
var notationChoices = []choice{
	{"terms", 84, nil},
	{"names", 3, nil},
	{"text", 13, func(f *Features) bool { return f.Text }},
}

// byName replaces the handles in a query by paths, for entities that have a path.
func (b *builder) byName(q *spec.Query) {
	q.Walk(func(t *spec.Term) {
		for _, r := range t.Refs() {
			if path := b.pathOf(r); path != "" && r.Kind == spec.RefEntity {
				*r = spec.Ref{Kind: spec.RefName, Name: path, Trav: r.Trav}
			}
		}
	})
}

// asText converts the query to text in the dialect of the profile, if every entity in it has a path
// and the dialect can express the query.
func (b *builder) asText(q *spec.Query) {
	named := true
	check := func(r *spec.Ref) {
		byHandle := (r.Kind == spec.RefEntity || r.Kind == spec.RefMember) && !spec.Handle(r.Name).IsNumber()
		named = named && (!byHandle || b.pathOf(r) != "")
	}
	q.Walk(func(t *spec.Term) {
		for _, r := range t.Refs() {
			check(r)
		}
		eachAlong(t, check)
	})
	if !named {
		return
	}
	c := q.Clone()
	b.byName(c)
	c.Walk(func(t *spec.Term) {
		if m := &t.First; m.Kind == spec.RefMember {
			*m = spec.Ref{Kind: spec.RefName, Name: b.pathOf(m) + "." + m.Path, Trav: m.Trav}
		}
		eachAlong(t, func(r *spec.Ref) { *r = spec.NameRef(b.pathOf(r)) })
	})
	text, err := lang.Print(b.Profile.Dialect, c.Terms)
	if err != nil {
		return
	}
	q.Terms, q.Expr, q.Text = nil, text, true
}

// pathOf returns the path of the entity that r names by handle, or of the member's component, or
// "".
func (b *builder) pathOf(r *spec.Ref) string {
	if r.Kind != spec.RefEntity && r.Kind != spec.RefMember {
		return ""
	}
	w := b.world
	for i := range w.Entities {
		if w.Entities[i].Alive && w.Entities[i].Handle == spec.Handle(r.Name) {
			return w.Path(ref(i))
		}
	}
	return ""
}

// eachAlong visits the relationships along which the elements of a term are traversed.
func eachAlong(t *spec.Term, visit func(*spec.Ref)) {
	for _, r := range [...]*spec.Ref{&t.First, &t.Second, &t.Src} {
		if r.Trav != nil && r.Trav.Rel != nil {
			visit(r.Trav.Rel)
		}
	}
}
