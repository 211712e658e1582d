// Command judge prints the result of [differences.Judge] as JSON. "lab differences" builds it with faults
// in the rules.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/relspec/relspec/tools/differences"
)

func main() {
	seed := flag.Uint64("seed", 1, "seed of the sample")
	every := flag.Uint64("every", 1, "replay one in N transcripts")
	flag.Parse()
	lines, err := differences.Judge(*seed, *every)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(lines)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
