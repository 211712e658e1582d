// Package long holds back tests that take long, most of which show at length what shorter ones
// show, so that "go test ./..." ends in a few minutes on two cores. .ci/run sets RELSPEC_LONG: no
// change lands without them.
package long

import (
	"os"
	"testing"
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

// Times is how often a test tries something: most if RELSPEC_LONG is set, few otherwise.
func Times[N int | uint64](most, few N) N {
	if All() {
		return most
	}
	return few
}
