package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/mutants"
	"github.com/relspec/relspec/internal/oracle/shard"
)

// mutantsFlags are those of the sub-command mutants.
type mutantsFlags struct {
	run, skip []string
	duration  time.Duration
	total     time.Duration
	seed      uint64
	parallel  int
	workers   int
	results   string
	resume    bool
	markdown  string
	root      string
	build     string
	list      bool
	shard     string
}

func (a *app) mutantsCommand() *cobra.Command {
	var f mutantsFlags
	c := &cobra.Command{
		Use:   "mutants",
		Short: "Plant faults in the engine and see that the campaign finds them",
		Long: `Plant faults in the engine fast and run the default campaign against each, up to its first divergence; and in the
same run against the engine as it is, which must show none.

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
		RunE: func(c *cobra.Command, _ []string) error { return a.mutants(c.Context(), &f) },
	}
	flags := c.Flags()
	flags.StringArrayVar(&f.run, "run", nil, "only faults whose name or class a regular expression fits; the control is named control")
	flags.StringArrayVar(&f.skip, "skip", nil, "not those faults")
	flags.DurationVar(&f.duration, "duration", time.Minute, "how long each campaign lasts at most, and the control's altogether")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the campaigns")
	flags.DurationVar(&f.total, "total", 0, "begin no further fault after this time; 0 is no limit")
	flags.IntVar(&f.parallel, "parallel", 0, "faults built and tried at a time; 0 is one for each processor")
	flags.IntVar(&f.workers, "workers", 1, "traces that a campaign compares at a time; 0 is one for each processor")
	flags.StringVar(&f.shard, "shard", "", shardFlag("fault"))
	flags.StringVar(&f.results, "results", "", "file that keeps each result, one JSON object a line")
	flags.BoolVar(&f.resume, "resume", false, "leave out what the file of --results has")
	flags.StringVar(&f.markdown, "markdown", "", "file for the table as Markdown")
	flags.StringVar(&f.root, "root", "", "root of the repository; empty finds it around the working directory")
	flags.StringVar(&f.build, "build", "", "file for a diffcheck with the one chosen fault; nothing is run")
	flags.BoolVar(&f.list, "list", false, "list the faults and run nothing")
	return c
}

// control is the name of the campaign without a fault.
const control = "control"

func (a *app) mutants(ctx context.Context, f *mutantsFlags) error {
	chosen, err := f.chosen()
	if err != nil {
		return err
	}
	if f.list {
		return a.print(mutantList(chosen))
	}
	switch {
	case f.duration <= 0 || f.total < 0 || f.workers < 0 || f.parallel < 0:
		return usagef("--duration and --total are times such as 1m, --workers and --parallel at least 0")
	case f.resume && f.results == "":
		return usagef("--resume needs the file of --results")
	}
	if f.root, err = rootOf(f.root); err != nil {
		return err
	}
	ctx, stop := interruptible(ctx)
	defer stop()
	if f.build != "" {
		return f.onlyBuild(ctx, chosen)
	}
	report := &mutantsReport{Seed: f.seed, Limit: f.duration.Seconds(), Chosen: len(chosen)}
	if f.resume {
		if report.Results, err = readResults[mutantResult](f.results); err != nil {
			return fmt.Errorf("--results %w", err)
		}
	}
	if err := a.runMutants(ctx, f, chosen, report); err != nil {
		return err
	}
	report.judge(chosen)
	return a.conclude(report, report.OK, f.markdown)
}

// onlyBuild leaves a command with the one chosen fault.
func (f *mutantsFlags) onlyBuild(ctx context.Context, chosen []mutants.Mutant) error {
	if len(chosen) != 1 {
		return usagef("--build wants one fault, -run chooses %d: write it as ^NAME$", len(chosen))
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
	planted := &chosen[0]
	if planted.Name == control {
		planted = nil
	}
	err = mutants.Build(ctx, f.root, planted, built)
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
	choice, err := newSelection(f.run, f.skip)
	if err != nil {
		return nil, err
	}
	var out []mutants.Mutant
	for _, m := range mutants.All() {
		if choice.keeps(m.Name, m.Class) {
			out = append(out, m)
		}
	}
	if choice.keeps(control) {
		out = append(out, mutants.Mutant{Name: control, Breaks: "nothing"})
	}
	if err := choice.unused("fault"); err != nil {
		return nil, err
	}
	part, err := shardOf(f.shard)
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

// one builds an engine in a folder and runs the campaign.
func (f *mutantsFlags) one(ctx context.Context, m mutants.Mutant, dir string) (*mutantResult, error) {
	planted := &m
	if m.Name == control {
		planted = nil
	}
	binary := filepath.Join(dir, "diffcheck")
	if err := mutants.Build(ctx, f.root, planted, binary); err != nil {
		return nil, err
	}
	trial, err := mutants.Try(ctx, binary, mutants.TryOptions{Duration: f.duration, Seed: f.seed, Workers: f.workers, Dir: dir})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	return &mutantResult{Name: m.Name, Class: m.Class, Breaks: m.Breaks, Trial: *trial}, nil
}

// mutantResult is the result of the campaign for a mutant.
type mutantResult struct {
	Name   string `json:"name"`
	Class  string `json:"class"`
	Breaks string `json:"breaks"`
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
			return "", usagef("faults are planted in the source: run this in a checkout of relspec, or name one with --root")
		}
		at = up
	}
}

// mutantList is the catalogue as commands print it.
type mutantList []mutants.Mutant

func (l mutantList) text(w *strings.Builder) {
	for _, m := range l {
		fmt.Fprintf(w, "%-14s %-32s %s\n", m.Class, m.Name, m.Breaks)
	}
}
