// Command finder searches for a mutant in the typed API of package fast. It runs internal/twin with
// a seed until a difference occurs, the duration is over, or a number of operations is reached, and
// prints the result as JSON. "lab mutants" builds it with the mutants of the class typed.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/relspec/relspec/internal/twin"
	"github.com/relspec/relspec/tools/mutants"
)

func main() {
	seed := flag.Uint64("seed", 1, "seed of the operations")
	duration := flag.Duration("duration", time.Minute, "stop after this time")
	operations := flag.Uint64("operations", 0, "stop after N operations (0: no limit)")
	testing.Init() // rapid reads the flags of tests
	flag.Parse()
	begun := time.Now()
	var trial mutants.Trial
	for n := uint64(0); !trial.Found && time.Since(begun) < *duration; n++ {
		if *operations > 0 && trial.Operations >= *operations {
			break
		}
		steps, difference := twin.Run(*seed, n)
		trial.Operations += uint64(steps)
		if difference != nil {
			trial.Found, trial.Signature = true, difference.Signature()
		}
	}
	trial.Seconds = time.Since(begun).Seconds()
	if err := json.NewEncoder(os.Stdout).Encode(trial); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
