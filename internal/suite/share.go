package suite

import (
	"fmt"
	"sync"
	"time"
)

// share is the time that reducing may take of a phase, on all workers together, so that it never starves the rest.
type share struct {
	mu        sync.Mutex
	unlimited bool
	left      time.Duration
}

// reduceShare is the part of a phase that reducing may take.
const reduceShare = 3 // one in

// minReduceTime is less than which a reduction is not worth beginning.
const minReduceTime = 20 * time.Millisecond

// begin gives a phase its share; a phase without end has no limit.
func (s *share) begin(phase time.Duration, workers int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unlimited, s.left = phase <= 0, max(phase, 0)/reduceShare*time.Duration(workers)
}

// take reserves time for one reduction, at most a quarter of the rest, and false where there is none. back returns
// the time that was not needed.
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

// notReduced says why a finding is as it was seen.
func (o *Options) notReduced() string {
	return fmt.Sprintf("not reduced: the share of reducing in %v is used up", o.Total)
}
