package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

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
		more, err := campaign.ReadAll(dir)
		if err != nil {
			return err
		}
		parts = append(parts, more...)
	}
	if len(parts) == 0 {
		return fmt.Errorf("no progress of fuzz in %s; pass the folders of its --save", strings.Join(dirs, ", "))
	}
	report := &mergeReport{Shards: len(parts), verbose: a.Verbose}
	var err error
	if save != "" {
		if report.Copied, err = copyFindings(dirs, save); err != nil {
			return err
		}
	}
	if report.Campaign, report.Open, err = campaign.Merge(parts); err != nil {
		return err
	}
	report.Complete = len(report.Open) == 0
	report.OK = report.Complete && len(report.Campaign.Findings) == 0 && report.Campaign.Traces > 0
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
		var open []string
		for _, s := range r.Open {
			open = append(open, s.String())
		}
		state = "missing or unfinished (continue with --resume): " + strings.Join(open, ", ")
	}
	row(w, "shards", "%d, %s", r.Shards, state)
	for _, f := range r.Campaign.Findings {
		row(w, "finding", "%s  %s: %s, trace %d (%s more)", f.Group, f.Divergence.Label(),
			f.Divergence.Difference.Signature(), f.Index, show.Number(f.Repeats))
	}
	row(w, "divergences", "%s", numberOrNone(len(r.Campaign.Findings)))
}

func numberOrNone(n int) string {
	if n == 0 {
		return "none"
	}
	return show.Number(n)
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
