// Command finder searches for a mutant in the typed API of package fast. It runs internal/twin with
// a seed until a difference occurs, the duration is over, or a number of operations is reached (0:
// no limit), and prints the result as JSON. "lab mutants" builds it with the mutants of the class
// typed.
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
	begun := time.Now()
	var done uint64
	var difference *twin.Difference
	for n := uint64(0); difference == nil && time.Since(begun) < duration && (operations == 0 || done < operations); n++ {
		var steps int
		steps, difference = twin.Run(seed, n)
		done += uint64(steps)
	}
	out := map[string]any{"found": difference != nil, "operations": done, "seconds": time.Since(begun).Seconds()}
	if difference != nil {
		out["signature"] = difference.Signature()
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}
