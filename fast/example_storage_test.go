package fast_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

// The targets of a non-fragmenting exclusive relationship are stored outside the tables: changing
// the target is a write, not a move, and creates no table. Otherwise it is like any exclusive
// relationship.
func Example_storage() {
	w := fast.NewWorld()
	aims := w.NewRelationship("AimsAt", fast.Exclusive, fast.DontFragment)
	near, far := w.Spawn(), w.Spawn()
	archer := fast.Spawn1(w, position{1, 2}, fast.Pair(aims, near))
	_ = fast.Spawn1(w, position{3, 4}, fast.Pair(aims, far))

	before := len(w.Tables())
	_ = w.AddPair(archer, aims, far)
	fmt.Println("new tables:", len(w.Tables())-before)

	at := fast.NewQuery1[position](w, fast.Pair(aims, far), fast.Uncached)
	fmt.Println("aim at far:", at.Len())
	_ = w.Delete(far)
	fmt.Println("and after its end:", at.Len())
	// Output:
	// new tables: 0
	// aim at far: 2
	// and after its end: 0
}
