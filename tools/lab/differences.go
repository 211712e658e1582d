package main

import (
	"context"
	"os"

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
		Short: "Measure what the declared differences hide",
		Long: `Make answers of the recorded transcripts wrong, those of Flecs and those of the model, and plant each fault
of tools/mutants/testdata/rules in the rules of the model; print how many wrong answers pass as declared, in total, by kind
and by declaration. A fault counts on the lines where Flecs agrees with the model as it is. --every 1 takes all transcripts.`,
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
				return console.Usagef("--every is at least 1")
			}
			return measureDifferences(command.Context(), c, seed, every, faults)
		},
	}
	flags := command.Flags()
	flags.StringArrayVar(&run, "run", nil, "only faults whose name or class matches a regular expression")
	flags.Uint64Var(&seed, "seed", 1, "seed of the alterations, and of the sample")
	flags.Uint64Var(&every, "every", 4, "take one of so many transcripts")
	return command
}

func measureDifferences(
	ctx context.Context, c *console.Console, seed, every uint64, faults []mutants.Mutant,
) error {
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	dir, err := os.MkdirTemp("", "relspec-differences-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	show := c.ShowProgress()
	show.Begin("differences")
	report, err := differences.Measure(ctx, dir, seed, every, faults, show.Update)
	show.End()
	if err != nil {
		return err
	}
	return c.Print(report)
}
