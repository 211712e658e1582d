package guide_test

import (
	"bytes"
	"errors"
	"math"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func declared(w *fast.World) fast.Entity {
	c := w.NewComponent("Weight", []spec.Member{{Name: "tons", Type: spec.I32}})
	return c
}

var misusesOfValues = []misuse{
	{"sets a value of another type than that of the id", func(w *fast.World) any {
		return fast.SetID(w, w.Spawn(), fast.Register[Health](w).ID(), Position{1, 2})
	}},
	{"reads a value of another type than that of the id", func(w *fast.World) any {
		e := fast.Spawn1(w, Health{1})
		return fast.GetID[Position](w, e, fast.Register[Health](w).ID())
	}},
	{"sets a value of another type by SetValue", func(w *fast.World) any {
		return w.SetValue(w.Spawn(), fast.Register[Health](w).ID(), "full")
	}},
	{"sets a Go value on a component with declared members", func(w *fast.World) any {
		return w.SetValue(w.Spawn(), declared(w), 7)
	}},
	{"sets a member that does not exist", func(w *fast.World) any {
		value := spec.Value{{Name: "kilos", Scalar: spec.Scalar{Type: spec.I32}}}
		return w.SetValue(w.Spawn(), declared(w), value)
	}},
	{"sets a value by the handle of a component that was deleted", func(w *fast.World) any {
		health := fast.Register[Health](w)
		_ = w.Delete(health.Entity())
		return health.Set(w.Spawn(), Health{1})
	}},
	{"gives a tag a value", func(w *fast.World) any {
		return w.SetValue(w.Spawn(), w.NewTag("Burning"), 1)
	}},
	{"calls Modified for a value that the entity does not own", func(w *fast.World) any {
		return w.Modified(w.Spawn(), fast.Register[Health](w).ID())
	}},
	{"loads a part with two targets of a relationship that is Exclusive in this world", func(w *fast.World) any {
		from, file := fast.NewWorld(), &bytes.Buffer{}
		owns := from.NewRelationship("Owns")
		top := from.Spawn(fast.Pair(owns, from.NewTag("A")), fast.Pair(owns, from.NewTag("B")))
		if err := from.SaveTree(file, top); err != nil {
			return err
		}
		ignore(w.NewRelationship("Owns", fast.Exclusive), w.NewTag("A"), w.NewTag("B"))
		_, err := w.LoadPart(file)
		return err
	}},
	{"saves a world to a writer that is nil", func(w *fast.World) any { return w.Save(nil) }},
	{"passes nil to SetAll as the query", func(w *fast.World) any {
		_, err := fast.SetAll(nil, fast.Register[Health](w).ID(), Health{1})
		return err
	}},
	{"passes nil to SaveQuery as the query", func(w *fast.World) any { return w.SaveQuery(nil, nil) }},
	{"saves what a query without $this matches", func(w *fast.World) any {
		q, err := w.Prepare(spec.Query{Expr: "Exclusive(ChildOf)"})
		if err != nil {
			return err
		}
		return w.SaveQuery(nil, q)
	}},
	{"saves what a query of another world matches", func(w *fast.World) any {
		q, err := fast.NewWorld().Prepare(spec.Query{Expr: "(ChildOf, *)"})
		if err != nil {
			return err
		}
		return w.SaveQuery(nil, q)
	}},
}

var misusesOfSpawning = []misuse{
	{"spawns with two values of one type", func(w *fast.World) any { return fast.Spawn2(w, Health{1}, Health{2}) }},
	{"passes an id among the values", func(w *fast.World) any {
		return fast.Spawn2(w, Health{1}, w.NewTag("Hidden"))
	}},
	{"passes a list of ids as a value", func(w *fast.World) any {
		return fast.Spawn2(w, Health{1}, []fast.ID{fast.Single(w.NewTag("Hidden"))})
	}},
	{"sets an entity as a value", func(w *fast.World) any { return fast.Set(w, w.Spawn(), w.NewTag("Hidden")) }},
	{
		"passes a handle of a component as a value",
		func(w *fast.World) any { return fast.Spawn1(w, fast.Register[Health](w)) },
	},
	{
		"sets a value of an interface type",
		func(w *fast.World) any { return fast.Set[any](w, w.Spawn(), Health{1}) },
	},
	{"spawns a negative number", func(w *fast.World) any { return w.SpawnMany(-1) }},
	{"spawns more than a world has room for", func(w *fast.World) any { return w.SpawnMany(math.MaxInt32) }},
	{"spawns many entities while changes are deferred", func(w *fast.World) any {
		w.DeferBegin()
		return fast.SpawnMany1[Health](w, 2)
	}},
	{"spawns many entities whose ids put them into several tables", func(w *fast.World) any {
		married := w.NewRelationship("Married", fast.Symmetric, fast.Exclusive)
		return w.SpawnMany(2, fast.Pair(married, w.Spawn()))
	}},
	{"spawns many entities that an observer deletes", func(w *fast.World) any {
		fast.Observe(w, fast.OnAdd, func(e fast.Entity, _ *Health) { ignore(w.Delete(e)) })
		return fast.SpawnMany1[Health](w, 2)
	}},
	{"copies a reserved entity", func(w *fast.World) any {
		_, err := w.Clone(fast.ChildOf)
		return err
	}},
	{"copies a component", func(w *fast.World) any {
		_, err := w.Clone(fast.Register[Health](w).Entity())
		return err
	}},
}

// failure runs a function and returns the error passed to HandleFailures.
func failure(w *fast.World, do func()) (err error) {
	w.HandleFailures(func(e error) { err = e })
	do()
	var refusal *fast.Error
	if errors.As(err, &refusal) {
		return refusal
	}
	return err
}

func observe(w *fast.World, events fast.EventKind, what fast.Term) any {
	return w.Observe(events, what, func(fast.Event) {})
}

var misusesOfObservers = []misuse{
	{"observes without a callback", func(w *fast.World) any {
		return fast.Observe[Health](w, fast.OnAdd, nil)
	}},
	{"makes a monitor by fast.Observe", func(w *fast.World) any {
		return fast.Observe(w, fast.Monitor, func(fast.Entity, *Health) {})
	}},
	{"observes an unknown event", func(w *fast.World) any { return observe(w, 64, fast.Register[Health](w)) }},
	{"observes OnSet of a tag, in Flecs 4.0", func(*fast.World) any {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs4()))
		return observe(w, fast.OnSet, w.NewTag("Burning"))
	}},
	{"uses YieldExisting with OnRemove alone", func(w *fast.World) any {
		return observe(w, fast.OnRemove|fast.YieldExisting, fast.Register[Health](w))
	}},
	{"observes no event", func(w *fast.World) any {
		return observe(w, 0, fast.Register[Health](w))
	}},
	{"observes without a term on $this that can cause events", func(w *fast.World) any {
		return observe(w, fast.OnAdd, fast.Optional(fast.Register[Health](w)))
	}},
	{"observes an Exact query", func(w *fast.World) any {
		return observe(w, fast.OnAdd, fast.Terms{fast.Register[Health](w), fast.Exact})
	}},
	{"emits an event along a relationship that cannot be traversed", func(w *fast.World) any {
		return w.Emit(fast.Emission{Event: w.NewTag("Hit"), Entity: w.Spawn(), Along: w.NewRelationship("Likes")})
	}},
	{"lets an observer cause its own event", func(w *fast.World) any {
		ignore(fast.Observe(w, fast.OnSet,
			func(e fast.Entity, h *Health) { ignore(fast.Set(w, e, Health{h.Points + 1})) }))
		return failure(w, func() { fast.Spawn1(w, Health{1}) })
	}},
	{"lets observers cause more events than WithEventLimit allows", func(*fast.World) any {
		w := fast.NewWorld(fast.WithEventLimit(1))
		ignore(fast.Observe(w, fast.OnSet,
			func(e fast.Entity, h *Health) { ignore(fast.Set(w, e, Health{h.Points + 1})) }))
		return failure(w, func() { fast.Spawn1(w, Health{1}) })
	}},
}
