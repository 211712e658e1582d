package fast_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

// Components of the widest queries, one type each.
type (
	wideA struct{ V int }
	wideB struct{ V int }
	wideC struct{ V int }
	wideD struct{ V int }
	wideE struct{ V int }
	wideF struct{ V int }
	wideG struct{ V int }
	wideH struct{ V int }
)

// A query has up to eight fields.
func ExampleNewQuery8() {
	w := fast.NewWorld()
	fast.Spawn8(w, wideA{1}, wideB{2}, wideC{3}, wideD{4}, wideE{5}, wideF{6}, wideG{7}, wideH{8})
	for _, row := range fast.NewQuery8[wideA, wideB, wideC, wideD, wideE, wideF, wideG, wideH](w).All() {
		fmt.Println(row.A.V + row.B.V + row.C.V + row.D.V + row.E.V + row.F.V + row.G.V + row.H.V)
	}
	// Output: 36
}
