package oracle

import "github.com/relspec/relspec/spec"

// Recording is a trace with what the reference answered, against which any number of implementations are checked.
// The reference runs once however many variants there are.
type Recording struct {
	Profile  spec.Profile
	Ops      []spec.Operation
	Outcomes []spec.Outcome
	// Dumps has the world after each operation where it was taken, nil elsewhere.
	Dumps []*spec.Dump
	// full has the answers without limit and skip, where an operation has one of them (P-33).
	full map[int][]spec.Row
	// targets has all targets, for operations that ask for one by index.
	targets map[int][]spec.Handle
}
