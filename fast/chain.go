package fast

// In an Or chain the first alternative that matches gives all its matches. Variables that occur in every alternative
// and that nothing has bound yet are bound by the chain: for each of their values the first alternative counts
// (ruling 9). An alternative that uses an unset conditional variable is left out, as if it were not written; a chain with
// none left is ignored (P-25).

// alternative is the alternative of a chain that is being tried.
type alternative struct {
	index int
	open  slots // variables that the chain binds
	own   slots // further variables that the alternative binds
}

// chain tries the alternatives in written order.
func (x *exec) chain(s *step, pc int) {
	common, ignored := ^slots(0), true
	for i := range s.terms {
		if m := &s.terms[i]; !x.unset(m.needs) {
			common &= m.binding()
			ignored = false
		}
	}
	open := x.openOf(common)
	for i := range s.terms {
		m := &s.terms[i]
		if x.unset(m.needs) {
			continue
		}
		s.trying = alternative{index: i, open: open, own: x.openOf(m.uses &^ common)}
		if x.matchAll(m, pc) && open == 0 || x.stop {
			return
		}
	}
	if ignored {
		s.trying = alternative{}
		x.skip(s.node, pc)
	}
}

// guard goes on after a match of an alternative unless an earlier one matches for the same values of the variables that
// the chain binds.
func (x *exec) guard(s *step, pc int) {
	t := s.trying
	if t.open != 0 && t.index > 0 {
		values, this, table := x.values, x.this, x.table
		for slot := range uint8(len(x.q.variables)) {
			if t.own&slotOf(slot) != 0 {
				x.values[slot] = 0
				if slot == thisSlot {
					x.this = thisOpen
				}
			}
		}
		earlier := false
		for i := 0; i < t.index && !earlier; i++ {
			m := &s.terms[i]
			earlier = m.needs&t.open == 0 && !x.unset(m.needs) && x.exists(m) // one that was left out stays so
		}
		x.values, x.this, x.table = values, this, table
		if earlier {
			return
		}
	}
	x.walk(pc + 1)
	s.trying = t
}

// openOf are the variables of a set that are unset.
func (x *exec) openOf(s slots) slots {
	open := slots(0)
	if s&slotOf(thisSlot) != 0 && x.this == thisOpen {
		open = slotOf(thisSlot)
	}
	for slot := uint8(1); int(slot) < len(x.q.variables); slot++ {
		if s&slotOf(slot) != 0 && x.values[slot] == 0 {
			open |= slotOf(slot)
		}
	}
	return open
}
