package cli

import (
	"os"
	"sync"

	"github.com/relspec/relspec/oracle"
)

// knownFaults are the findings of a campaign that have been reduced, by group.
type knownFaults struct {
	mu      sync.Mutex
	byGroup map[string]divergence
}

func (k *knownFaults) get(group string) (divergence, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	d, known := k.byGroup[group]
	return d, known
}

// note keeps a reduced finding unless its group is known, and gives the one that is.
func (k *knownFaults) note(d divergence) (first divergence, fresh bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if first, known := k.byGroup[d.Group]; known {
		return first, false
	}
	if k.byGroup == nil {
		k.byGroup = map[string]divergence{}
	}
	k.byGroup[d.Group] = d
	return d, true
}

// group saves a divergence as it was found, reduces it, and names its group. One that is known already leaves no folder.
func (s *campaignSetup) group(f *oracle.CampaignFinding) (string, error) {
	if err := s.keepRaw(f); err != nil {
		return "", err
	}
	d, err := s.reduced(f)
	if err != nil {
		return "", err
	}
	if first, fresh := s.known.note(d); !fresh && d.Saved != "" && d.Saved != first.Saved {
		return d.Group, os.RemoveAll(d.Saved)
	}
	return d.Group, nil
}
