package bench

import (
	"fmt"
	"testing"
)

// BenchmarkTecs is for the statements on speed of the document on Tecs: go test -bench Tecs ./fast/bench. Packed data are read by
// column (TECS-014); a dense query for a target finds its sources in tables (TECS-034), which many targets fragment (TECS-035); a
// query for any target is one for tables (TECS-051), and reads edges by row (TECS-061); the reverse index gives sources
// (TECS-079), and a function with a context is called without allocations (TECS-084).
func BenchmarkTecs(b *testing.B) {
	for _, w := range relating() {
		for _, n := range w.Sizes[:2] {
			b.Run(fmt.Sprint(w.Name, "/", n), func(b *testing.B) { w.benchmark(b, n) })
		}
	}
}
