package compare

import "github.com/relspec/relspec/spec"

// Mode says how two answers that are not refusals are compared. [ModeOf] is the only table of
// modes; both the comparison and the export use it.
type Mode uint8

// The modes.
const (
	Open     Mode = iota // any answer is right
	Equal                // the same value, or for a foreign engine another of [Options.First]
	OneOf                // the same entity; any of [Options.First] for a foreign engine
	Set                  // the same elements, each the same number of times, in any order
	Rows                 // the same results, block by block, in any order within a block
	PartOf               // the same number of results, each one of [Options.Full]
	Dump                 // worlds
	Events               // the same events, in order within one observer and entity
	Failures             // the same deferred commands failed
	Reasons              // the same rows are proved, and each blamed term is one of [Options.Failing]
)

// modes has the mode of each kind of answer, if it does not depend on the operation.
var modes = [...]Mode{
	spec.OutNone: Open, spec.OutInfo: Open,
	spec.OutBool: Equal, spec.OutNumber: Equal, spec.OutEntity: Equal, spec.OutText: Equal, spec.OutValue: Equal,
	spec.OutPath:     Equal,
	spec.OutEntities: Set, spec.OutIDs: Set,
	spec.OutRows: Rows, spec.OutDump: Dump, spec.OutEvents: Events, spec.OutFailures: Failures,
	spec.OutExplanation: Reasons,
}

// ModeOf returns how the answers to an operation are compared.
func ModeOf(op *spec.Operation) Mode {
	switch {
	case op.Op == spec.OpPlan: // plans are specific to each engine
		return Open
	case op.Op == spec.OpIterNext: // an iterator may return any number of rows at once; a run compares all of its rows
		return Open
	case op.Op == spec.OpTarget: // any of several targets is right
		return OneOf
	case op.Op.Outcome() == spec.OutRows && (op.Limit != 0 || op.Skip != 0):
		return PartOf
	}
	return modes[op.Op.Outcome()]
}
