package compare

import "github.com/relspec/relspec/spec"

// Mode is how two answers are compared that are no refusals. [ModeOf] is the only table of it: what
// compares, and what tells other programs how to compare, ask there.
type Mode uint8

// The modes.
const (
	Open     Mode = iota // whatever is answered is right
	Equal                // the same value
	OneOf                // the same entity, or another of [Options.First]
	Set                  // the same elements, each as often, in any order
	Rows                 // the same results, block by block, in any order within a block
	PartOf               // as many results, each one of [Options.Full]
	Dump                 // worlds
	Events               // the same events, in order within one observer and entity
	Failures             // the same deferred commands failed
	Reasons              // the same rows are proved, and each term that is said to fail is one of [Options.Failing]
)

// ModeOf returns how the answers to an operation are compared.
func ModeOf(op *spec.Operation) Mode {
	switch op.Op.Outcome() {
	case spec.OutNone, spec.OutInfo:
		return Open
	case spec.OutExplanation:
		return Reasons
	case spec.OutBool, spec.OutNumber, spec.OutValue, spec.OutPath:
		return Equal
	case spec.OutText:
		if op.Op == spec.OpPlan { // each engine has plans of its own
			return Open
		}
		return Equal
	case spec.OutEntity:
		if op.Op == spec.OpTarget { // any target of several is right
			return OneOf
		}
		return Equal
	case spec.OutEntities, spec.OutIDs:
		return Set
	case spec.OutRows:
		switch {
		case op.Op == spec.OpIterNext: // how many rows an iterator gives at once is open; a run compares all of its rows
			return Open
		case op.Limit != 0 || op.Skip != 0:
			return PartOf
		}
		return Rows
	case spec.OutDump:
		return Dump
	case spec.OutEvents:
		return Events
	case spec.OutFailures:
		return Failures
	}
	return Open
}
