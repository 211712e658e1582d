package cli

import (
	"os"

	"github.com/relspec/relspec/internal/oracle/campaign"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/shard"
	"github.com/relspec/relspec/spec"
)

// diesIn names a file of progress: the process is killed by SIGKILL as soon as it begins another
// trace after one that the file has. So it dies in the middle of its campaign, however fast the
// machine is.
const diesIn = "RELSPEC_CLI_TEST_DIES_IN"

func (a *app) diesIn(file string) {
	if file == "" {
		return
	}
	for i := range a.engines {
		create := a.engines[i].New
		a.engines[i].New = func(p spec.Profile) (spec.Engine, error) {
			if doneIn(file) > 0 {
				self, _ := os.FindProcess(os.Getpid())
				_ = self.Kill()
				select {}
			}
			return create(p)
		}
	}
}

// doneIn counts the traces that a campaign has kept in its file of progress.
func doneIn(file string) uint64 {
	p := campaign.Saved{Counts: cover.NewCounts()}
	if shard.Read(file, &p) != nil {
		return 0
	}
	return p.Counts.Traces
}
