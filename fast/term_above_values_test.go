package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
)

// abovesWorld is a small forest whose values, pairs and disabled ids change.
type abovesWorld struct {
	w             *fast.World
	relationships [2]fast.Entity
	entities      []fast.Entity
}

// nearest returns the nearest value above an entity, found step by step, or nil.
func nearest[T any](k *abovesWorld, e, relationship fast.Entity) *T {
	id := fast.Register[T](k.w).ID()
	for range k.entities {
		at := k.w.Target(e, relationship, 0)
		if at == 0 || !k.w.IsEnabled(e, fast.Pair(relationship, at)) {
			return nil
		}
		if k.w.Has(at, id) && k.w.IsEnabled(at, id) {
			return fast.Get[T](k.w, at)
		}
		e = at
	}
	return nil
}

func (k *abovesWorld) change(t *rapid.T) {
	e := rapid.SampledFrom(k.entities).Draw(t, "entity")
	relationship := k.relationships[rapid.IntRange(0, 1).Draw(t, "way")]
	switch rapid.IntRange(0, 6).Draw(t, "change") {
	case 0:
		_ = fast.Set(k.w, e, mass{float64(e.Index())})
	case 1:
		_ = fast.Set(k.w, e, velocity{float64(e.Index()), 0})
	case 2:
		_ = fast.Unset[mass](k.w, e)
	case 3:
		off := []fast.ID{
			fast.Register[mass](k.w).ID(), fast.Register[velocity](k.w).ID(),
			fast.Pair(relationship, k.w.Target(e, relationship, 0)),
		}
		_ = k.w.DisableID(e, rapid.SampledFrom(off).Draw(t, "off"))
	default:
		_ = k.w.AddPair(e, relationship, rapid.SampledFrom(k.entities).Draw(t, "above"))
	}
}

// A query with two Up terms, each required or optional, returns the nearest values along both
// relationships. Disabled ids are skipped, and the storage of the pairs makes no difference. With
// Cascade, parents come first.
func TestTwoValuesFromAbove(t *testing.T) {
	for name, properties := range map[string][]fast.Entity{
		"tables":        {fast.Exclusive},
		"beside tables": {fast.Exclusive, fast.DontFragment},
		"union":         {fast.Union},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { twoValuesFromAbove(t, properties) })
		})
	}
}

func twoValuesFromAbove(t *rapid.T, properties []fast.Entity) {
	w := fast.NewWorld()
	k := &abovesWorld{w: w, relationships: [2]fast.Entity{
		fast.ChildOf,
		w.NewRelationship("In", append(properties, fast.Traversable)...),
	}}
	for range 10 {
		k.entities = append(k.entities, fast.Spawn1(w, position{}))
	}
	first, second := k.relationships[rapid.IntRange(0, 1).Draw(t, "first")], k.relationships[rapid.IntRange(0, 1).Draw(t, "second")]
	optional := [2]bool{rapid.Bool().Draw(t, "first may"), rapid.Bool().Draw(t, "second may")}
	ordered := rapid.Bool().Draw(t, "cascade")
	up := func(relationship fast.Entity, id fast.ID, may, cascade bool) (out fast.Term) {
		if out = fast.Up(relationship, id); cascade {
			out = fast.Cascade(relationship, id)
		}
		if may {
			out = fast.Optional(out)
		}
		return out
	}
	terms := []fast.Term{
		fast.Field[mass](up(first, fast.Register[mass](w).ID(), optional[0], ordered)),
		fast.Field[velocity](up(second, fast.Register[velocity](w).ID(), optional[1], false)),
	}
	queries := map[string]fast.Query3[position, mass, velocity]{
		"cached":   fast.NewQuery3[position, mass, velocity](w, terms...),
		"uncached": fast.NewQuery3[position, mass, velocity](w, append(terms, fast.Uncached)...),
	}
	if !ordered {
		queries["rule"] = fast.NewQuery3[position, mass, velocity](w, append(terms, fast.Rule)...)
	}
	type row struct {
		a *mass
		b *velocity
	}
	for range rapid.IntRange(1, 12).Draw(t, "steps") {
		for range 3 {
			k.change(t)
		}
		want := map[fast.Entity]row{}
		for _, e := range k.entities {
			r := row{nearest[mass](k, e, first), nearest[velocity](k, e, second)}
			if (r.a != nil || optional[0]) && (r.b != nil || optional[1]) {
				want[e] = r
			}
		}
		for name, q := range queries {
			got, seen := map[fast.Entity]row{}, 0
			for e, fields := range q.All() {
				seen++
				got[e] = row{fields.B, fields.C}
				if parent := w.Target(e, first, 0); ordered && parent != 0 {
					_, child := want[parent]
					_, before := got[parent]
					require.Equal(t, child, before, "%s: parents come first", name)
				}
			}
			require.Equal(t, want, got, name)
			require.Equal(t, len(want), seen, name)
			require.Equal(t, len(want), q.Len(), name)
			inBatches := map[fast.Entity]row{}
			for b := range q.Batches() {
				_, m, v := b.Columns()
				for i, e := range b.Entities() {
					var r row
					if m.IsSet() {
						r.a = m.At(i)
					}
					if v.IsSet() {
						r.b = v.At(i)
					}
					inBatches[e] = r
				}
			}
			require.Equal(t, want, inBatches, name)
		}
	}
}
