package guide_test

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func query(w *fast.World, terms ...fast.Term) any { return fast.NewQuery0(w, terms...) }

// health is a component as a term.
func health(w *fast.World) fast.ID { return fast.Register[Health](w).ID() }

func likes(w *fast.World) fast.Entity { return w.NewRelationship("Likes") }

var misusesOfTerms = []misuse{
	{"gives a term that is nil", func(w *fast.World) any { return query(w, fast.Not(nil)) }},
	{"passes fast.Terms to Not", func(w *fast.World) any { return query(w, fast.Not(fast.Terms{likes(w), health(w)})) }},
	{"uses Up with a relationship that cannot be traversed", func(w *fast.World) any { return query(w, fast.Up(likes(w), health(w))) }},
	{"uses Up with IsA for an id that is not inherited", func(w *fast.World) any {
		dead := w.NewTag("Dead")
		ignore(w.AddPair(dead, fast.OnInstantiate, fast.DontInherit))
		return query(w, fast.Up(fast.IsA, dead))
	}},
	{"uses Up with a wildcard as relationship", func(w *fast.World) any { return query(w, fast.Up(fast.Wildcard, health(w))) }},
	{"uses Cascade with a variable as relationship", func(w *fast.World) any {
		return query(w, fast.Cascade(fast.Variable(1), health(w)))
	}},
	{"uses Up for a term with On", func(w *fast.World) any {
		return query(w, fast.Up(fast.ChildOf, fast.On(w.Spawn(), health(w))))
	}},
	{"uses Up twice", func(w *fast.World) any {
		return query(w, fast.Up(fast.ChildOf, fast.Up(fast.ChildOf, health(w))))
	}},
	{"makes a query with more than 64 terms", func(w *fast.World) any {
		var terms []fast.Term
		for range 65 {
			terms = append(terms, health(w))
		}
		return query(w, terms...)
	}},
	{"negates a term twice", func(w *fast.World) any { return query(w, fast.Not(fast.Not(health(w)))) }},
	{"negates an option", func(w *fast.World) any { return query(w, fast.Not(fast.Exact)) }},
	{"negates an order", func(w *fast.World) any { return query(w, fast.Not(fast.OrderBy[Health]())) }},
	{"negates a text", func(w *fast.World) any { return query(w, fast.Not(fast.Text("Prefab"))) }},
	{"gives a term two access modifiers", func(w *fast.World) any { return query(w, fast.In(fast.Out(health(w)))) }},
	{"uses On with a wildcard", func(w *fast.World) any { return query(w, fast.On(fast.Wildcard, health(w))) }},
	{"uses On twice", func(w *fast.World) any { return query(w, fast.On(w.Spawn(), fast.On(w.Spawn(), health(w)))) }},
	{"uses On for a term with Up", func(w *fast.World) any {
		return query(w, fast.On(w.Spawn(), fast.Up(fast.ChildOf, health(w))))
	}},
	{"makes a query with only fixed sources", func(w *fast.World) any { return query(w, fast.On(w.Spawn(), health(w))) }},
	{"makes a field of a Not term", func(w *fast.World) any {
		return fast.NewQuery1[Health](w, fast.Field[Health](fast.Not(health(w))))
	}},
	{"makes a field of a text with two terms", func(w *fast.World) any {
		w.NewTag("Burning")
		return fast.NewQuery1[Health](w, fast.Field[Health](fast.Text("Burning, !Prefab")))
	}},
	{"makes a field of a comparison", func(w *fast.World) any {
		return fast.NewQuery1[Health](w, fast.Field[Health](fast.Text("$this == Prefab")))
	}},
	{"gives two terms for one field", func(w *fast.World) any {
		return fast.NewQuery1[Health](w, fast.Maybe[Health](), fast.ReadOnly[Health]())
	}},
	{"gives a Field term for a type that is not a field", func(w *fast.World) any {
		return query(w, fast.Field[Health](health(w)))
	}},
	{"makes a field of an id whose values have another type", func(w *fast.World) any {
		return fast.NewQuery1[Position](w, fast.Field[Position](health(w)))
	}},
	{"uses the variable number 17", func(*fast.World) any { return fast.Variable(17) }},
	{"binds a variable that the query does not use", func(w *fast.World) any {
		return fast.NewQuery0(w, health(w)).Bind(fast.Variable(1), w.Spawn())
	}},
	{"binds a variable to a wildcard", func(w *fast.World) any {
		return fast.NewQuery0(w, fast.Pair(likes(w), fast.Variable(1))).Bind(fast.Variable(1), fast.Any)
	}},
	{"uses Exact with a list operator", func(*fast.World) any {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs3()))
		w.NewTag("Burning")
		return query(w, fast.Text("AND | Burning"), fast.Exact)
	}},
	{"binds five variables", func(w *fast.World) any {
		like, terms := likes(w), []fast.Term{}
		for i := range 5 {
			terms = append(terms, fast.Pair(like, fast.Variable(i+1)))
		}
		q := fast.NewQuery0(w, terms...)
		for i := range 5 {
			q = q.Bind(fast.Variable(i+1), w.Spawn())
		}
		return q
	}},
}

