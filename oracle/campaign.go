package oracle

import (
	"context"

	"github.com/relspec/relspec/internal/oracle/campaign"
	"github.com/relspec/relspec/internal/oracle/shard"
)

// CampaignOptions are the settings of a campaign: the generator and the Seed of its traces, the
// Reference, the Implementations and their Variants, when it ends (Duration, Traces, Findings), and
// the folder for findings (Save). A trace depends only on Seed and its index, so that any of them
// can be run again alone.
type CampaignOptions = campaign.Options

// CampaignReport is the result of a campaign. Two runs over the same traces differ only in the time they took.
type CampaignReport = campaign.Report

// CampaignFinding is a divergence with the generated trace and its place in the campaign. Reduced
// is the [Finding] that it is shown and saved as, and Repeats counts the other traces whose reduced
// form is of the same Group.
type CampaignFinding = campaign.Finding

// Progress is how far a campaign is.
type Progress = campaign.Progress

// Shard is a part of a campaign that is split over machines: every Of-th trace, from Index on. The zero Shard is
// everything.
type Shard = shard.Shard

// Campaign generates traces and compares them on all workers until the time is over, the number of
// traces is reached, there are enough findings or ctx ends. A divergence is saved as it was found,
// reduced, and grouped with those that most likely have the same cause; if it does not show again,
// it is marked as intermittent. The report is given in every case; the error says that the options
// are wrong, that the reference cannot run a profile, that a finding cannot be saved, or the error
// of Found.
func Campaign(ctx context.Context, o CampaignOptions) (*CampaignReport, error) {
	return campaign.Run(ctx, o)
}

// TraceSeed returns the seed of trace number index in a campaign.
func TraceSeed(seed, index uint64) uint64 { return campaign.TraceSeed(seed, index) }
