// Package bench runs the benchmarks of fast/bench in alternating processes, to compare old and new code,
// or fast with hand-written code and other engines. docs/benchmarks.md explains the method.
package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
)

// Command returns the command bench.
func Command() *cobra.Command {
	command := &cobra.Command{
		Use:   "bench",
		Short: "Compare the benchmarks of fast/bench: old and new code, hand-written code, other engines",
		Example: `  bench turns --old main --run '^Iter2'
  bench table --run '^Iter2'
  bench check`,
	}
	command.AddCommand(tableCommand(), turnsCommand(), checkCommand())
	return command
}

// chosen says which benchmarks to measure, and how.
type chosen struct {
	pattern, sizes, time string
	more                 bool
}

func (c *chosen) flags(command *cobra.Command, milliseconds int) {
	flags := command.Flags()
	flags.StringVar(&c.pattern, "run", ".",
		"only benchmarks whose name, such as Iter2Tab, matches this regular expression")
	flags.StringVar(&c.sizes, "sizes", "",
		"measure at these sizes, such as 1000,1000000, instead of those of each benchmark")
	flags.BoolVar(&c.more, "more", false, "measure benchmarks that have the sizes 1e3 and 1e5 at 1e4 and 1e6, too")
	flags.StringVar(&c.time, "benchtime", fmt.Sprintf("%dms", milliseconds),
		"how long a process runs a benchmark at a size, as -benchtime of go test")
}

// tableCommand measures benchmarks and their baselines.
func tableCommand() *cobra.Command {
	var s survey
	var engines, path string
	command := &cobra.Command{
		Use: "table", Short: "Print ratios to hand-written code and to other engines", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			if path != "" && s.pattern != "." {
				return fmt.Errorf("--write takes the results of all benchmarks: leave out --run")
			}
			var err error
			if s.peers, s.absent, err = findPeers(engines); err != nil {
				return err
			}
			if err := s.run(command.OutOrStdout()); err != nil || path == "" {
				return err
			}
			return os.WriteFile(path, []byte(s.markdown()), 0o644)
		},
	}
	s.flags(command, milliseconds)
	flags := command.Flags()
	flags.IntVar(&s.turns, "turns", 5, "how often each benchmark is measured")
	flags.DurationVar(&s.within, "within", 15*time.Minute,
		"try to finish within this time; each benchmark is measured at least twice")
	enginesFlag(command, &engines)
	flags.StringVar(&path, "write", "", "write the results as Markdown to this file")
	return command
}

// turnsCommand measures the code of an old commit and of the checkout.
func turnsCommand() *cobra.Command {
	var c chosen
	var old, folder string
	var count int
	command := &cobra.Command{
		Use: "turns", Short: "Measure package fast of an old commit and of the checkout, for benchstat",
		Args: cobra.NoArgs,
		Long: `Measure the benchmarks of an old commit and those of the checkout. Their processes take turns, so that both see the same machine. The results are
old.txt and new.txt in a folder, to be compared by benchstat; "make bench" does both.`,
		RunE: func(command *cobra.Command, _ []string) error {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
			after, err := build(".", filepath.Join(folder, "new.test"))
			if err != nil {
				return err
			}
			before, err := buildCommit(old, filepath.Join(folder, "old.test"))
			if err != nil {
				return err
			}
			return turns(command.OutOrStdout(), &c, before, after, folder, count)
		},
	}
	c.flags(command, 5)
	flags := command.Flags()
	flags.StringVar(&old, "old", "main", "the commit to compare with")
	flags.StringVar(&folder, "out", "bin/bench", "the folder for the results")
	flags.IntVar(&count, "count", 6, "how often each benchmark is measured")
	return command
}
