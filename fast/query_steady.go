package fast

import (
	"sync"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
)

// steadyMatches has the matches of a cached query that tables alone do not determine, because it
// follows pairs beside the tables or a transitive relationship, or because ids are disabled. They
// are valid until anything but a value changes. Since many worlds change before each loop, the
// matches are stored once a second loop has found the world as the first did.
type steadyMatches struct {
	mu      sync.Mutex
	matches query.Matches
	stored  uint64 // the [change.World.Moment] of matches; 0 if there are none
	found   uint64 // that of the last loop that had to search
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

// store takes over the matches of a set and their storage, if the world is as the loop before found
// it.
func (m *steadyMatches) store(set *matchSet) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := set.w.core.Moment()
	if m.found != now {
		m.found = now
		return
	}
	for i := range set.Tables { // parallel loops share the matches, so none may have to look up a column
		b := set.batch(i)
		for field := range set.width {
			set.lookUp(b, &set.Fields[b.at.first+field])
		}
	}
	m.matches, m.stored = set.Matches, now
	set.own = query.Matches{}
}
