package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/oracle"
)

type reduceFlags struct {
	engines   *engineList
	out, save string
	timeout   time.Duration
}

func (a *app) reduceCommand() *cobra.Command {
	var flags reduceFlags
	c := &cobra.Command{
		Use:   "reduce FILE",
		Short: "Make the smallest trace that shows the same divergence",
		Long: `Reduce a trace: leave out operations, terms and values while the engines still differ in the same way, then shorten
names. The reduced trace goes to standard output or --out, its description to standard error. If the engines agree on the
trace, there is nothing to reduce and the exit code is 2.`,
		Example: `  diffcheck reduce long.jsonl > short.jsonl
  diffcheck reduce --save findings --timeout 1m long.jsonl`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error { return a.reduce(args[0], &flags) },
	}
	flags.engines = a.engineFlag(c)
	c.Flags().StringVar(&flags.out, "out", "", "write the reduced trace to this file")
	c.Flags().StringVar(&flags.save, "save", "", "save the finding, with a scenario and a Go test, in this folder")
	c.Flags().DurationVar(&flags.timeout, "timeout", 30*time.Second, "stop reducing after this time")
	return c
}

// reduce reduces the first divergence of a trace.
func (a *app) reduce(name string, flags *reduceFlags) error {
	trace, err := a.readTrace(name)
	if err != nil {
		return err
	}
	engines, bare := flags.engines.chosen, trace.With(trace.Operations()...)
	result, err := compareTrace(bare, engines, nil)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case len(result.Divergences) == 0:
		return fmt.Errorf("%s: there is nothing to reduce: %s agree, even with every variant and law", name,
			strings.Join(namesOfEngines(engines), " and "))
	}
	first := &result.Divergences[0]
	finding := oracle.ReducedFinding(bare, *first, engines[0], under(first, engines), thorough(nil),
		oracle.ReduceOptions{Timeout: flags.timeout})
	if flags.save != "" {
		err := finding.Save(flags.save, oracle.SaveOptions{Reference: engines[0], Page: report.FindingPage})
		if err != nil {
			return err
		}
	}
	shown := newDivergence(finding, flags.save)
	if flags.out != "" {
		err := a.writeReport(flags.out, func(w io.Writer) error {
			_, err := finding.Trace.WriteTo(w)
			return err
		})
		switch {
		case err != nil:
			return err
		case !a.JSON:
			return a.PrintText(shown.block)
		}
	}
	if a.JSON {
		return a.PrintJSON(shown)
	}
	return errors.Join(a.PrintErr("%s", shown.block), a.PrintTrace(finding.Trace))
}
