package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/oracle"
)

// filesOf splits arguments into folders and saved runs; one that is not there is a folder, whose reading fails.
func filesOf(args []string) (dirs, runs []string) {
	for _, name := range args {
		info, err := os.Stat(name)
		if err != nil || info.IsDir() {
			dirs = append(dirs, name)
		} else {
			runs = append(runs, name)
		}
	}
	return dirs, runs
}

// mergeRuns joins what the shards of "diffcheck test" printed.
func (a *app) mergeRuns(names []string) error {
	run, err := a.readRuns(names)
	if err != nil {
		return err
	}
	missing, err := missingShards(run, len(names))
	if err != nil {
		return err
	}
	joined := &mergedRun{Run: run, Missing: missing}
	slices.Sort(run.Failures)
	run.Failures = slices.Compact(run.Failures) // each shard runs the traces of all known failures
	tried := run.Count(report.Passed) + run.Count(report.Failed) + run.Count(report.Known)
	for _, c := range run.Campaigns {
		tried += int(c.Traces)
	}
	if tried == 0 {
		run.Failures = append(run.Failures, "nothing was compared")
	}
	joined.OK = run.OK() && len(missing) == 0
	if err := a.Print(joined); err != nil {
		return err
	}
	if !joined.OK {
		return console.ErrDiverged
	}
	return nil
}

// missingShards lists the shards of a run that are not among its parts. It is an error if the parts
// do not belong together.
func missingShards(run *report.Run, files int) ([]oracle.Shard, error) {
	switch {
	case len(run.Shards) != files:
		return nil, console.Usagef("of %s only %d are from a shard of \"diffcheck test --shard\"",
			show.Plural(files, "file", "files"), len(run.Shards))
	case len(run.Implementations) != 1:
		return nil, console.Usagef("the files are results of different engines: %s and %s", run.Implementations[0].Name,
			run.Implementations[1].Name)
	}
	seen := map[oracle.Shard]bool{}
	for _, s := range run.Shards {
		if s.Of != run.Shards[0].Of || seen[s] {
			return nil, console.Usagef("the files are not the shards of one run: %s after %s", s, run.Shards[0])
		}
		seen[s] = true
	}
	for _, c := range run.Campaigns {
		if c.Seed != run.Campaigns[0].Seed {
			return nil, console.Usagef("the files are results of campaigns with different seeds, %d and %d", run.Campaigns[0].Seed,
				c.Seed)
		}
	}
	var missing []oracle.Shard
	for i := range run.Shards[0].Of {
		if s := (oracle.Shard{Index: i, Of: run.Shards[0].Of}); !seen[s] {
			missing = append(missing, s)
		}
	}
	return missing, nil
}

// mergedRun is a run of "diffcheck test" joined from its shards.
type mergedRun struct {
	OK      bool           `json:"ok"`
	Missing []oracle.Shard `json:"missing,omitempty"`
	*report.Run
}

func (r *mergedRun) Text(w *strings.Builder) {
	im := r.Implementations[0]
	fmt.Fprintf(w, "%-13s %s %s, %s\n", "engine", im.Name, im.About, im.Declared)
	var counts []string
	for _, s := range report.Statuses() {
		if n := im.Count(s); n > 0 {
			counts = append(counts, fmt.Sprintf("%s %s", show.Number(n), s))
		}
	}
	fmt.Fprintf(w, "%-13s %s\n", "cases", strings.Join(counts, ", "))
	var traces, divergences, operations uint64
	for _, c := range r.Campaigns {
		traces, divergences, operations = traces+c.Traces, divergences+c.Divergences, operations+c.Operations()
	}
	if len(r.Campaigns) > 0 {
		fmt.Fprintf(w, "%-13s %s operations in %s traces, seed %d, %s\n", "campaign", show.Number(operations),
			show.Number(traces),
			r.Campaigns[0].Seed, show.Plural(int(divergences), "divergence", "divergences"))
	}
	fmt.Fprintf(w, "%-13s %d of %d\n", "shards", len(r.Shards), len(r.Shards)+len(r.Missing))
	for _, s := range r.Missing {
		fmt.Fprintf(w, "%-13s shard %s\n", "MISSING", s)
	}
	for _, f := range r.Findings {
		state := f.Known
		if state == "" {
			state = "NEW"
		}
		fmt.Fprintf(w, "%-13s %s  %s, seen %s\n", "finding", state, f.Name, show.Plural(f.Seen, "time", "times"))
	}
	printFailures(w, r.Failures)
}
