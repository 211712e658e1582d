package twin_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/relspec/relspec/internal/twin"
)

func TestTypedCallsAgreeWithTheModel(t *testing.T) { rapid.Check(t, twin.Check) }

func FuzzTyped(f *testing.F) { f.Fuzz(rapid.MakeFuzz(twin.Check)) }

// Equal seeds give equal runs, and the first runs show no difference.
func TestRunsAreRepeated(t *testing.T) {
	for n := range uint64(20) {
		steps, d := twin.Run(1, n)
		if d != nil {
			t.Fatalf("run %d: %v", n, d)
		}
		if again, _ := twin.Run(1, n); again != steps {
			t.Fatalf("run %d has %d steps, and %d again", n, steps, again)
		}
	}
}
