package query

import "encoding/binary"

// If every alternative of an Or chain gives its matches (sets.or), alternatives may give the same
// match. It is reported once.

// addDedup appends steps that remove duplicate matches of a chain, if two alternatives can have
// the same match.
func (p *planner) addDedup(s *Step) {
	x := p.x
	if !overlap(s.Terms) {
		return
	}
	chain := len(x.steps) - 1
	if !p.split && s.splits() { // one alternative may bind $this to a table, another to an entity of it
		x.steps = append(x.steps, Step{Kind: stepSplit})
	}
	x.steps = append(x.steps, Step{Kind: stepApart, Node: s.Node, start: chain})
}

// overlap reports whether two alternatives may give the same match. They cannot if all of them are
// different constant ids.
func overlap(terms []Match) bool {
	for i := range terms {
		m := &terms[i]
		if m.sets != nil || m.Compares || m.First.Kind != ElementConst || m.Second.Kind > ElementConst {
			return true
		}
		for j := range terms[:i] {
			if terms[j].FirstID == m.FirstID && terms[j].secondID == m.secondID &&
				terms[j].Second.Kind == m.Second.Kind {
				return true
			}
		}
	}
	return false
}

// isNew reports whether a chain has not had its current match before, for the current values of the
// earlier variables.
func (x *Exec) isNew(chain *Step) bool {
	n := chain.Node
	var buf [64]byte
	key := append(buf[:0], byte(x.This))
	if x.This == ThisTable {
		key = binary.LittleEndian.AppendUint32(key, uint32(x.Table))
	}
	for slot := range x.Q.Variables {
		key = binary.LittleEndian.AppendUint32(key, x.Values[slot])
	}
	if n.Field >= 0 {
		if f := &x.Fields[n.Field]; f.Set {
			key = binary.LittleEndian.AppendUint64(key, uint64(f.ID))
			key = binary.LittleEndian.AppendUint32(key, x.Source(n.Field, x.Values[ThisSlot]))
		}
	}
	return chain.reported.add(key)
}
