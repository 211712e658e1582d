package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/campaign"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/oracle"
)

func (a *app) mergeCommand() *cobra.Command {
	var save string
	c := &cobra.Command{
		Use:   "merge DIR...",
		Short: "Join the results of the shards of a campaign",
		Long: `Join the results of the shards of a campaign. Pass the folders that "fuzz --save" wrote, or one folder that contains
them. Counts are added, each group of findings is shown once with the number of traces that show it, and the folders of
findings are copied to --save.

The exit code is 1 if there are findings or a shard is missing, 2 if the parts belong to different runs.

"diffcheck report" joins the outputs of "diffcheck test --shard --json".`,
		Example: `  diffcheck merge shard-0 shard-1 shard-2 --save findings
  diffcheck merge out`,
		Args: arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error { return a.merge(args, save) },
	}
	c.Flags().StringVar(&save, "save", "", "folder for the findings of all shards (empty: copy nothing)")
	return c
}

func (a *app) merge(dirs []string, save string) error {
	var parts []*campaign.Part
	for _, dir := range dirs {
		more, err := readParts(dir)
		if err != nil {
			return err
		}
		parts = append(parts, more...)
	}
	if len(parts) == 0 {
		return console.Usagef("no progress of fuzz in %s; pass the folders of its --save", strings.Join(dirs, ", "))
	}
	var copied int
	var err error
	if save != "" {
		if copied, err = copyFindings(dirs, save); err != nil {
			return err
		}
	}
	merged, open, err := campaign.Merge(parts)
	if err != nil {
		return err
	}
	report := &mergeReport{
		verbose: a.Verbose,
		OK:      len(merged.Findings) == 0 && merged.Traces > 0 && len(open) == 0, Complete: len(open) == 0, Open: open,
		Shards: len(parts), Campaign: merged, Copied: copied,
	}
	return a.Conclude(report, report.OK)
}

// mergeReport is a campaign joined from its shards.
type mergeReport struct {
	OK       bool                   `json:"ok"`
	Complete bool                   `json:"complete"`
	Open     []oracle.Shard         `json:"open,omitempty"` // missing or unfinished
	Shards   int                    `json:"shards"`
	Copied   int                    `json:"copied"` // number of copied folders of findings
	Campaign *oracle.CampaignReport `json:"campaign"`

	verbose bool
}

func (r *mergeReport) Text(w *strings.Builder) {
	campaignText(w, r.Campaign, r.verbose)
	state := "all shards are complete"
	if !r.Complete {
		state = openText(r.Open)
	}
	fmt.Fprintf(w, "%-13s %d, %s\n", "shards", r.Shards, state)
	for _, f := range r.Campaign.Findings {
		fmt.Fprintf(w, "%-13s %s  %s: %s, trace %d (%s more)\n", "finding", f.Group, f.Divergence.Label(),
			f.Divergence.Difference.Signature(), f.Index, show.Number(f.Repeats))
	}
	fmt.Fprintf(w, "%-13s %s\n", "divergences", numberOrNone(len(r.Campaign.Findings)))
}

func numberOrNone(n int) string {
	if n == 0 {
		return "none"
	}
	return show.Number(n)
}

// openText lists the shards that are missing or unfinished.
func openText(open []oracle.Shard) string {
	names := make([]string, len(open))
	for i, s := range open {
		names[i] = s.String()
	}
	return "missing or unfinished (continue with --resume): " + strings.Join(names, ", ")
}

// readParts reads the progress files in a folder and ignores files with other names. If a progress file
// cannot be read, it returns an error.
func readParts(dir string) (parts []*campaign.Part, _ error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, console.Usagef("cannot read the folder %s: %w", dir, err)
	}
	slices.Sort(names)
	for _, name := range names {
		shard := shardIn(name)
		if filepath.Base(name) != campaign.ProgressFile(shard, "") {
			continue
		}
		part, err := campaign.Read(dir, shard)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// shardIn returns the shard in the name of a progress file ([oracle.Shard.FileName]): 1 of 4 for
// "campaign-1-of-4.json", the whole campaign for "campaign.json" and other names.
func shardIn(name string) oracle.Shard {
	var s oracle.Shard
	_, part, _ := strings.Cut(filepath.Base(name), "-")
	if n, _ := fmt.Sscanf(part, "%d-of-%d.json", &s.Index, &s.Of); n < 2 {
		return oracle.Shard{}
	}
	return s
}

// copyFindings copies the folders of findings. They are named by their content, so each is copied
// once.
func copyFindings(dirs []string, to string) (int, error) {
	copied := 0
	for _, dir := range dirs {
		traces, err := filepath.Glob(filepath.Join(dir, "*", "trace.jsonl"))
		if err != nil {
			return copied, err
		}
		slices.Sort(traces)
		for _, trace := range traces {
			from := filepath.Dir(trace)
			err := os.CopyFS(filepath.Join(to, filepath.Base(from)), os.DirFS(from))
			if errors.Is(err, fs.ErrExist) {
				continue
			}
			if err != nil {
				return copied, err
			}
			copied++
		}
	}
	return copied, nil
}
