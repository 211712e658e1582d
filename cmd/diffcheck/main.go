// Command diffcheck holds implementations of entity relationships against the specification. Without arguments it
// compares the reference model with the engine fast on all that is known; "diffcheck help" lists the rest, and
// docs/diffcheck.md describes it.
package main

import (
	"os"

	"github.com/relspec/relspec/cmd/diffcheck/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