// text returns the error of a query text, run as a rule.
func text(w *fast.World, expr string) any { return query(w, fast.Rule, fast.Text(expr)) }

// prepared returns the error of Prepare.
func prepared(w *fast.World, q spec.Query) any {
	_, err := w.Prepare(q)
	return err
}

var misusesOfTexts = []misuse{
	{"makes a query of a text with a syntax error", func(w *fast.World) any { return text(w, "(Likes, $food") }},
	{"names an entity that does not exist", func(w *fast.World) any { return text(w, "(Likes, $food)") }},
	{"names a child without its path", func(w *fast.World) any {
		likes(w)
		ship, hull := w.Spawn(), w.Spawn()
		ignore(w.SetName(ship, "ship"), w.SetName(hull, "hull"), w.Add(hull, fast.Pair(fast.ChildOf, ship)))
		return text(w, "(Likes, hull)")
	}},
	{"uses more than 16 variables", func(w *fast.World) any {
		likes(w)
		expr := "Likes"
		for _, v := range "abcdefghijklmnopq" {
			expr += ", (Likes, $" + string(v) + ")"
		}
		return text(w, expr)
	}},
	{"writes $ although the first element is a wildcard, in Flecs 4.0", func(*fast.World) any {
		return text(fast.NewWorld(fast.WithProfile(fast.Flecs4())), "*($)")
	}},
	{"writes $ as a source", func(w *fast.World) any {
		w.NewTag("Clock")
		return text(w, "Clock($)")
	}},
	{"has a Singleton and another id in one chain", func(w *fast.World) any {
		w.NewTag("Clock", fast.Singleton)
		w.NewTag("Burning")
		return text(w, "Burning || Clock")
	}},
	{"follows a relationship that may have cycles, in the dialect of Flecs 3 Beta", func(*fast.World) any {
		w := fast.NewWorld(fast.WithProfile(spec.Flecs3Beta()))
		likes(w)
		return text(w, "Likes(super(Likes))")
	}},
	{"compares a variable that no other term binds", func(w *fast.World) any {
		likes(w)
		return text(w, "Likes, $x == $y")
	}},
	{"looks up a child of a variable that no other term binds", func(*fast.World) any {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs4()))
		likes(w)
		return text(w, "Likes($x.hull)")
	}},
	{"writes a member as target", func(*fast.World) any {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs4()))
		ignore(likes(w), declared(w))
		return text(w, "(Likes, Weight.tons)")
	}},
	{"writes a member without a target", func(*fast.World) any {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs4()))
		declared(w)
		return text(w, "Weight.tons")
	}},
	{"writes a member that holds no entity", func(*fast.World) any {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs4()))
		declared(w)
		return text(w, "(Weight.tons, $x)")
	}},
	{"uses Exact without a term on the entity itself", func(w *fast.World) any {
		_, err := w.Prepare(spec.Query{Terms: []spec.Term{{
			First: spec.Ref{Kind: spec.RefName, Name: "Prefab"},
			Src:   spec.Ref{Kind: spec.RefName, Name: "IsA"},
		}}}, fast.Exact)
		return err
	}},
	{"passes an option of typed queries to Prepare", func(w *fast.World) any {
		_, err := w.Prepare(spec.Query{Expr: "Prefab"}, fast.Uncached)
		return err
	}},
	{"sets a variable that the query does not have", func(w *fast.World) any {
		q, err := w.Prepare(spec.Query{Expr: "(ChildOf, $parent)", Kind: spec.KindRule})
		if err == nil {
			_, err = q.Rows(fast.Given{Variable: "port", Value: w.Spawn()})
		}
		return err
	}},
}

