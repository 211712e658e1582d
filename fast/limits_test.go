// The debug build checks more after each change, so a million entities would take too long.

//go:build !relspec_debug

package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// The limits of engines do not apply to programs: they get all rows, also in order.
func TestProgramsHaveNoLimitOfRows(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a million entities")
	}
	type mass struct{ N int32 }
	const many = 1_000_003
	w := fast.NewWorld()
	masses := fast.Register[mass](w)
	for n := range int32(many) {
		require.NoError(t, masses.Set(w.Spawn(), mass{many - n}))
	}
	q, err := w.Prepare(spec.Query{Expr: "mass", Kind: spec.KindCached, OrderBy: &spec.OrderBy{Component: "mass"}})
	require.NoError(t, err)
	rows, err := q.Rows()
	require.NoError(t, err)
	count, last := int32(0), int32(-1)
	for r := range rows {
		value := fast.Get[mass](w, r.Entity()).N
		if value <= last {
			t.Fatalf("%d after %d", value, last)
		}
		count, last = count+1, value
	}
	require.EqualValues(t, many, count)
}
