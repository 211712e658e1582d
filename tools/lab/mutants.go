package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/tools/mutants"
)

// mutantsFlags has the flags of the command mutants.
type mutantsFlags struct {
	run, skip []string
	released  bool
	list      bool

	duration time.Duration
	bound    uint64
	seed     uint64
	seeds    int

	total    time.Duration
	results  string
	resume   bool
	markdown string
	build    string
	rebase   bool
}

func mutantsCommand(c *console.Console) *cobra.Command {
	var f mutantsFlags
	command := &cobra.Command{
		Use:   "mutants",
		Short: "Check that a campaign finds each mutant of the catalogue",
		Long: `Plant each mutant of the catalogue in package fast and run the default campaign against it, until the first divergence. The control,
a campaign against the unchanged package, must find nothing. Mutants of class typed are in the typed API, which traces do not use;
package internal/twin finds them, and the command counts its steps.

The command prints the operations and seconds until detection, the size of the reduced trace, and the mutants that were not found. If
there are any, the exit code is 1. --results saves each result at once, and --resume continues after --total or an interruption.

--released selects the mutants that reproduce bugs of released engines, and one for each class of bugs for which no release is known.

--build runs no campaign. It builds a diffcheck whose engine has the selected mutants, to try other commands with it.

--rebase runs no campaign. It repairs the patches that no longer apply to the source, and lists those that you must repair by hand.`,
		Example: `  mutants --run caching --duration 20s
  mutants --results mutants.jsonl --resume --total 25m --markdown table.md
  mutants --released --seeds 3
  mutants --run '^exclusive-keeps-old$' --build bin/planted
  mutants --list`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return f.command(command.Context(), c) },
	}
	flags := command.Flags()
	flags.StringArrayVar(&f.run, "run", nil,
		"run only mutants whose name or class matches this regular expression; the control is named control")
	flags.StringArrayVar(&f.skip, "skip", nil, "skip mutants whose name or class matches this regular expression")
	flags.BoolVar(&f.released, "released", false,
		"run only bugs of released engines, and one for each other class of such bugs")
	flags.BoolVar(&f.list, "list", false, "list the mutants and run nothing")
	flags.DurationVar(&f.duration, "duration", time.Minute, "time limit for each campaign")
	flags.Uint64Var(&f.bound, "operations", 0, "stop each campaign after N compared operations (0: no limit)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the campaigns")
	flags.IntVar(&f.seeds, "seeds", 1, "run N campaigns for each mutant, with seeds from --seed on; if N > 1, divergences are not reduced")
	flags.DurationVar(&f.total, "total", 0, "start no campaign after this time (0: no limit)")
	flags.StringVar(&f.results, "results", "", "save each result in this file, one JSON object per line")
	flags.BoolVar(&f.resume, "resume", false, "skip the campaigns whose results are in the file of --results")
	flags.StringVar(&f.markdown, "markdown", "", "write the tables for the documentation to this file")
	flags.BoolVar(&f.rebase, "rebase", false, "repair the patches that no longer apply; run no campaign")
	flags.StringVar(&f.build, "build", "",
		"build a diffcheck with all selected mutants in this file; run no campaign")
	return command
}

// control is the name of the campaign without a mutant, and twinControl that for the typed API.
const (
	control     = "control"
	twinControl = "control-of-the-twin"
)

// maxPlanted is the maximum number of mutants of --build.
const maxPlanted = 20

func (f *mutantsFlags) command(ctx context.Context, c *console.Console) error {
	chosen, err := f.chosen()
	if err != nil {
		return err
	}
	switch {
	case f.list:
		return c.Print(mutantList(chosen))
	case f.duration <= 0 || f.total < 0 || f.seeds < 1:
		return fmt.Errorf("--duration and --total must be times such as 1m, --seeds at least 1")
	case f.resume && f.results == "":
		return fmt.Errorf("--resume needs --results")
	case f.build != "" && (len(chosen) == 0 || len(chosen) > maxPlanted):
		return fmt.Errorf("--build takes 1 to %d mutants, but --run selects %d; to select one, write ^NAME$",
			maxPlanted, len(chosen))
	}
	switch {
	case f.rebase:
		return rebase(ctx, c, chosen)
	case f.build != "":
		return mutants.Build(ctx, ".", mutants.Diffcheck, chosen, f.build)
	}
	results := io.Discard
	var saved []savedTrial
	if f.results != "" {
		var file *os.File
		if file, saved, err = openResults(f.results); err != nil {
			return fmt.Errorf("--results %w", err)
		}
		defer file.Close() //nolint:errcheck // an error of the last write has been reported
		results = file
		if !f.resume {
			saved = nil
		}
	}
	report := &mutantsReport{flags: f, campaigns: f.campaigns(chosen, saved)}
	err = work(ctx, c, "mutants", func(ctx context.Context, dir string, say func(string)) error {
		return f.try(ctx, dir, say, report.campaigns, results)
	})
	if err != nil {
		return err
	}
	if f.markdown != "" {
		if err := os.WriteFile(f.markdown, []byte(report.Markdown()), 0o644); err != nil {
			return err
		}
	}
	return c.Conclude(report, report.ok())
}

// chosen returns the mutants that the flags select, and the controls.
func (f *mutantsFlags) chosen() ([]mutants.Mutant, error) {
	choice, err := console.NewSelection(f.run, f.skip)
	if err != nil {
		return nil, err
	}
	all := mutants.All()
	switch {
	case f.released:
		all = mutants.Released()
	case f.rebase:
		all = slices.Concat(all, mutants.Rules())
	}
	var out []mutants.Mutant
	for _, m := range all {
		if choice.Keeps(m.Name, m.Class, m.Released) {
			out = append(out, m)
		}
	}
	if choice.Keeps(control) {
		out = append(out, mutants.Mutant{Name: control, Breaks: "nothing"})
	}
	if !f.released && choice.Keeps(twinControl, control) {
		out = append(out, mutants.Mutant{Name: twinControl, Class: mutants.TypedClass, Breaks: "nothing"})
	}
	return out, choice.Unused("mutant", "lab mutants --list")
}

// rebase repairs the patches that do not apply, and lists those that it cannot repair.
func rebase(ctx context.Context, c *console.Console, list []mutants.Mutant) error {
	left := 0
	for _, m := range list {
		mended, err := mutants.Rebase(ctx, ".", m)
		switch {
		case err != nil:
			left++
			err = c.PrintErr("%s\n\n", err)
		case mended:
			err = c.PrintText(fmt.Sprintf("%s: the patch of %s applies again; look at git diff\n", m.Where, m.Name))
		}
		if err != nil {
			return err
		}
	}
	if left > 0 {
		return fmt.Errorf("repair %s by hand; see tools/README.md", show.Plural(left, "patch", "patches"))
	}
	return nil
}

// mutantList is the output of --list.
type mutantList []mutants.Mutant

// Text lists the mutants.
func (l mutantList) Text(w *strings.Builder) {
	for _, m := range l {
		fmt.Fprintf(w, "%-14s %-32s %s", m.Class, m.Name, m.Breaks)
		if m.Released != "" {
			fmt.Fprintf(w, " (%s)", m.Released)
		}
		w.WriteByte('\n')
	}
}
