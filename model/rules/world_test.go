package rules_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// world makes a world from facts such as "Bob (Likes, Alice)" or "Bob Position". Whoever is mentioned is created, with a
// name that is its handle. A fact that is refused is printed.
func world(p spec.Profile, facts ...string) *rules.World {
	w := rules.New(p)
	for _, fact := range facts {
		who, id, _ := strings.Cut(fact, " ")
		e := entity(w, who)
		if id == "" {
			continue
		}
		if err := w.Add(e, idOf(w, id)); err != nil {
			fmt.Println("refused:", err.Message)
		}
	}
	return w
}

// entity finds an entity, or creates one.
func entity(w *rules.World, name string) rules.Entity {
	if e, ok := w.Handles[spec.Handle(name)]; ok {
		return e
	}
	e, _ := w.Create(spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(name)}, rules.None, nil)
	if err := w.SetName(e, name); err != nil {
		panic(err)
	}
	return e
}

// idOf reads "Position" or "(Likes, Alice)".
func idOf(w *rules.World, text string) rules.ID {
	first, second, _ := strings.Cut(strings.Trim(text, "()"), ", ")
	i := rules.ID{First: element(w, first)}
	if second != "" {
		i.Second = element(w, second)
	}
	return i
}

func element(w *rules.World, name string) rules.Entity {
	switch name {
	case "*":
		return rules.Wildcard
	case "_":
		return rules.Any
	}
	return entity(w, name)
}

// compile reads a query in the language of the world's profile.
func compile(w *rules.World, asked spec.Query) *rules.Query {
	terms, err := lang.ParseChecked(w.Profile.Dialect, asked.Expr)
	if err != nil {
		panic(err)
	}
	q, err := w.Compile(&asked, terms)
	if err != nil {
		fmt.Println(asked.Expr, "is refused:", err.Message)
		return nil
	}
	return q
}

// answer finds the rows of a query, in order.
func answer(w *rules.World, asked spec.Query) (*rules.Search, []rules.Row) {
	q := compile(w, asked)
	if q == nil {
		return nil, nil
	}
	s := w.NewSearch(q, new(1_000_000))
	rows := s.Rows(rules.Assignment{}, 1000)
	s.Arrange(rows)
	return s, rows
}

// ask prints a query and its rows: $this, the fields with their sources, and the other variables.
func ask(w *rules.World, expr string) {
	fmt.Println(expr)
	s, rows := answer(w, spec.Query{Expr: expr, Kind: spec.KindRule})
	for i := range rows {
		fmt.Println(" ", line(s, &rows[i]))
	}
}

func line(s *rules.Search, r *rules.Row) string {
	parts := []string{string(s.Handle(max(r.Vars[rules.This], rules.None)))}
	for n := range s.Query.Fields {
		switch m := s.Field(r, n); {
		case m == nil:
			parts = append(parts, "-")
		case s.Source(r, n, m) == rules.None:
			parts = append(parts, s.Shown(m).String())
		default:
			parts = append(parts, s.Shown(m).String()+" of "+string(s.Handle(m.Owner)))
		}
	}
	for v, name := range s.Query.Variables {
		if v != rules.This && s.Query.Shows(v) {
			parts = append(parts, "$"+name+"="+string(s.Handle(max(r.Vars[v], rules.None))))
		}
	}
	return strings.TrimSpace(strings.Join(parts, "  "))
}

// owns prints what an entity owns.
func owns(w *rules.World, name string) {
	var all []string
	for _, f := range w.Entities[entity(w, name)].Own {
		all = append(all, w.SpecID(f.ID).String())
	}
	fmt.Println(name, "owns", strings.Join(all, ", "))
}

// A wildcard alone covers single ids only, in a pair it covers any element.
func ExampleID_Covers() {
	w := world(spec.Flecs3(), "bob Position", "bob (Likes, fruit)")
	for _, pattern := range []string{"*", "(Likes, *)", "(*, fruit)", "(Eats, _)"} {
		covers := func(id string) bool { return idOf(w, pattern).Covers(idOf(w, id)) }
		fmt.Println(pattern, covers("Position"), covers("(Likes, fruit)"))
	}
	// Output:
	// * true false
	// (Likes, *) false true
	// (*, fruit) false true
	// (Eats, _) false false
}

// Everything is listed in type order: single ids in the order in which their entities were created, then pairs.
func ExampleID_Compare() {
	w := world(spec.Flecs3(), "Apple", "Pear", "Likes", "bob (Likes, Pear)", "bob Pear", "bob (Likes, Apple)", "bob Apple")
	owns(w, "bob")
	fmt.Println(slices.IsSortedFunc(w.Entities[w.Handles["bob"]].Own, func(a, b rules.Fact) int { return a.Compare(b.ID) }))
	// Output:
	// bob owns Apple, Pear, (Likes, Apple), (Likes, Pear)
	// true
}
