package query

import "encoding/binary"

// An Or chain has the matches of its first alternative that matches. (In some profiles every
// alternative counts; a match that several alternatives have is reported once, see isNew.) Variables
// that occur in every alternative and are unbound before the chain are bound by it: for each of
// their values the first matching alternative counts. An alternative that uses an unset conditional
// variable is skipped; if all are skipped, the chain is ignored (variables.or).

// alternative is the alternative of a chain that is being tried.
type alternative struct {
	index int
	open  Slots // variables that the chain binds
	own   Slots // further variables that the alternative binds
}

// chain tries the alternatives in written order.
func (x *Exec) chain(s *Step, pc int) {
	common, ignored := ^Slots(0), true
	for i := range s.Terms {
		if m := &s.Terms[i]; !x.unset(m.needs) {
			common &= m.binding()
			ignored = false
		}
	}
	every := x.W.Profile.OrEvery
	s.reported = nil
	open := x.openOf(common)
	for i := range s.Terms {
		m := &s.Terms[i]
		if x.unset(m.needs) {
			continue
		}
		s.trying = alternative{index: i, open: open, own: x.openOf(m.Uses &^ common)}
		if x.matchAll(m, pc) && open == 0 && !every || x.stop {
			return
		}
	}
	if ignored {
		s.trying = alternative{}
		x.skip(pc)
	}
}

// guard continues after a match of an alternative, unless an earlier alternative matches for the
// same values of the variables that the chain binds.
func (x *Exec) guard(s *Step, pc int) {
	t := s.trying
	if t.open != 0 && t.index > 0 {
		values, this, table := x.Values, x.This, x.Table
		for slot := range uint8(len(x.Q.Variables)) {
			if t.own&SlotOf(slot) != 0 {
				x.Values[slot] = 0
				if slot == ThisSlot {
					x.This = ThisOpen
				}
			}
		}
		earlier := false
		for i := 0; i < t.index && !earlier; i++ {
			m := &s.Terms[i]
			// An alternative that was skipped because of an unset variable stays skipped.
			earlier = m.needs&t.open == 0 && !x.unset(m.needs) && x.exists(m)
		}
		x.Values, x.This, x.Table = values, this, table
		if earlier {
			return
		}
	}
	x.Walk(pc + 1)
	s.trying = t
}

// isNew reports whether a chain has not had its current match before, for the current values of the
// earlier variables.
func (x *Exec) isNew(chain *Step) bool {
	var buf [64]byte
	key := append(buf[:0], byte(x.This))
	if x.This == ThisTable {
		key = binary.LittleEndian.AppendUint32(key, uint32(x.Table))
	}
	for slot := range x.Q.Variables {
		key = binary.LittleEndian.AppendUint32(key, x.Values[slot])
	}
	return chain.reported.add(x.AppendRow(key, x.Values[ThisSlot]))
}

// openOf returns the unset variables of a set.
func (x *Exec) openOf(s Slots) Slots {
	open := Slots(0)
	if s&SlotOf(ThisSlot) != 0 && x.This == ThisOpen {
		open = SlotOf(ThisSlot)
	}
	for slot := uint8(1); int(slot) < len(x.Q.Variables); slot++ {
		if s&SlotOf(slot) != 0 && x.Values[slot] == 0 {
			open |= SlotOf(slot)
		}
	}
	return open
}
