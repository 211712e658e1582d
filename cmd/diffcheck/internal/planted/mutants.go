package planted

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
	"github.com/relspec/relspec/internal/mutants"
	"github.com/relspec/relspec/internal/oracle/shard"
)

// mutantsFlags are those of the sub-command mutants.
type mutantsFlags struct {
	run, skip []string
	duration  time.Duration
	total     time.Duration
	bound     uint64
	seed      uint64
	seeds     int
	joined    map[string]*mutants.Joined // by the command that looks for them; nil for a build for each
	parallel  int
	workers   int
	results   string
	resume    bool
	markdown  string
	root      string
	build     string
	list      bool
	guided    bool
	shard     string
}

// Mutants is the sub-command that plants the faults of a catalogue.
func Mutants(c *console.Console) *cobra.Command {
	var f mutantsFlags
	command := &cobra.Command{
		Use:   "mutants",
		Short: "Plant faults in the engine and see that the campaign finds them",
		Long: `Plant faults in the engine fast and run the default campaign against each, up to its first divergence; and in the
same run against the engine as it is, which must show none. Faults of class typed are in the typed API, which no trace
reaches: the twin looks for them, a typed world beside a general one, and its operations are counted.

It runs in a checkout of the repository and needs the go command: each fault is compiled as an overlay. --parallel faults
are built and tried at a time, each by a process of its own. Printed are the operations and seconds to detection, the
size of the reduced trace, and what was not found within --duration, which makes the exit code 1. With --results each
result is kept as soon as it is known, and --resume goes on from there, as after --total or an interruption. --shard
takes every n-th fault, and "diffcheck merge" joins the files of --results.

--build runs nothing: it leaves a diffcheck whose engine has the one chosen fault, to try other commands on.`,
		Example: `  diffcheck mutants
  diffcheck mutants -run caching --duration 20s
  diffcheck mutants --results mutants.jsonl --resume --total 25m --markdown table.md
  diffcheck mutants --shard 0/4 --results out/mutants-0.jsonl --resume
  diffcheck mutants -run '^exclusive-keeps-old$' --build bin/planted
  diffcheck mutants --list`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return mutantsOf(command.Context(), c, &f) },
	}
	flags := command.Flags()
	flags.StringArrayVar(&f.run, "run", nil, "only faults whose name or class a regular expression fits; the control is named control")
	flags.StringArrayVar(&f.skip, "skip", nil, "not those faults")
	flags.DurationVar(&f.duration, "duration", time.Minute, "how long each campaign lasts at most, and the control's altogether")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the campaigns")
	flags.IntVar(&f.seeds, "seeds", 1, "campaigns for each fault, by seeds from --seed on; of more than one the divergences are not reduced")
	flags.Uint64Var(&f.bound, "operations", 0, "end each campaign after so many compared operations; 0 is no bound")
	flags.BoolVar(&f.guided, "guide", false, "campaigns whose next traces the ways of the engine decide, as fuzz --guide; the twin has none")
	flags.DurationVar(&f.total, "total", 0, "begin no further fault after this time; 0 is no limit")
	flags.IntVar(&f.parallel, "parallel", 0, "faults built and tried at a time; 0 is one for each processor")
	flags.IntVar(&f.workers, "workers", 1, "traces that a campaign compares at a time; 0 is one for each processor")
	flags.StringVar(&f.shard, "shard", "", console.ShardFlag("fault"))
	flags.StringVar(&f.results, "results", "", "file that keeps each result, one JSON object a line")
	flags.BoolVar(&f.resume, "resume", false, "leave out what the file of --results has")
	flags.StringVar(&f.markdown, "markdown", "", "file for the table as Markdown")
	flags.StringVar(&f.root, "root", "", "root of the repository; empty finds it around the working directory")
	flags.StringVar(&f.build, "build", "", "file for a diffcheck with all chosen faults at once; nothing is run")
	flags.BoolVar(&f.list, "list", false, "list the faults and run nothing")
	return command
}

// Control is the name of the campaign without a fault, TwinControl that of the twin's.
const (
	Control     = "control"
	TwinControl = "control-of-the-twin"
)

// twinControl is no fault, which the twin looks for.
func twinControl() mutants.Mutant {
	return mutants.Mutant{Name: TwinControl, Class: "typed", Breaks: "nothing"}
}

// isControl reports whether a campaign has no fault to find.
func isControl(name string) bool { return name == Control || name == TwinControl }

func mutantsOf(ctx context.Context, c *console.Console, f *mutantsFlags) error {
	chosen, err := f.chosen()
	if err != nil {
		return err
	}
	if f.list {
		return c.Print(mutantList(chosen))
	}
	switch {
	case f.duration <= 0 || f.total < 0 || f.workers < 0 || f.parallel < 0 || f.seeds < 1:
		return console.Usagef("--duration and --total are times such as 1m, --workers and --parallel at least 0, --seeds at least 1")
	case f.resume && f.results == "":
		return console.Usagef("--resume needs the file of --results")
	}
	if f.root, err = rootOf(f.root); err != nil {
		return err
	}
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	if f.build != "" {
		return f.onlyBuild(ctx, chosen)
	}
	report := &MutantsReport{Seed: f.seed, Seeds: f.seeds, Guided: f.guided, Bound: f.bound, Limit: f.duration.Seconds(), Chosen: len(chosen)}
	if f.resume {
		if report.Results, err = console.ReadResults[MutantResult](f.results); err != nil {
			return fmt.Errorf("--results %w", err)
		}
	}
	if err := runMutants(ctx, c, f, chosen, report); err != nil {
		return err
	}
	report.judge(chosen)
	return c.Conclude(report, report.OK, f.markdown)
}

