// Command diffcheck holds implementations of entity relationships against the specification. Without arguments it
// compares the reference model with the engine fast on all that is known; "diffcheck help" lists the rest, and
// docs/diffcheck.md describes it.
package main

import (
	"os"
	"runtime/debug"

	"github.com/relspec/relspec/cmd/diffcheck/internal/cli"
)

func main() {
	// Campaigns make many small worlds that die young: collecting less often buys about a third more operations for
	// some hundreds of megabytes. GOGC in the environment has the last word.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
	// Beyond this more is collected instead, so that a trace of a million lines does not take five
	// times the memory that it needs.
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(1500 << 20)
	}
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
