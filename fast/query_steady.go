package fast

import (
	"sync"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
)

// steadyMatches stores the matches of a cached query if they depend on more than tables: the query
// follows a transitive relationship or pairs that are stored outside the tables, or ids are
// disabled. The matches are valid until anything but a value changes. In a world that changes
// before each loop, storing them would be wasted work. So the matches are stored only if the world
// has not changed between two loops.
type steadyMatches struct {
	mu      sync.Mutex
	matches query.Matches
	stored  uint64 // the [change.World.Moment] of matches; 0 if there are none
	found   uint64 // the moment of the last loop that had to find the matches
}

// restore gives the stored matches to a set. It returns false if they are not valid.
func (m *steadyMatches) restore(set *matchSet) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.stored == 0:
		return false
	case m.stored == set.w.core.Moment():
		set.Matches, set.each = m.matches, m.matches.Marked
		return true
	case set.w.core.Hooks.Load()&rules.HookLoops == 0: // no loop uses them
		set.own = m.matches
		set.Matches = set.own
		set.Reset()
	}
	m.matches, m.stored = query.Matches{}, 0
	return false
}

// store takes over the matches of a set and their storage, if the world has not changed since the
// loop before.
func (m *steadyMatches) store(set *matchSet) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := set.w.core.Moment()
	if m.found != now {
		m.found = now
		return
	}
	for i := range set.Tables {
		set.lookUp(set.batch(i))
	}
	m.matches, m.stored = set.Matches, now
	set.own = query.Matches{}
}
