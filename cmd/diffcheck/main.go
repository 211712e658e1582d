// Command diffcheck tests implementations of entity relationships against the specification.
// Without arguments it compares the reference model with the engine fast on every embedded test.
// "diffcheck help" lists the other commands, and docs/diffcheck.md describes them.
package main

import (
	"os"
	"runtime/debug"

	"github.com/relspec/relspec/cmd/diffcheck/internal/cli"
)

func main() {
	// Campaigns create many small, short-lived worlds. A less frequent garbage collection makes
	// them about a third faster for some hundred megabytes more. GOGC in the environment overrides
	// this.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
	// Above this limit the garbage collector runs more often, so that a trace of a million lines
	// does not take five times the memory it needs.
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(1500 << 20)
	}
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
