package cli

import (
	"sync"

	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/oracle"
)

// knownFindings are the findings of a campaign that have been reduced, by group.
type knownFindings struct {
	mu      sync.Mutex
	byGroup map[string]divergence
}

func (k *knownFindings) get(group string) (divergence, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	d, known := k.byGroup[group]
	return d, known
}

// note keeps a reduced finding unless its group is known, and gives the one that is. It is saved before anyone can name it,
// and one that is not kept has no folder: a folder that another names is never removed.
func (k *knownFindings) note(d divergence, save func() error) (divergence, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if first, known := k.byGroup[d.Group]; known {
		return first, nil
	}
	if err := save(); err != nil {
		return d, err
	}
	if k.byGroup == nil {
		k.byGroup = map[string]divergence{}
	}
	k.byGroup[d.Group] = d
	return d, nil
}

// group saves a divergence as it was found, reduces it, keeps the first of each group, and names the group.
func (s *campaignSetup) group(f *oracle.CampaignFinding) (string, error) {
	d, err := s.stored(f)
	return d.Group, err
}

// stored is the reduced form of a divergence, or the stored form of its group.
func (s *campaignSetup) stored(f *oracle.CampaignFinding) (divergence, error) {
	file, err := s.keepFound(f)
	if err != nil {
		return divergence{}, err
	}
	small := s.reduced(f)
	d, err := s.known.note(newDivergence(small, s.save), func() error {
		switch {
		case s.save == "":
			return nil
		case small.Divergence.Hangs(): // and so might the reference, of which a scenario asks the answers
			return small.Save(s.save, oracle.SaveOptions{})
		}
		return saveFinding(small, s.save, s.options.Reference)
	})
	if err != nil {
		return d, err
	}
	return d, finding.RemoveFound(file)
}
