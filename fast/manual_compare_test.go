package fast_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// body is a function to be timed. Its result proves that the work was done.
type body struct {
	name string
	run  func() int
}

// compare times two bodies in turn, so that both see the same noise. It reports both times and, as
// ratio, the second divided by the first. The results must not change between runs; unless want is
// 0, they must equal want.
func compare(b *testing.B, want int, one, other body) (nsOne, nsOther float64) {
	b.Helper()
	var took [2]time.Duration
	runs := [2]func() int{one.run, other.run}
	for i, run := range runs {
		if got := run(); want != 0 && got != want {
			b.Fatalf("%s gives %d, not %d", [2]string{one.name, other.name}[i], got, want)
		}
	}
	for b.Loop() {
		for i, run := range runs {
			start := time.Now()
			got := run()
			took[i] += time.Since(start)
			if want != 0 && got != want {
				b.Fatalf("%s gives %d, not %d", [2]string{one.name, other.name}[i], got, want)
			}
		}
	}
	nsOne, nsOther = float64(took[0])/float64(b.N), float64(took[1])/float64(b.N)
	b.ReportMetric(nsOne, one.name+"-ns")
	b.ReportMetric(nsOther, other.name+"-ns")
	b.ReportMetric(nsOther/nsOne, "ratio")
	return nsOne, nsOther
}

// times returns a body that runs a short function n times, and returns the result of the last run.
func times(n int, run func() int) func() int {
	return func() (last int) {
		for range n {
			last = run()
		}
		return last
	}
}

// prepared prepares a query given as text.
func prepared(w *fast.World, text string, kind spec.QueryKind) *fast.Query {
	q, err := w.Prepare(spec.Query{Expr: text, Kind: kind})
	check(err)
	return q
}

// rowsOf counts the rows of a query.
func rowsOf(q *fast.Query, given ...fast.Given) int {
	rows, err := q.Rows(given...)
	check(err)
	count := 0
	for range rows {
		count++
	}
	return count
}

// tags creates entities with the names T0, T1, ..., which a text can use.
func tags(w *fast.World, n int) []fast.Entity {
	all := make([]fast.Entity, n)
	for i := range all {
		all[i] = w.NewTag("T" + strconv.Itoa(i))
	}
	return all
}

// manyTables creates one table for each number below n. Its entity has tag i if bit i of the number
// is set.
func manyTables(n, bits int) (*fast.World, []fast.Entity) {
	w := fast.NewWorld()
	all := tags(w, bits)
	for subset := range n {
		var ids []fast.ID
		for i, tag := range all {
			if subset>>i&1 == 1 {
				ids = append(ids, fast.Single(tag))
			}
		}
		w.Spawn(as[fast.Initial](ids)...)
	}
	return w, all
}
