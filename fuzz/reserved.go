package fuzz

import "github.com/relspec/relspec/spec"

// reservedHandles are the reserved entities of a profile by the bytes that choose them. One that
// came later than the byte seeds takes its byte from the end, so that every other byte chooses the
// same as before there was the new row.
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
	for i := range out {
		out[i] = old[i%len(old)]
	}
	for i, h := range later[:min(len(later), reserve)] {
		out[len(out)-1-i] = h
	}
	return out
}
