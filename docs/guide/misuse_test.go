package guide_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/relspec/relspec/fast"
)

// misuses are the rows of the table in misuse.md: what a program does, and what it is told.
var misuses = []struct {
	does string
	told func() any
}{
	{"adds to an entity that was deleted", func() any {
		w := fast.NewWorld()
		e := w.Spawn()
		_ = w.Delete(e)
		return fast.Set(w, e, Health{1})
	}},
	{"spawns with a pair whose target was deleted", func() any {
		w := fast.NewWorld()
		likes, e := w.NewRelationship("Likes"), w.Spawn()
		_ = w.Delete(e)
		return panicOf(func() { w.SpawnWith(fast.Pair(likes, e)) })
	}},
	{"uses the entity of another world, where there is none of that number", func() any {
		other := fast.NewWorld()
		var e fast.Entity
		for range 10 {
			e = other.Spawn()
		}
		return fast.Set(fast.NewWorld(), e, Health{1})
	}},
	{"uses the zero entity", func() any { return fast.Set(fast.NewWorld(), 0, Health{1}) }},
	{"adds the zero id", func() any {
		w := fast.NewWorld()
		return w.Add(w.Spawn(), fast.ID{})
	}},
	{"adds a wildcard", func() any {
		w := fast.NewWorld()
		return w.AddPair(w.Spawn(), fast.ChildOf, fast.Wildcard)
	}},
	{"changes structure in a loop", func() any {
		w := fast.NewWorld()
		fast.Spawn1(w, Health{1})
		var err error
		for e := range fast.NewQuery1[Health](w).All() {
			err = w.Delete(e)
		}
		return err
	}},
	{"spawns in a loop", func() any {
		w := fast.NewWorld()
		fast.Spawn1(w, Health{1})
		return panicOf(func() {
			for range fast.NewQuery1[Health](w).All() {
				w.Spawn()
			}
		})
	}},
	{"makes a cycle of parents", func() any {
		w := fast.NewWorld()
		a := w.Spawn()
		b := w.SpawnWith(fast.Pair(fast.ChildOf, a))
		return w.AddPair(a, fast.ChildOf, b)
	}},
	{"gives a name twice below one parent", func() any {
		w := fast.NewWorld()
		w.NewTag("Genoa")
		return w.SetName(w.Spawn(), "Genoa")
	}},
	{"sets a value of another type than that of the id", func() any {
		w := fast.NewWorld()
		health := fast.Register[Health](w)
		return fast.SetID(w, w.Spawn(), health.ID(), Position{1, 2})
	}},
	{"reads a value of another type than that of the id", func() any {
		w := fast.NewWorld()
		health := fast.Register[Health](w)
		e := fast.Spawn1(w, Health{1})
		return panicOf(func() { fast.GetID[Position](w, e, health.ID()) })
	}},
	{"reads an optional field that is not set", func() any {
		w := fast.NewWorld()
		health := fast.Register[Health](w)
		fast.Spawn1(w, Position{})
		return panicOf(func() {
			q := fast.NewQuery2[Position, Health](w, fast.Field[Health](fast.Optional(health.ID())))
			for batch := range q.Batches() {
				_, fields := batch.Columns()
				fields.At(0).Points++
			}
		})
	}},
	{"asks for slices where a field is one value for all", func() any {
		w := fast.NewWorld()
		base := fast.Spawn1(w, Health{1}, fast.Single(fast.Prefab))
		fast.Spawn1(w, Position{}, fast.Pair(fast.IsA, base))
		return panicOf(func() {
			for batch := range fast.NewQuery2[Position, Health](w).Batches() {
				batch.Fields()
			}
		})
	}},
	{"asks for something that is no query", func() any {
		w := fast.NewWorld()
		return panicOf(func() { fast.NewQuery0(w, fast.Text("(Likes, $food")) })
	}},
	{"names what there is not", func() any {
		w := fast.NewWorld()
		return panicOf(func() { fast.NewQuery0(w, fast.Text("(Likes, $food)")) })
	}},
	{"looks upward along what has no tree", func() any {
		w := fast.NewWorld()
		likes, health := w.NewRelationship("Likes"), fast.Register[Health](w)
		return panicOf(func() { fast.NewQuery0(w, fast.Up(likes, health.ID())) })
	}},
	{"observes an event that there is not", func() any {
		_, err := fast.Observe(fast.NewWorld(), "OnDelete", func(fast.Entity, *Health) {})
		return err
	}},
	{"emits an event along what has no tree", func() any {
		w := fast.NewWorld()
		return w.Emit(fast.Emission{Event: w.NewTag("Hit"), Entity: w.Spawn(), Along: w.NewRelationship("Likes")})
	}},
	{"uses an entity that a restoration has undone", func() any {
		w := fast.NewWorld()
		before := w.Snapshot()
		e := w.Spawn()
		w.Restore(before)
		return w.Delete(e)
	}},
}

func panicOf(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func TestMisuseIsToldAsThePageSays(t *testing.T) {
	page := read(t, "misuse.md")
	for _, m := range misuses {
		told := m.told()
		if assert.NotNil(t, told, m.does) {
			assert.Contains(t, page, fmt.Sprintf("| %s | `%v` |\n", m.does, told))
		}
	}
}
