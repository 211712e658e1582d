// Package long skips slow tests, most of which repeat in depth what faster tests check, so that "go
// test ./..." takes only a few minutes on two cores. .ci/run sets RELSPEC_LONG, so they run for
// every change.
package long

import (
	"os"
	"testing"

	_ "github.com/relspec/relspec/internal/heap" // long tests make many worlds, too
)

// All reports whether long tests run.
func All() bool { return os.Getenv("RELSPEC_LONG") != "" }

// Only skips a test unless RELSPEC_LONG is set. why says what takes long.
func Only(t testing.TB, why string) {
	t.Helper()
	if !All() {
		t.Skip("SKIPPED: " + why + ", which takes long; RELSPEC_LONG=1 runs it, as .ci/run does")
	}
}

// Times returns the number of attempts in a test: most if RELSPEC_LONG is set, otherwise few.
func Times[N int | uint64](most, few N) N {
	if All() {
		return most
	}
	return few
}
