package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/tools/differences"
	"github.com/relspec/relspec/tools/mutants"
)

func differencesCommand(c *console.Console) *cobra.Command {
	var run []string
	var seed, every uint64
	command := &cobra.Command{
		Use:   "differences",
		Short: "Measure how many bugs the declared differences hide",
		Long: `Measure how many wrong answers are accepted as declared differences. The command changes answers of Flecs and of the model in the
recorded transcripts, and it plants each fault of tools/mutants/testdata/rules in the rules of the model. It prints how many wrong
answers are accepted, in total, by kind and by declaration. A planted fault counts only on lines where Flecs agrees with the
unchanged model. To use all transcripts, pass --every 1.`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			choice, err := console.NewSelection(run, nil)
			if err != nil {
				return err
			}
			var faults []mutants.Mutant
			for _, m := range mutants.Rules() {
				if choice.Keeps(m.Name, m.Class) {
					faults = append(faults, m)
				}
			}
			if every == 0 {
				return fmt.Errorf("--every must be at least 1")
			}
			var report *differences.Report
			err = work(command.Context(), c, "differences", func(ctx context.Context, dir string, say func(string)) (err error) {
				report, err = differences.Measure(ctx, dir, seed, every, faults, say)
				return err
			})
			if err != nil {
				return err
			}
			return c.Print(report)
		},
	}
	flags := command.Flags()
	flags.StringArrayVar(&run, "run", nil, "use only faults whose name or class matches this regular expression")
	flags.Uint64Var(&seed, "seed", 1, "seed of the changes and of the sample")
	flags.Uint64Var(&every, "every", 4, "use one in N transcripts")
	return command
}
