package fast_test

import (
	"testing"

	"github.com/relspec/relspec/fast"
)

// The cost of an edit depends on its changes, not on the size of the world.
func BenchmarkEdit(b *testing.B) {
	for _, world := range []struct {
		name     string
		entities int
	}{{"Small", 100}, {"Large", 1_000_000}} {
		b.Run(world.name, func(b *testing.B) {
			w := fast.NewWorld()
			tag := w.NewTag("Tag")
			e := fast.SpawnMany1[position](w, world.entities).Entities()[0]
			change := func() error {
				_ = fast.Set(w, e, position{X: 1})
				return w.Add(e, tag)
			}
			b.ReportAllocs()
			for b.Loop() {
				edit, err := w.Record(change)
				if err != nil {
					b.Fatal(err)
				}
				if err := edit.Undo(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
