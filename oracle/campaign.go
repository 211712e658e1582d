package oracle

import (
	"context"

	"github.com/relspec/relspec/internal/oracle/campaign"
	"github.com/relspec/relspec/internal/oracle/shard"
)

// CampaignOptions are the settings of a campaign: the generator and the Seed of its traces, the
// Reference, the Implementations and their Variants, when the campaign ends (Duration, Traces,
// Findings), and the folder for findings (Save). A trace depends only on Seed and its index, so each
// trace can be run again alone.
type CampaignOptions = campaign.Options

// CampaignReport is the result of a campaign. Two runs over the same traces differ only in the time they took.
type CampaignReport = campaign.Report

// CampaignFinding is a divergence, with the generated trace and its index. Reduced is the [Finding]
// to show and save. Repeats counts the other traces whose reduced form has the same Group.
type CampaignFinding = campaign.Finding

// Progress reports how far a campaign is.
type Progress = campaign.Progress

// Shard is the part of a campaign that one machine runs: every Of-th trace, starting at Index. The
// zero Shard is the whole campaign.
type Shard = shard.Shard

// Campaign generates traces and compares them on all workers. It ends when the time is over, the
// number of traces or findings is reached, or ctx is done. Each divergence is saved, reduced, and
// grouped with findings that probably have the same cause. If a divergence does not occur again, it
// is marked as intermittent. Campaign always returns a report. It returns an error if the options
// are wrong, the reference cannot run a profile, a finding cannot be saved, or Found fails.
func Campaign(ctx context.Context, o CampaignOptions) (*CampaignReport, error) {
	return campaign.Run(ctx, o)
}

// TraceSeed returns the seed of the trace with an index in a campaign.
func TraceSeed(seed, index uint64) uint64 { return campaign.TraceSeed(seed, index) }