var misusesOfOrder = []misuse{
	{"orders twice", func(w *fast.World) any {
		return query(w, health(w), fast.OrderByEntity(), fast.OrderBy[Health]())
	}},
	{"groups twice", func(w *fast.World) any {
		return query(w, health(w), fast.GroupBy(fast.ChildOf), fast.GroupBy(fast.IsA))
	}},
	{"cascades twice", func(w *fast.World) any {
		up := fast.Cascade(fast.ChildOf, health(w))
		return query(w, up, up)
	}},
	{"cascades and groups", func(w *fast.World) any {
		return query(w, fast.Cascade(fast.ChildOf, health(w)), fast.GroupBy(fast.ChildOf))
	}},
	{
		"orders by a function that is nil",
		func(w *fast.World) any { return query(w, health(w), fast.OrderByFunc[Health](nil)) },
	},
	{"orders by a wildcard", func(w *fast.World) any {
		return query(w, health(w), fast.OrderByComponent(fast.Wildcard))
	}},
	{"groups by a wildcard", func(w *fast.World) any { return query(w, health(w), fast.GroupBy(fast.Wildcard)) }},
	{"uses Descending twice", func(w *fast.World) any {
		return query(w, fast.Descending(fast.Descending(fast.OrderBy[Health]())))
	}},
	{"uses Descending with a term that is not an order", func(w *fast.World) any { return query(w, fast.Descending(health(w))) }},
	{"orders by a component that no term matches", func(w *fast.World) any {
		return query(w, fast.Single(w.NewTag("Burning")), fast.OrderBy[Health]())
	}},
	{"orders by a tag", func(w *fast.World) any {
		burning := w.NewTag("Burning")
		return query(w, fast.Single(burning), fast.OrderByComponent(burning))
	}},
	{"orders by values of a type without an order", func(w *fast.World) any {
		return fast.NewQuery1[struct{ Names []string }](w, fast.OrderBy[struct{ Names []string }]())
	}},
	{"orders a query with the option Rule", func(w *fast.World) any {
		return query(w, fast.Rule, health(w), fast.OrderByEntity())
	}},
	{"sorts a prepared query without $this", func(w *fast.World) any {
		w.NewTag("Sun")
		return prepared(w, spec.Query{Expr: "Sun(Sun)", Kind: spec.KindCached, OrderBy: &spec.OrderBy{}})
	}},
	{"cascades twice in a text", func(w *fast.World) any {
		ignore(w.NewTag("A"), w.NewTag("B"))
		return prepared(w, spec.Query{
			Expr: "A(cascade ChildOf), B(cascade ChildOf)", Kind: spec.KindCached,
			OrderBy: &spec.OrderBy{},
		})
	}},
	{"cascades in a text on another source", func(w *fast.World) any {
		ignore(w.NewTag("A"), w.NewTag("Sun"))
		return prepared(w, spec.Query{Expr: "A, A(Sun|cascade ChildOf)", Kind: spec.KindCached})
	}},
	{"cascades in a text and groups", func(w *fast.World) any {
		w.NewTag("A")
		return prepared(w, spec.Query{Expr: "A(cascade ChildOf)", Kind: spec.KindCached, GroupBy: "ChildOf"})
	}},
	{"lists the groups of a query with Cascade", func(w *fast.World) any {
		return fast.NewQuery0(w, health(w), fast.Cascade(fast.ChildOf, health(w))).Groups()
	}},
	{"asks for a group of a query that is not grouped", func(w *fast.World) any {
		return fast.NewQuery0(w, health(w)).Group(w.Spawn())
	}},
	{"asks a query with the option Rule for changes", func(w *fast.World) any {
		return fast.NewQuery0(w, fast.Rule, health(w)).Changed()
	}},
	{"asks a prepared query for changes without DetectChanges", func(*fast.World) any {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs4()))
		w.NewTag("A")
		q, err := w.Prepare(spec.Query{Expr: "A", Kind: spec.KindCached})
		ignore(err)
		_, err = q.Changed()
		return err
	}},
}

