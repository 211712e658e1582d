package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/shard"
)

// Part is the progress and the findings of one shard of a campaign.
type Part struct {
	Progress Saved
	Findings []Finding
}

// Read reads the files of a shard of a campaign from a folder.
func Read(dir string, s shard.Shard) (*Part, error) {
	out := &Part{Progress: Saved{Counts: cover.NewCounts()}}
	file := ProgressFile(s, dir)
	if err := shard.Read(file, &out.Progress); err != nil {
		return nil, err
	}
	switch held := out.Progress.Shard; {
	case out.Progress.Format != Format:
		return nil, fmt.Errorf("%s is not the progress of a campaign", file)
	case held.String() != s.String():
		return nil, fmt.Errorf("%s contains the progress of shard %s", file, held)
	}
	var err error
	out.Findings, err = ReadFindings(FindingsFile(s, dir))
	return out, err
}

// ReadAll reads every shard with a progress file in a folder. It ignores files with other names.
func ReadAll(dir string) ([]*Part, error) {
	names, err := filepath.Glob(filepath.Join(dir, "campaign*.json"))
	if err != nil {
		return nil, fmt.Errorf("cannot read the folder %s: %w", dir, err)
	}
	var parts []*Part
	for _, name := range names {
		var s shard.Shard
		if n, _ := fmt.Sscanf(filepath.Base(name), "campaign-%d-of-%d.json", &s.Index, &s.Of); n < 2 {
			s = shard.Shard{} // the whole campaign, or another file
		}
		if filepath.Base(name) != s.FileName("campaign") {
			continue
		}
		part, err := Read(dir, s)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// Merge joins the shards of one campaign. Of the findings of one group it keeps the one with the
// lowest index and adds up the repeats. open lists the shards that are missing or not complete.
func Merge(shards []*Part) (report *Report, open []shard.Shard, _ error) {
	if len(shards) == 0 {
		return nil, nil, errors.New("there is nothing to merge")
	}
	first := &shards[0].Progress
	report = &Report{Seed: first.Seed, Counts: cover.NewCounts(), Findings: []Finding{}}
	seen, ended := map[shard.Shard]bool{}, map[uint64]bool{}
	for _, s := range shards {
		p := &s.Progress
		switch {
		case p.Seed != first.Seed || p.Config != first.Config || p.Traces != first.Traces ||
			!slices.Equal(p.Profiles, first.Profiles):
			return nil, nil, fmt.Errorf("shards %s and %s are not of the same campaign: seed, profiles, weights or version of the generator differ", p.Shard, first.Shard)
		case p.Shard.Parts() != first.Shard.Parts():
			return nil, nil, fmt.Errorf("shards %s and %s are of campaigns with different numbers of shards", p.Shard, first.Shard)
		case seen[p.Shard]:
			return nil, nil, fmt.Errorf("shard %s is given twice", p.Shard)
		}
		seen[p.Shard] = true
		ended[p.Shard.Index] = p.Complete || p.Requested == 0
		report.Counts.Add(p.Counts)
		report.Elapsed += p.Elapsed
		report.Workers++
		report.Findings = append(report.Findings, s.Findings...)
	}
	report.Traces = report.Counts.Traces
	report.Findings = joined(report.Findings, shards)
	for i := range first.Shard.Parts() {
		if !ended[i] {
			open = append(open, shard.Shard{Index: i, Of: first.Shard.Of})
		}
	}
	return report, open, nil
}

// joined groups findings and counts their repeats.
func joined(all []Finding, shards []*Part) []Finding {
	slices.SortStableFunc(all, func(a, b Finding) int { return cmp.Compare(a.Index, b.Index) })
	out := []Finding{}
	repeats := map[string]uint64{}
	for _, s := range shards {
		for _, seen := range s.Progress.Seen {
			for group, n := range seen.Groups {
				repeats[group] += n
			}
		}
	}
	for _, f := range all {
		if slices.ContainsFunc(out, func(o Finding) bool { return o.Group == f.Group }) {
			repeats[f.Group]++
			continue
		}
		out = append(out, f)
	}
	for i := range out {
		out[i].Repeats = repeats[out[i].Group]
	}
	return out
}
