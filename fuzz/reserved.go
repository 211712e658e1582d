package fuzz

import (
	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// reservedHandles maps a byte to the reserved entity that it selects. Entities that are newer than the
// byte seeds use bytes at the end, so that the meaning of the other bytes stays the same.
type reservedHandles [256]spec.Handle

func newReservedHandles(p *spec.Profile) (out reservedHandles) {
	var old, later []spec.Handle
	for _, row := range spec.Catalogue() {
		switch {
		case !row.In(*p):
		case row.Later:
			later = append(later, row.Handle)
		default:
			old = append(old, row.Handle)
		}
	}
	if p.NumberTargets {
		later = append(later, expected.Numbers[1:3]...)
	}
	for i := range out {
		out[i] = old[i%len(old)]
	}
	for i, h := range later[:min(len(later), reserve)] {
		out[len(out)-1-i] = h
	}
	return out
}
