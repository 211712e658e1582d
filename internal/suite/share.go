package suite

import (
	"cmp"
	"fmt"
	"sync"
	"time"
)

// share limits the time that all workers together spend on reducing in a phase, so that reducing
// never starves the rest.
type share struct {
	mu        sync.Mutex
	unlimited bool
	left      time.Duration
}

const reduceShare = 3 // reducing may take one third of a phase

// minReduceTime is the shortest time for which a reduction is started.
const minReduceTime = 20 * time.Millisecond

// begin starts a phase and computes its share. A phase without a deadline has no limit.
func (s *share) begin(phase time.Duration, workers int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unlimited, s.left = phase <= 0, max(phase, 0)/reduceShare*time.Duration(workers)
}

// take reserves time for one reduction, at most a quarter of what remains. It returns false if
// nothing remains. Call back() to return unused time.
func (s *share) take(limit time.Duration) (grant time.Duration, back func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unlimited {
		return limit, func() {}, true
	}
	grant = s.left / 4
	if limit > 0 {
		grant = min(grant, limit)
	}
	if grant < minReduceTime {
		return 0, nil, false
	}
	s.left -= grant
	begun := time.Now()
	return grant, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.left += max(grant-time.Since(begun), 0)
	}, true
}

// notReduced is the reason for a finding for which the share was used up.
func (o *Options) notReduced() string {
	return fmt.Sprintf("not reduced: the time for reducing within %v is used up", cmp.Or(o.Total, o.Duration))
}
