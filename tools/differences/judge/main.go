// Command judge replays some of the recorded transcripts on the model. For each line it prints the
// position, the verdict and the declarations. "lab differences" builds it with faults in the rules.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"

	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/tools/differences"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: judge SEED EVERY")
	}
	seed, err := strconv.ParseUint(args[0], 10, 64)
	if err != nil {
		return err
	}
	every, err := strconv.ParseUint(args[1], 10, 64)
	if err != nil {
		return err
	}
	ts, err := differences.Sample(seed, every)
	if err != nil {
		return err
	}
	options, err := differences.Options()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	for _, t := range ts {
		lines, err := transcript.Replay(t, *options)
		if err != nil {
			return err
		}
		for i := range lines {
			l := &lines[i]
			if _, err := fmt.Fprintf(out, "%s\t%s\t%s\n", l.Where(), l.Verdict, l.By); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}