// inBatch does something with the first batch of a loop.
func inBatch(w *fast.World, do func(b fast.Batch1[Health])) any {
	fast.Spawn1(w, Health{1}, fast.Pair(fast.ChildOf, fast.Spawn1(w, Health{1})))
	for b := range fast.NewQuery1[Health](w).Batches() {
		do(b)
	}
	return nil
}

var misusesOfBatches = []misuse{
	{"reads an optional field that is not set", func(w *fast.World) any {
		fast.Spawn1(w, Position{})
		for b := range fast.NewQuery2[Position, Health](w, fast.Field[Health](fast.Optional(health(w)))).Batches() {
			_, fields := b.Columns()
			fields.At(0).Points++
		}
		return nil
	}},
	{"asks for slices of a shared field", func(w *fast.World) any {
		ignore(w.AddPair(fast.Register[Health](w).Entity(), fast.OnInstantiate, fast.Inherit))
		base := fast.Spawn1(w, Health{1}, fast.Prefab)
		fast.Spawn1(w, Position{}, fast.Pair(fast.IsA, base))
		for b := range fast.NewQuery2[Position, Health](w).Batches() {
			b.Fields()
		}
		return nil
	}},
	{"asks for the shared value of a field that entities own", func(w *fast.World) any {
		return inBatch(w, func(b fast.Batch1[Health]) { b.Column().Value() })
	}},
	{"reads past the end of a batch", func(w *fast.World) any {
		return inBatch(w, func(b fast.Batch1[Health]) { b.Column().At(b.Len()) })
	}},
	{"asks a batch for a term that the query does not have", func(w *fast.World) any {
		return inBatch(w, func(b fast.Batch1[Health]) { b.ID(1) })
	}},
	{"asks a batch for a variable that the query does not have", func(w *fast.World) any {
		return inBatch(w, func(b fast.Batch1[Health]) { b.Variable(fast.Variable(1)) })
	}},
	{"asks a query for a variable by a name that it does not have", func(w *fast.World) any {
		return fast.NewQuery0(w, health(w)).Variable("port")
	}},
	{"asks a row for a field that the query does not have", func(w *fast.World) any {
		w.Spawn(fast.Pair(fast.ChildOf, w.Spawn()))
		q, err := w.Prepare(spec.Query{Expr: "(ChildOf, *)"})
		if err != nil {
			return err
		}
		rows, err := q.Rows()
		for row := range rows {
			return row.ID(1)
		}
		return err
	}},
	{"asks a batch of SpawnMany for a variable", func(w *fast.World) any { return w.SpawnMany(1).Variable(fast.Variable(1)) }},
	{"asks a batch of SpawnMany for a term", func(w *fast.World) any { return fast.SpawnMany1[Health](w, 2).ID(0) }},
	{"reads values of another type than the one that a pattern matches", func(w *fast.World) any {
		relates := w.NewRelationship("Relates")
		ignore(fast.SetID(w, w.Spawn(), fast.Pair(relates, fast.Register[Health](w).Entity()), Health{1}))
		for range fast.NewQuery1[Position](w, fast.Field[Position](fast.Pair(relates, fast.Wildcard))).All() {
			ignore()
		}
		return nil
	}},
}
