package fast_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

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

// wideWorld has entities with all eight components; each value encodes the entity and the column.
func wideWorld(n int) *fast.World {
	w := fast.NewWorld()
	for i := range n {
		v := 10 * i
		fast.Spawn8(w, wideA{v}, wideB{v + 1}, wideC{v + 2}, wideD{v + 3}, wideE{v + 4}, wideF{v + 5},
			wideG{v + 6}, wideH{v + 7})
	}
	return w
}

// In each kind of loop, the eight columns have the values of their types; an inherited one is shared.
func TestEightFields(t *testing.T) {
	w := wideWorld(3)
	base := fast.Spawn1(w, wideH{77}, fast.Prefab)
	fast.Spawn7(w, wideA{30}, wideB{31}, wideC{32}, wideD{33}, wideE{34}, wideF{35}, wideG{36},
		fast.Pair(fast.IsA, base))
	q := fast.NewQuery8[wideA, wideB, wideC, wideD, wideE, wideF, wideG, wideH](w)
	var rows, columns [][8]int
	for e, r := range q.All() {
		row := [8]int{r.A.V, r.B.V, r.C.V, r.D.V, r.E.V, r.F.V, r.G.V, r.H.V}
		rows = append(rows, row)
		got, ok := q.Get(e)
		require.True(t, ok)
		require.Equal(t, r, got)
	}
	for batch := range q.Batches() {
		a, b, c, d, e, f, g, h := batch.Columns()
		for i := range batch.Len() {
			columns = append(columns, [8]int{
				a.At(i).V, b.At(i).V, c.At(i).V, d.At(i).V, e.At(i).V, f.At(i).V,
				g.At(i).V, h.At(i).V,
			})
		}
	}
	want := [][8]int{
		{0, 1, 2, 3, 4, 5, 6, 7},
		{10, 11, 12, 13, 14, 15, 16, 17},
		{20, 21, 22, 23, 24, 25, 26, 27},
		{30, 31, 32, 33, 34, 35, 36, 77},
	}
	require.ElementsMatch(t, want, rows)
	require.Equal(t, rows, columns)
	require.Equal(t, 4, fast.NewQuery6[wideA, wideB, wideC, wideD, wideE, wideF](w).Len())
	require.Equal(t, 4, fast.NewQuery7[wideA, wideB, wideC, wideD, wideE, wideF, wideG](w).Len())
}

// A query has up to eight fields.
func ExampleNewQuery8() {
	w := fast.NewWorld()
	fast.Spawn8(w, wideA{1}, wideB{2}, wideC{3}, wideD{4}, wideE{5}, wideF{6}, wideG{7}, wideH{8})
	for _, row := range fast.NewQuery8[wideA, wideB, wideC, wideD, wideE, wideF, wideG, wideH](w).All() {
		fmt.Println(row.A.V + row.B.V + row.C.V + row.D.V + row.E.V + row.F.V + row.G.V + row.H.V)
	}
	// Output: 36
}

// Both loops touch 8,000 values in columns of 1,000: eight columns at once, or two columns in four
// loops. The ratio compares the cost of a column: near 1 by batches, about 2 by rows, because eight
// addresses do not fit the registers.
func BenchmarkEightFields(b *testing.B) {
	const n = 1000
	w := wideWorld(n)
	eight := fast.NewQuery8[wideA, wideB, wideC, wideD, wideE, wideF, wideG, wideH](w)
	ab, cd := fast.NewQuery2[wideA, wideB](w), fast.NewQuery2[wideC, wideD](w)
	ef, gh := fast.NewQuery2[wideE, wideF](w), fast.NewQuery2[wideG, wideH](w)
	b.Run("rows", func(b *testing.B) {
		compare(b, 8*n, body{"by-two", func() (count int) {
			for _, r := range ab.All() {
				r.A.V, r.B.V, count = r.A.V+1, r.B.V+1, count+2
			}
			for _, r := range cd.All() {
				r.A.V, r.B.V, count = r.A.V+1, r.B.V+1, count+2
			}
			for _, r := range ef.All() {
				r.A.V, r.B.V, count = r.A.V+1, r.B.V+1, count+2
			}
			for _, r := range gh.All() {
				r.A.V, r.B.V, count = r.A.V+1, r.B.V+1, count+2
			}
			return count
		}}, body{"eight", func() (count int) {
			for _, r := range eight.All() {
				r.A.V, r.B.V, r.C.V, r.D.V = r.A.V+1, r.B.V+1, r.C.V+1, r.D.V+1
				r.E.V, r.F.V, r.G.V, r.H.V = r.E.V+1, r.F.V+1, r.G.V+1, r.H.V+1
				count += 8
			}
			return count
		}})
	})
	b.Run("batches", func(b *testing.B) {
		two := func(count *int) func(a, b int) { return func(a, b int) { *count += a + b } }
		compare(b, 8*n, body{"by-two", func() (count int) {
			add := two(&count)
			for batch := range ab.Batches() {
				x, y := batch.Fields()
				add(bumpA(x), bumpB(y))
			}
			for batch := range cd.Batches() {
				x, y := batch.Fields()
				add(bumpA(x), bumpB(y))
			}
			for batch := range ef.Batches() {
				x, y := batch.Fields()
				add(bumpA(x), bumpB(y))
			}
			for batch := range gh.Batches() {
				x, y := batch.Fields()
				add(bumpA(x), bumpB(y))
			}
			return count
		}}, body{"eight", func() (count int) {
			add := two(&count)
			for batch := range eight.Batches() {
				p, q, r, s, t, u, v, x := batch.Fields()
				add(bumpA(p), bumpB(q))
				add(bumpA(r), bumpB(s))
				add(bumpA(t), bumpB(u))
				add(bumpA(v), bumpB(x))
			}
			return count
		}})
	})
}

func bumpA[T wideA | wideC | wideE | wideG](values []T) int {
	for i := range values {
		v := wideA(values[i])
		v.V++
		values[i] = T(v)
	}
	return len(values)
}

func bumpB[T wideB | wideD | wideF | wideH](values []T) int {
	for i := range values {
		v := wideB(values[i])
		v.V++
		values[i] = T(v)
	}
	return len(values)
}
