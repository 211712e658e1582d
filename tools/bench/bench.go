// Package bench measures the workloads of fast/bench: beside hand-written code in one process, and beside other engines in processes that
// take turns. docs/benchmarks.md explains method and figures.
package bench

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/fast/bench"
)

// peersVariable is the environment variable that names peers as --peer does, separated by semicolons: for commands that run this one.
const peersVariable = "RELSPEC_BENCH_PEERS"

// Command is the command bench.
func Command() *cobra.Command {
	command := &cobra.Command{
		Use:   "bench NAME N [REPETITIONS]",
		Short: "Measure the workloads of fast/bench, beside other engines",
		Long: `Measure a workload of fast/bench with N entities, and print a line: NAME N median_ns_per_op min_ns_per_op samples check. The check
is a count or sum that proves the work. docs/benchmarks.md explains the method.`,
		Example: `  bench list
  bench iter2_tab 100000
  bench table --quick --run '^iter'
  bench table --peer "ark 0.8.1=/tmp/peers/ark"`,
		Args: cobra.RangeArgs(2, 3),
		RunE: func(command *cobra.Command, args []string) error { return one(command.OutOrStdout(), args) },
	}
	list := &cobra.Command{
		Use: "list", Short: "List the workloads", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			for _, w := range bench.Workloads() {
				_, _ = fmt.Fprintf(command.OutOrStdout(), "%-22s per %-9s %s\n", w.Name, w.Operation, w.What)
			}
			return nil
		},
	}
	command.AddCommand(list, tableCommand(),
		counted("memory", "Measure the bytes per relationship table and per entity", 100_000, func(out io.Writer, n int) error {
			memory(out, n)
			return nil
		}),
		counted("endure", "Make N random changes; an error if the heap grows", 10_000_000, endure))
	return command
}

// counted is a command with a number.
func counted(name, short string, usual int, run func(out io.Writer, n int) error) *cobra.Command {
	return &cobra.Command{
		Use: name + " [N]", Short: fmt.Sprintf("%s (%d)", short, usual), Args: cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			n, err := number(args, 0, usual)
			if err != nil {
				return err
			}
			return run(command.OutOrStdout(), n)
		},
	}
}

// one measures a workload at one size.
func one(out io.Writer, args []string) error {
	w := bench.Find(args[0])
	if w == nil {
		return fmt.Errorf("there is no workload %q; bench list has them", args[0])
	}
	n, err := number(args, 1, 0)
	if err != nil {
		return err
	}
	repetitions, err := number(args, 2, minRepetitions)
	if err != nil {
		return err
	}
	m := start(w, n)
	for range repetitions {
		m.repeat()
	}
	_, err = fmt.Fprintln(out, m.result())
	return err
}

// tableCommand measures all workloads, or those of a pattern.
func tableCommand() *cobra.Command {
	var o options
	var named []string
	var path string
	command := &cobra.Command{
		Use: "table", Short: "Measure all workloads beside hand-written code and other engines", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			named = append(named, strings.FieldsFunc(os.Getenv(peersVariable), func(r rune) bool { return r == ';' })...)
			for _, text := range named {
				p, err := newPeer(text)
				if err != nil {
					return err
				}
				o.peers = append(o.peers, p)
			}
			if path != "" && o.pattern != "" {
				return fmt.Errorf("--write takes the results of all workloads, without --run")
			}
			var s survey
			if err := s.run(command.OutOrStdout(), &o); err != nil || path == "" {
				return err
			}
			return os.WriteFile(path, []byte(s.markdown()), 0o644)
		},
	}
	flags := command.Flags()
	flags.BoolVar(&o.quick, "quick", false, "sizes up to 1e5 and fewer repetitions")
	flags.StringVar(&o.pattern, "run", "", "only workloads whose name matches this regular expression")
	flags.DurationVar(&o.within, "within", 10*time.Minute, "the time to keep to, as far as three repetitions of each allow")
	flags.StringArrayVar(&named, "peer", nil, "`TITLE=COMMAND`: a program that measures another engine with these workloads, in turns with fast; the first word of the title names the engine; can be given several times")
	flags.StringVar(&path, "write", "", "write the results as Markdown to this file")
	return command
}

// number is a positive argument, or the usual one if there is none.
func number(args []string, at, usual int) (int, error) {
	if at >= len(args) {
		return usual, nil
	}
	n, err := strconv.Atoi(args[at])
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%q is not a positive number", args[at])
	}
	return n, nil
}
