package planted

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/mutants"
)

// recallFlags are those of the sub-command recall.
type recallFlags struct{ mutantsFlags }

// Recall is the sub-command that meets defects of released engines.
func Recall(c *console.Console) *cobra.Command {
	var f recallFlags
	command := &cobra.Command{
		Use:   "recall",
		Short: "Say how soon the campaign finds defects that released engines had",
		Long: `Say how soon the default campaign finds engines that are wrong in ways in which released ones were: one engine for each such
defect, which is fast with a mutant of the catalogue that is marked with the release ("diffcheck mutants --list" shows all), and one for
each class of defects that releases may have and we know none of (--list).

Each engine is built once, in a checkout of the repository, and meets --seeds campaigns of --duration at most. Printed are the
operations that were compared until the defect was found, the median over the seeds, and those that no campaign found, which make
the exit code 1.`,
		Example: `  diffcheck recall
  diffcheck recall --seeds 3 --duration 30s --markdown recall.md
  diffcheck recall -run chains --json`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return recallOf(command.Context(), c, &f) },
	}
	flags := command.Flags()
	flags.StringArrayVar(&f.run, "run", nil, "only defects whose name or release a regular expression fits")
	flags.StringArrayVar(&f.skip, "skip", nil, "not those defects")
	flags.DurationVar(&f.duration, "duration", time.Minute, "how long each campaign lasts at most")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the first campaigns; the others follow")
	flags.IntVar(&f.seeds, "seeds", 1, "campaigns for each defect")
	flags.IntVar(&f.workers, "workers", 1, "traces that a campaign compares at a time; 0 is one for each processor")
	flags.StringVar(&f.markdown, "markdown", "", "file for the table as Markdown")
	flags.StringVar(&f.root, "root", "", "root of the repository; empty finds it around the working directory")
	flags.BoolVar(&f.list, "list", false, "list the defects and run nothing")
	return command
}

// released are the chosen mutants that are marked with a release, or stand for a class.
func (f *recallFlags) released() ([]mutants.Mutant, error) {
	choice, err := console.NewSelection(f.run, f.skip)
	if err != nil {
		return nil, err
	}
	chosen := slices.DeleteFunc(mutants.Recalled(), func(m mutants.Mutant) bool { return !choice.Keeps(m.Name, m.From()) })
	return chosen, choice.Unused("defect")
}

func recallOf(ctx context.Context, c *console.Console, f *recallFlags) error {
	chosen, err := f.released()
	if err != nil {
		return err
	}
	if f.list {
		return c.Print(releasedList(chosen))
	}
	if f.duration <= 0 || f.seeds <= 0 || f.workers < 0 {
		return console.Usagef("--duration is a time such as 1m, --seeds at least 1, --workers at least 0")
	}
	if f.root, err = rootOf(f.root); err != nil {
		return err
	}
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	report := &RecallReport{Seed: f.seed, Seeds: f.seeds, Limit: f.duration.Seconds(), Chosen: len(chosen)}
	show := c.ShowProgress()
	show.Begin("recall")
	dir, err := os.MkdirTemp("", "relspec-recall-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	var joined *mutants.Joined
	if len(chosen) >= joinFrom {
		show.Update("building")
		if joined, err = mutants.Join(ctx, f.root, mutants.Diffcheck, chosen, filepath.Join(dir, "joined")); err != nil {
			return err
		}
	}
	for _, m := range chosen {
		show.Update(m.Name)
		row, err := f.meet(ctx, m, joined, dir)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
		report.Rows = append(report.Rows, *row)
	}
	show.End(console.Plural(len(report.Rows), "defect", "defects"))
	report.judge()
	return c.Conclude(report, report.OK, f.markdown)
}

// meet runs the campaigns of a defect, on the joined build or on one of its own, made in a folder.
func (f *recallFlags) meet(ctx context.Context, m mutants.Mutant, joined *mutants.Joined, dir string) (*Recalled, error) {
	o := mutants.TryOptions{Duration: f.duration, Workers: f.workers, Dir: dir, Profile: m.Profile}
	binary, err := buildOf(ctx, f.root, m, joined, dir, &o)
	if err != nil {
		return nil, err
	}
	row := &Recalled{Name: m.Name, Released: m.From(), Breaks: m.Breaks}
	for n := range f.seeds {
		o.Seed = f.seed + uint64(n)
		trial, err := mutants.Try(ctx, binary, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name, err)
		}
		row.Trials = append(row.Trials, *trial)
	}
	row.sum()
	return row, nil
}

