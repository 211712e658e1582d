package guide_test

import (
	"bytes"
	"errors"
	"strings"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// recorded is an edit that spawns an entity.
func recorded(w *fast.World) *fast.Edit {
	edit, err := w.Record(func() error {
		w.Spawn()
		return nil
	})
	ignore(err)
	return edit
}

func dead(w *fast.World) fast.Entity {
	e := w.Spawn()
	_ = w.Delete(e)
	return e
}

var misusesOfEntities = []misuse{
	{"makes a world with an unknown profile", func(*fast.World) any {
		return fast.NewWorld(fast.WithProfile(fast.Profile{Name: "mine"}))
	}},
	{"makes a world with the profile tecs", func(*fast.World) any {
		return fast.NewWorld(fast.WithProfile(spec.Tecs()))
	}},
	{"adds to an entity that was deleted", func(w *fast.World) any { return fast.Set(w, dead(w), Health{1}) }},
	{"spawns with a pair whose target was deleted", func(w *fast.World) any {
		return w.Spawn(fast.Pair(w.NewRelationship("Likes"), dead(w)))
	}},
	{"clones an entity that was deleted", func(w *fast.World) any {
		_, err := w.Clone(dead(w))
		return err
	}},
	{"ends an observer with an entity that was deleted", func(w *fast.World) any {
		return w.Observe(fast.OnAdd, fast.Register[Health](w), func(fast.Event) {}).EndWith(dead(w))
	}},
	{"makes a reader of a relationship that was deleted", func(w *fast.World) any { return w.Relationship(dead(w)) }},
	{"uses an entity of another world whose number does not exist here", func(w *fast.World) any {
		other := fast.NewWorld()
		for range 10 {
			other.Spawn()
		}
		return fast.Set(w, other.Spawn(), Health{1})
	}},
	{"uses the zero entity", func(w *fast.World) any { return fast.Set(w, 0, Health{1}) }},
	{"uses an entity that was created after the restored snapshot", func(w *fast.World) any {
		before := w.Snapshot()
		e := w.Spawn()
		w.Restore(before)
		return w.Delete(e)
	}},
	{"passes a wildcard as an entity", func(w *fast.World) any { return w.Closure(fast.Wildcard) }},
	{"adds the zero id", func(w *fast.World) any { return w.Add(w.Spawn(), fast.ID{}) }},
	{"adds a pair with the zero entity as target", func(w *fast.World) any {
		return w.AddPair(w.Spawn(), w.NewRelationship("Likes"), 0)
	}},
	{"adds a wildcard", func(w *fast.World) any { return w.AddPair(w.Spawn(), fast.ChildOf, fast.Wildcard) }},
	{"deletes a reserved entity", func(w *fast.World) any { return w.Delete(fast.ChildOf) }},
	{
		"gives a reserved entity a parent",
		func(w *fast.World) any { return w.AddPair(fast.IsA, fast.ChildOf, w.Spawn()) },
	},
	{"adds more ids to an entity than it can have", func(w *fast.World) any {
		e := w.Spawn()
		for {
			if err := w.Add(e, w.Spawn()); err != nil {
				return err
			}
		}
	}},
	{"asks for the depth in a cycle of pairs", func(w *fast.World) any {
		likes, a, b := w.NewRelationship("Likes"), w.Spawn(), w.Spawn()
		ignore(w.AddPair(a, likes, b), w.AddPair(b, likes, a))
		_, err := w.Depth(a, likes)
		return err
	}},
	{"walks up to more ancestors than maxDepth", func(w *fast.World) any {
		top := w.Spawn()
		middle := w.Spawn(fast.Pair(fast.ChildOf, top))
		_, err := w.WalkUp(w.Spawn(fast.Pair(fast.ChildOf, middle)), fast.ChildOf, 1)
		return err
	}},
}

var misusesOfNames = []misuse{
	{"looks up a path with an empty name", func(w *fast.World) any {
		_, err := w.Find("")
		return err
	}},
	{"looks up a path that does not exist", func(w *fast.World) any {
		_, err := w.Find("Ship.Bridge")
		return err
	}},
	{"looks up a child without its path", func(w *fast.World) any {
		_ = w.SetName(w.Spawn(fast.Pair(fast.ChildOf, w.NewTag("Ship"))), "Hull")
		_, err := w.Find("hull")
		return err
	}},
	{"gives a name twice below one parent", func(w *fast.World) any {
		w.NewTag("Genoa")
		return w.SetName(w.Spawn(), "Genoa")
	}},
	{"gives a reserved name at the root", func(w *fast.World) any { return w.SetName(w.Spawn(), "ChildOf") }},
	{"gives a name with a dot", func(w *fast.World) any { return w.SetName(w.Spawn(), "St.Malo") }},
	{"gives a name with a line break", func(w *fast.World) any { return w.SetName(w.Spawn(), "St\nMalo") }},
	{"gives a name in Latin-1", func(w *fast.World) any { return w.SetName(w.Spawn(), "S\xe3o Paulo") }},
	{"gives a name that is too long", func(w *fast.World) any {
		return w.SetName(w.Spawn(), strings.Repeat("a", 257))
	}},
	{"renames a reserved entity", func(w *fast.World) any { return w.SetName(fast.ChildOf, "In") }},
}

var misusesOfProperties = []misuse{
	{"makes a cycle of parents", func(w *fast.World) any {
		a := w.Spawn()
		return w.AddPair(a, fast.ChildOf, w.Spawn(fast.Pair(fast.ChildOf, a)))
	}},
	{"adds a pair of an entity with itself, which the profile forbids", func(*fast.World) any {
		profile := fast.Flecs3()
		profile.RefusesSelfPairs = true
		w := fast.NewWorld(fast.WithProfile(profile))
		e := w.Spawn()
		return w.AddPair(e, w.NewRelationship("Likes"), e)
	}},
	{"makes an instance of something Final", func(w *fast.World) any {
		return w.AddPair(w.Spawn(), fast.IsA, w.Spawn(fast.Final))
	}},
	{"chooses a target that OneOf forbids", func(w *fast.World) any {
		return w.AddPair(w.Spawn(), w.NewRelationship("Stance", fast.OneOf), w.Spawn())
	}},
	{"makes a relationship Exclusive that has pairs", func(w *fast.World) any {
		likes := w.NewRelationship("Likes")
		w.Spawn(fast.Pair(likes, w.Spawn()))
		return w.Add(likes, fast.Exclusive)
	}},
	{"adds a Singleton to an entity other than itself", func(w *fast.World) any {
		return w.Add(w.Spawn(), w.NewTag("Clock", fast.Singleton))
	}},
	{"adds Singleton to a component that other entities own", func(w *fast.World) any {
		clock := w.NewTag("Clock")
		w.Spawn(clock)
		return w.Add(clock, fast.Singleton)
	}},
	{"asks for a number as a target, in Flecs 4.0", func(*fast.World) any {
		return fast.NewWorld(fast.WithProfile(fast.Flecs4())).Number(3)
	}},
	{"adds a number as a tag", func(w *fast.World) any {
		return w.Add(w.Spawn(), fast.Single(w.Number(3)))
	}},
	{"uses a number as the target of a relationship that queries follow", func(w *fast.World) any {
		return w.AddPair(w.Spawn(), w.NewRelationship("LocatedIn", fast.Transitive), w.Number(3))
	}},
	{"adds Transitive to a relationship that has a number as its target", func(w *fast.World) any {
		level := w.NewRelationship("Level")
		w.Spawn(fast.Pair(level, w.Number(3)))
		return w.Add(level, fast.Transitive)
	}},
	{"adds a relationship with OnlyRelationship as a tag", func(w *fast.World) any {
		return w.Add(w.Spawn(), w.NewRelationship("Likes", fast.OnlyRelationship))
	}},
	{"uses a relationship with OnlyRelationship as a target", func(w *fast.World) any {
		return w.AddPair(w.Spawn(), w.NewTag("Knows"), w.NewRelationship("Likes", fast.OnlyRelationship))
	}},
	{"adds an entity with OnlyTarget as a tag", func(w *fast.World) any {
		return w.Add(w.Spawn(), w.NewTag("Apples", fast.OnlyTarget))
	}},
	{"orders the children of a parent that has some", func(w *fast.World) any {
		ship := w.Spawn()
		w.Spawn(fast.Below(ship))
		return w.Add(ship, fast.Single(fast.OrderedChildren))
	}},
	{"makes a base Final that has instances", func(w *fast.World) any {
		base := w.Spawn()
		w.Spawn(fast.Pair(fast.IsA, base))
		return w.Add(base, fast.Final)
	}},
	{"makes a relationship Acyclic that has a cycle", func(w *fast.World) any {
		likes, a, b := w.NewRelationship("Likes"), w.Spawn(), w.Spawn()
		ignore(w.AddPair(a, likes, b), w.AddPair(b, likes, a))
		return w.Add(likes, fast.Acyclic)
	}},
	{"adds DontInherit in a profile that uses a pair instead", func(*fast.World) any {
		w := fast.NewWorld(fast.WithProfile(fast.Flecs4()))
		return w.Add(w.Spawn(), fast.DontInherit)
	}},
	{"deletes an entity that a Panic policy protects", func(w *fast.World) any {
		owns, e := w.NewRelationship("Owns"), w.Spawn()
		ignore(w.AddPair(owns, fast.OnDeleteTarget, fast.Panic), w.AddPair(w.Spawn(), owns, e))
		return w.Delete(e)
	}},
	{"removes a built-in property of a reserved entity", func(w *fast.World) any {
		return w.Remove(fast.ChildOf, fast.Exclusive)
	}},
	{"calls MoveBefore for a relationship whose sources have no order", func(w *fast.World) any {
		parent := w.Spawn()
		in := fast.Pair(fast.ChildOf, parent)
		return w.MoveBefore(w.Spawn(in), in, w.Spawn(in))
	}},
	{"moves a source before an entity that is not a source of the pair", func(w *fast.World) any {
		in := fast.Pair(w.NewRelationship("QueuesAt", fast.Ordered), w.Spawn())
		return w.MoveBefore(w.Spawn(in), in, w.Spawn())
	}},
	{"disables an id that the entity does not own", func(w *fast.World) any {
		return w.DisableID(w.Spawn(), w.NewTag("Burning", fast.CanToggle))
	}},
	{"disables an id whose first element lacks CanToggle", func(w *fast.World) any {
		armed := w.NewTag("Armed")
		return w.DisableID(w.Spawn(armed), armed)
	}},
	{"calls Override with a property as the id", func(w *fast.World) any {
		return w.Override(w.Spawn(), fast.Exclusive)
	}},
}

// inLoop does something in a loop over a typed query.
func inLoop(w *fast.World, do func(e fast.Entity) error) (err error) {
	fast.Spawn1(w, Health{1})
	defer w.AbandonLoops()
	for e := range fast.NewQuery1[Health](w).All() {
		err = do(e)
	}
	return err
}

var misusesOfTime = []misuse{
	{"changes structure in a loop", func(w *fast.World) any { return inLoop(w, w.Delete) }},
	{"spawns in a loop", func(w *fast.World) any {
		return inLoop(w, func(fast.Entity) error {
			w.Spawn()
			return nil
		})
	}},
	{"changes all matches in a loop", func(w *fast.World) any {
		q := fast.NewQuery1[Health](w)
		return inLoop(w, func(fast.Entity) error {
			_, err := q.DeleteAll()
			return err
		})
	}},
	{"passes the entity that Commands.Spawn returned to other Commands", func(w *fast.World) any {
		var mine, other fast.Commands
		other.Delete(mine.Spawn())
		var refusal *fast.Error
		_ = errors.As(other.Apply(w), &refusal)
		return refusal
	}},
	{"takes a snapshot while changes are deferred", func(w *fast.World) any {
		w.DeferBegin()
		return w.Snapshot()
	}},
	{"ends a deferral that has not begun", func(w *fast.World) any { return w.DeferEnd() }},
	{"changes a world that was torn down", func(w *fast.World) any {
		e := w.Spawn()
		ignore(w.Teardown())
		return w.Delete(e)
	}},
	{"loops over one part of a split query twice", func(w *fast.World) any {
		fast.Spawn1(w, Health{1})
		part := fast.NewQuery1[Health](w).Split(1)[0]
		for range part {
			ignore()
		}
		for range part {
			ignore()
		}
		return nil
	}},
	{"splits a query into no parts", func(w *fast.World) any { return fast.NewQuery1[Health](w).Split(0) }},
	{"sets, in a loop, a value of a type that is new to the world", func(w *fast.World) any {
		return inLoop(w, func(e fast.Entity) error { return fast.Set(w, e, Position{1, 2}) })
	}},
	{"makes, in a loop, a query of a type that is new to the world", func(w *fast.World) any {
		return inLoop(w, func(fast.Entity) error {
			fast.NewQuery1[Position](w)
			return nil
		})
	}},
	{"calls DeferEnd in a callback for a deferral that began outside of it", func(w *fast.World) (told any) {
		fast.Observe(w, fast.OnAdd, func(fast.Entity, *Health) { told = w.DeferEnd() })
		ignore(fast.Spawn1(w, Health{1}))
		return told
	}},
	{"loads a world in a callback of an observer", func(w *fast.World) (told any) {
		fast.Observe(w, fast.OnAdd, func(fast.Entity, *Health) { told = w.Load(nil) })
		ignore(fast.Spawn1(w, Health{1}))
		return told
	}},
	{"passes nil to Defer", func(w *fast.World) any { return w.Defer(nil) }},
	{"records an edit while changes are deferred", func(w *fast.World) (told any) {
		ignore(w.Defer(func() { told = w.Atomically(func() error { return nil }) }))
		return told
	}},
	{"passes nil to Atomically", func(w *fast.World) any { return w.Atomically(nil) }},
	{"records an edit within an edit", func(w *fast.World) any {
		return w.Atomically(func() error {
			_, err := w.Record(func() error { return nil })
			return err
		})
	}},
	{"loads a world while an edit is recorded", func(w *fast.World) any {
		var file bytes.Buffer
		ignore(w.Save(&file))
		return w.Atomically(func() error { return w.Load(&file) })
	}},
	{"does not end a deferral in an edit", func(w *fast.World) any {
		return w.Atomically(func() error {
			w.DeferBegin()
			return nil
		})
	}},
	{"undoes an edit twice", func(w *fast.World) any {
		edit := recorded(w)
		ignore(edit.Undo())
		return edit.Undo()
	}},
	{"redoes an edit that is not undone", func(w *fast.World) any { return recorded(w).Redo() }},
	{"undoes an edit after later changes", func(w *fast.World) any {
		edit := recorded(w)
		w.Spawn()
		return edit.Undo()
	}},
	{"restores a snapshot of another world", func(w *fast.World) any {
		w.Restore(fast.NewWorld().Snapshot())
		return nil
	}},
}