// mostPlanted bounds how many faults --build plants in one engine.
const mostPlanted = 20

// withoutControl are the mutants of a choice.
func withoutControl(chosen []mutants.Mutant) []mutants.Mutant {
	return slices.DeleteFunc(slices.Clone(chosen), func(m mutants.Mutant) bool { return isControl(m.Name) })
}

// onlyBuild leaves a command with the chosen faults.
func (f *mutantsFlags) onlyBuild(ctx context.Context, chosen []mutants.Mutant) error {
	if len(chosen) == 0 || len(chosen) > mostPlanted {
		return console.Usagef("--build plants up to %d faults in one engine, -run chooses %d: write one as ^NAME$", mostPlanted, len(chosen))
	}
	out, err := filepath.Abs(f.build)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "relspec-fault-")
	if err != nil {
		return err
	}
	built := filepath.Join(dir, "diffcheck")
	err = mutants.Build(ctx, f.root, mutants.Diffcheck, withoutControl(chosen), built)
	if err == nil {
		err = copyFile(built, out)
	}
	return errors.Join(err, os.RemoveAll(dir))
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o755)
}

// chosen are the faults that the patterns leave, and one without a name for the control.
func (f *mutantsFlags) chosen() ([]mutants.Mutant, error) {
	choice, err := console.NewSelection(f.run, f.skip)
	if err != nil {
		return nil, err
	}
	var out []mutants.Mutant
	for _, m := range mutants.All() {
		if choice.Keeps(m.Name, m.Class) {
			out = append(out, m)
		}
	}
	if choice.Keeps(Control) {
		out = append(out, mutants.Mutant{Name: Control, Breaks: "nothing"})
	}
	if choice.Keeps(TwinControl, Control) {
		out = append(out, twinControl())
	}
	if err := choice.Unused("fault"); err != nil {
		return nil, err
	}
	part, err := console.ShardOf(f.shard)
	if err != nil {
		return nil, err
	}
	return every(out, part), nil
}

// every leaves those of a shard.
func every(all []mutants.Mutant, part shard.Shard) []mutants.Mutant {
	var out []mutants.Mutant
	for i, m := range all {
		if part.Has(uint64(i)) {
			out = append(out, m)
		}
	}
	return out
}

// one runs the campaign of one seed against a fault, on the joined build or on one of its own, made in a folder.
func (f *mutantsFlags) one(ctx context.Context, m mutants.Mutant, seed uint64, dir string) (*MutantResult, error) {
	o := mutants.TryOptions{Duration: f.duration, Operations: f.bound, AsFound: f.seeds > 1, Guided: f.guided, Seed: seed, Workers: f.workers, Dir: dir, Profile: m.Profile, Finder: m.Finder()}
	binary, err := buildOf(ctx, f.root, m, f.joined[m.Finder()], dir, &o)
	if err != nil {
		return nil, err
	}
	trial, err := mutants.Try(ctx, binary, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	return &MutantResult{Name: m.Name, Class: m.Class, Breaks: m.Breaks, Seed: seed, Trial: *trial}, nil
}

// buildOf is a command that has a mutant: the joined build, with its number in o, or one of its own in a folder.
func buildOf(ctx context.Context, root string, m mutants.Mutant, joined *mutants.Joined, dir string, o *mutants.TryOptions) (string, error) {
	if joined != nil {
		var in bool
		if o.Planted, in = joined.Number(m.Name); in || isControl(m.Name) {
			return joined.Binary, nil
		}
	}
	binary := filepath.Join(dir, "finder")
	return binary, mutants.Build(ctx, root, m.Finder(), withoutControl([]mutants.Mutant{m}), binary)
}

// MutantResult is the result of the campaign for a mutant.
type MutantResult struct {
	Name   string `json:"name"`
	Class  string `json:"class"`
	Breaks string `json:"breaks"`
	Seed   uint64 `json:"seed,omitempty"`
	mutants.Trial
}

// rootOf is the root of the repository: the one that is named, or the one around the working directory.
func rootOf(name string) (string, error) {
	if name == "" {
		name = "."
	}
	at, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	for {
		text, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil && strings.Contains(string(text), "module github.com/relspec/relspec\n") {
			return at, nil
		}
		up := filepath.Dir(at)
		if up == at {
			return "", console.Usagef("faults are planted in the source: run this in a checkout of relspec, or name one with --root")
		}
		at = up
	}
}

// mutantList is the catalogue as commands print it.
type mutantList []mutants.Mutant

func (l mutantList) Text(w *strings.Builder) {
	for _, m := range l {
		fmt.Fprintf(w, "%-14s %-32s %s\n", m.Class, m.Name, m.Breaks)
	}
}