// Recalled is how a defect was met.
type Recalled struct {
	Name     string `json:"name"`
	Released string `json:"released"` // the release, or "stands for:" and the class
	Breaks   string `json:"breaks"`
	// Found counts the campaigns that found it. Operations is the median until then; a campaign that did not counts as
	// more than all others.
	Found      int             `json:"found"`
	Operations uint64          `json:"operations,omitempty"`
	Trials     []mutants.Trial `json:"trials"`
}

func (r *Recalled) sum() {
	var found []uint64
	for i := range r.Trials {
		if r.Trials[i].Found {
			found = append(found, r.Trials[i].Operations)
		}
	}
	r.Found = len(found)
	slices.Sort(found)
	if middle := (len(r.Trials) - 1) / 2; middle < len(found) {
		r.Operations = found[middle]
	}
}

// RecallReport is how soon defects of released engines are found.
type RecallReport struct {
	OK     bool       `json:"ok"`
	Seed   uint64     `json:"seed"`
	Seeds  int        `json:"seeds"`
	Limit  float64    `json:"limit_s"`
	Chosen int        `json:"chosen"`
	Rows   []Recalled `json:"defects"`
	// Found counts the defects that some campaign found; Always those that each did. Median is over the medians of all.
	Found  int    `json:"found"`
	Always int    `json:"always"`
	Median uint64 `json:"median_operations,omitempty"`
	Most   uint64 `json:"most_operations,omitempty"` // of any campaign that found its defect
}

func (r *RecallReport) judge() {
	var medians []uint64
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Found > 0 {
			r.Found++
		}
		if row.Found == len(row.Trials) {
			r.Always++
		}
		if row.Operations > 0 {
			medians = append(medians, row.Operations)
		}
		for k := range row.Trials {
			if row.Trials[k].Found {
				r.Most = max(r.Most, row.Trials[k].Operations)
			}
		}
	}
	slices.Sort(medians)
	if middle := (len(r.Rows) - 1) / 2; len(r.Rows) > 0 && middle < len(medians) {
		r.Median = medians[middle]
	}
	r.OK = r.Chosen > 0 && len(r.Rows) == r.Chosen && r.Found == r.Chosen
}

// Text prints the table and the sum.
func (r *RecallReport) Text(w *strings.Builder) {
	fmt.Fprintf(w, "%-32s %-36s %7s %12s  %s\n", "defect", "released in", "found", "operations", "what it does")
	for i := range r.Rows {
		row := &r.Rows[i]
		fmt.Fprintf(w, "%-32s %-36s %7s %12s  %s\n", row.Name, row.Released, row.often(), row.operations(), row.Breaks)
	}
	fmt.Fprintf(w, "\n%s", r.summary())
}

func (r *Recalled) often() string { return fmt.Sprintf("%d of %d", r.Found, len(r.Trials)) }

func (r *Recalled) operations() string {
	if r.Operations == 0 {
		return "-"
	}
	return console.Number(int(r.Operations))
}

func (r *RecallReport) summary() string {
	var w strings.Builder
	median := "more than half were not found"
	if r.Median > 0 {
		median = "half of them within " + console.Number(int(r.Median)) + " operations, all that were found within " + console.Number(int(r.Most))
	}
	fmt.Fprintf(&w, "found    %d of %d, %d by each campaign; %s\n", r.Found, r.Chosen, r.Always, median)
	fmt.Fprintf(&w, "limit    %.0f s each, %s from seed %d\n", r.Limit, console.Plural(r.Seeds, "campaign", "campaigns"), r.Seed)
	if n := r.Chosen - len(r.Rows); n > 0 {
		fmt.Fprintf(&w, "not run  %d\n", n)
	}
	return w.String()
}

// Markdown is the sum and the table for the docs.
func (r *RecallReport) Markdown() string {
	var w strings.Builder
	fmt.Fprintf(&w, "```\n%s```\n\n| defect | released in | the engine does wrong | found | operations |\n|---|---|---|--:|--:|\n", r.summary())
	for i := range r.Rows {
		row := &r.Rows[i]
		fmt.Fprintf(&w, "| %s | %s | %s | %s | %s |\n", row.Name, row.Released, row.Breaks, row.often(), row.operations())
	}
	return w.String()
}

// releasedList is the list of defects as commands print it.
type releasedList []mutants.Mutant

// Text lists them.
func (l releasedList) Text(w *strings.Builder) {
	for _, m := range l {
		fmt.Fprintf(w, "%-32s %-36s %s\n", m.Name, m.From(), m.Breaks)
	}
}
