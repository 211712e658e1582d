// Command finder looks for a mutant in the typed API of package fast: it runs a campaign of
// internal/twin, with a seed, for a duration, up to a number of operations (0: no limit), and
// prints the result as JSON. "lab mutants" builds it with the mutants of the class typed.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/relspec/relspec/internal/twin"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("usage: finder SEED DURATION OPERATIONS")
	}
	seed, err := strconv.ParseUint(args[0], 10, 64)
	if err != nil {
		return err
	}
	duration, err := time.ParseDuration(args[1])
	if err != nil {
		return err
	}
	operations, err := strconv.ParseUint(args[2], 10, 64)
	if err != nil {
		return err
	}
	f := twin.Campaign(seed, duration, operations)
	out := map[string]any{"found": f.Difference != nil, "operations": f.Operations, "seconds": f.Elapsed.Seconds()}
	if f.Difference != nil {
		out["signature"] = f.Difference.Signature()
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}
