package oracle

import (
	"context"

	"github.com/relspec/relspec/internal/oracle/campaign"
	"github.com/relspec/relspec/internal/oracle/shard"
)

// CampaignOptions are the settings of a campaign: the generator and the Seed of its traces, the
// Reference, the Implementations and their Variants, when the campaign ends (Duration, Traces,
// Operations, Findings), and the folder for findings (Save). A trace depends only on Seed and its
// index, so each trace can be run again alone.
type CampaignOptions = campaign.Options

// CampaignReport is the result of a campaign. If the engines are deterministic, two runs over the
// same traces differ only in times, in Workers, and in the number of operations that had been
// compared when a finding was made.
type CampaignReport = campaign.Report

// CampaignFinding is a divergence, with the generated trace and its index. Reduced is the [Finding]
// to show and save. Repeats counts the other traces in the same Group.
type CampaignFinding = campaign.Finding

// Progress reports how far a campaign is.
type Progress = campaign.Progress

// Shard is the part of a campaign that one machine runs: every Of-th trace, starting at Index. The
// zero Shard is the whole campaign.
type Shard = shard.Shard

// Campaign generates traces and compares the implementations with the reference on each of them. It
// ends when the time is over, the number of traces, operations or findings is reached, or ctx is
// done. The first divergences of each kind are reduced, grouped with findings that probably have
// the same cause, and saved if Save is set; later ones only count as repeats. If a divergence does
// not occur again, it is marked as intermittent. If the options are wrong or the campaign cannot be
// resumed, Campaign returns only an error. If the campaign ends because the reference cannot run a
// profile, a file cannot be written, or the callback Found fails, it returns a report and the
// error.
func Campaign(ctx context.Context, o CampaignOptions) (*CampaignReport, error) {
	return campaign.Run(ctx, o)
}

// TraceSeed returns the seed of the trace with an index in a campaign.
func TraceSeed(seed, index uint64) uint64 { return campaign.TraceSeed(seed, index) }
