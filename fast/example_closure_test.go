package fast_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

// A closure includes derived pairs, however long the path.
func ExampleWorld_Closure() {
	w := fast.NewWorld()
	locatedIn := w.NewRelationship("LocatedIn", fast.Transitive)
	usa, newYork, manhattan := w.NewTag("USA"), w.NewTag("NewYork"), w.NewTag("Manhattan")
	for _, pair := range [][2]fast.Entity{{manhattan, newYork}, {newYork, usa}} {
		if err := w.AddPair(pair[0], locatedIn, pair[1]); err != nil {
			fmt.Println(err)
		}
	}
	in := w.Closure(locatedIn)
	fmt.Println(in.Has(manhattan, usa), in.Has(usa, manhattan))
	// Output: true false
}
