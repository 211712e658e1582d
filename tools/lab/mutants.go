package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/tools/mutants"
)

// mutantsFlags are those of the command mutants.
type mutantsFlags struct {
	run, skip []string
	released  bool
	shard     string
	list      bool

	duration time.Duration
	bound    uint64
	seed     uint64
	seeds    int
	workers  int

	total    time.Duration
	parallel int
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
		Short: "Plant the mutants of the catalogue and see that a campaign finds each",
		Long: `Plant each mutant of the catalogue in package fast and run the default campaign against it, up to the first divergence; and in
the same run against fast as it is, the control, which must show nothing. Mutants of class typed are in the typed API, which no
trace reaches: internal/twin looks for them, and its steps are counted.

Printed are the operations and seconds to detection, the size of the reduced trace, and which mutants were not found, which makes
the exit code 1. --results keeps each result as soon as it is known, and --resume goes on from there, after --total or an
interruption. Files of several machines (--shard) are joined by cat; --resume with --total 1ns reports them without running more.

--released takes only mutants that released engines had as defects, and one for each class of such defects of which we know no release.

--build runs nothing: it writes a diffcheck whose engine has the chosen mutants, to try other commands on.

--rebase runs nothing: it mends the patches that no longer apply to the source, and says which a person has to mend.`,
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
		"only mutants whose name or class matches a regular expression; the control is named control")
	flags.StringArrayVar(&f.skip, "skip", nil, "not those mutants")
	flags.BoolVar(&f.released, "released", false,
		"only defects of released engines, and those that stand for a class of them")
	flags.StringVar(&f.shard, "shard", "", console.ShardFlag("mutant"))
	flags.BoolVar(&f.list, "list", false, "list the mutants and run nothing")
	flags.DurationVar(&f.duration, "duration", time.Minute, "how long each campaign lasts at most")
	flags.Uint64Var(&f.bound, "operations", 0, "end each campaign after N compared operations (0: no limit)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the campaigns")
	flags.IntVar(&f.seeds, "seeds", 1, "campaigns for each mutant, by seeds from --seed on; of more than one the divergences are not reduced")
	flags.IntVar(&f.workers, "workers", 1, "traces that a campaign compares at a time (0: one for each processor)")
	flags.DurationVar(&f.total, "total", 0, "begin no further campaign after this time (0: no limit)")
	flags.IntVar(&f.parallel, "parallel", 0, "campaigns at a time (0: one for each processor)")
	flags.StringVar(&f.results, "results", "", "file that keeps each result, one JSON object a line")
	flags.BoolVar(&f.resume, "resume", false, "skip the campaigns whose results the file of --results has")
	flags.StringVar(&f.markdown, "markdown", "", "write what the documentation shows of the results to this file")
	flags.BoolVar(&f.rebase, "rebase", false, "mend the patches that no longer apply; run nothing")
	flags.StringVar(&f.build, "build", "",
		"write a diffcheck with all chosen mutants at once to this file; run nothing")
	return command
}

// control is the name of the campaign without a mutant, twinControl that of the twin's.
const (
	control     = "control"
	twinControl = "control-of-the-twin"
)

// isControl reports whether a campaign has no mutant to find.
func isControl(name string) bool { return name == control || name == twinControl }

func (f *mutantsFlags) command(ctx context.Context, c *console.Console) error {
	chosen, err := f.chosen()
	if err != nil {
		return err
	}
	switch {
	case f.list:
		return c.Print(mutantList(chosen))
	case f.duration <= 0 || f.total < 0 || f.workers < 0 || f.parallel < 0 || f.seeds < 1:
		return console.Usagef("--duration and --total are times such as 1m, --workers and --parallel at least 0, --seeds at least 1")
	case f.resume && f.results == "":
		return console.Usagef("--resume needs the file of --results")
	}
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	if f.rebase {
		return rebase(ctx, c, withoutControl(chosen))
	}
	if f.build != "" {
		return f.onlyBuild(ctx, chosen)
	}
	report := &mutantsReport{
		Seed: f.seed, Seeds: f.seeds, Bound: f.bound, Limit: f.duration.Seconds(),
		Chosen: len(chosen), released: f.released,
	}
	if f.resume {
		if report.Results, err = readResults[mutantResult](f.results); err != nil {
			return fmt.Errorf("--results %w", err)
		}
	}
	if err := runMutants(ctx, c, f, chosen, report); err != nil {
		return err
	}
	report.judge(chosen)
	return conclude(c, report, report.OK, f.markdown)
}

// chosen returns the mutants that the flags leave, and the controls, which have no file.
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
		if choice.Keeps(m.Name, m.Class, m.From()) {
			out = append(out, m)
		}
	}
	if choice.Keeps(control) {
		out = append(out, mutants.Mutant{Name: control, Breaks: "nothing"})
	}
	if !f.released && choice.Keeps(twinControl, control) {
		out = append(out, mutants.Mutant{Name: twinControl, Class: mutants.TypedClass, Breaks: "nothing"})
	}
	if err := choice.Unused("mutant"); err != nil {
		return nil, err
	}
	part, err := console.ShardOf(f.shard)
	if err != nil {
		return nil, err
	}
	var own []mutants.Mutant
	for i, m := range out {
		if part.Has(uint64(i)) {
			own = append(own, m)
		}
	}
	return own, nil
}

// maxPlanted bounds how many mutants --build plants in one engine.
const maxPlanted = 20

// onlyBuild leaves a command with the chosen mutants.
func (f *mutantsFlags) onlyBuild(ctx context.Context, chosen []mutants.Mutant) error {
	if len(chosen) == 0 || len(chosen) > maxPlanted {
		return console.Usagef("--build plants up to %d mutants in one engine, --run chooses %d: write one as ^NAME$",
			maxPlanted, len(chosen))
	}
	dir, err := os.MkdirTemp("", "relspec-mutant-")
	if err != nil {
		return err
	}
	built := filepath.Join(dir, "diffcheck")
	err = mutants.Build(ctx, ".", mutants.Diffcheck, withoutControl(chosen), built)
	if err == nil {
		err = copyFile(built, f.build)
	}
	return errors.Join(err, os.RemoveAll(dir))
}

// rebase mends the patches that do not apply and lists those that it cannot.
func rebase(ctx context.Context, c *console.Console, list []mutants.Mutant) error {
	left := 0
	for _, m := range list {
		mended, err := mutants.Rebase(ctx, ".", m)
		switch {
		case err != nil:
			left++
			err = c.Say("%s\n\n", err)
		case mended:
			err = c.PrintText(fmt.Sprintf("%s: the patch of %s applies again; look at git diff\n", m.Where, m.Name))
		}
		if err != nil {
			return err
		}
	}
	if left > 0 {
		return fmt.Errorf("a person has to mend %s; tools/README.md says how", show.Plural(left, "patch", "patches"))
	}
	return nil
}

// withoutControl returns the mutants of a choice.
func withoutControl(chosen []mutants.Mutant) []mutants.Mutant {
	return slices.DeleteFunc(slices.Clone(chosen), func(m mutants.Mutant) bool { return isControl(m.Name) })
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o755)
}

// mutantList is the catalogue as the command prints it.
type mutantList []mutants.Mutant

// Text lists the mutants.
func (l mutantList) Text(w *strings.Builder) {
	for _, m := range l {
		fmt.Fprintf(w, "%-14s %-32s %s", m.Class, m.Name, m.Breaks)
		if from := m.From(); from != "" {
			fmt.Fprintf(w, " (%s)", from)
		}
		w.WriteByte('\n')
	}
}
