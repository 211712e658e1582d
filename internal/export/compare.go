package export

import "github.com/relspec/relspec/spec"

// Compare says how an answer is held against the wanted one. Files of one version may get new ones; a reader that does not know
// one compares as with [Done]. A wanted refusal is met by any refusal, whatever this says.
type Compare string

// The ways to compare.
const (
	Done   Compare = "done"    // it succeeds; its answer is open
	Equal  Compare = "equal"   // the answer is the wanted one
	OneOf  Compare = "one of"  // an entity of the list "any"
	Set    Compare = "set"     // the same elements in any order, each as often
	Rows   Compare = "rows"    // the same results, block by block, in any order within a block
	PartOf Compare = "part of" // as many results, each one of "full"
)

// compare fills in how the step is compared, and asks the reference for the other right answers.
func (s *Step) compare(reference spec.Engine) {
	op := &s.Request
	s.Compare = howToCompare(op)
	if s.Want.Err != nil {
		s.Compare = Done
		return
	}
	switch s.Compare {
	case OneOf:
		all := reference.Apply(spec.Operation{Op: spec.OpTargets, Entity: op.Entity, Relationship: op.Relationship})
		s.Any = all.Entities
		if s.Want.Entity == "" || len(s.Any) == 0 {
			s.Compare, s.Any = Equal, nil
		}
	case PartOf:
		all := *op
		all.Limit, all.Skip = 0, 0
		s.Full = reference.Apply(all).Rows
	case Done, Equal, Set, Rows:
	}
}

func howToCompare(op *spec.Operation) Compare {
	switch op.Op.Outcome() {
	case spec.OutNone, spec.OutExplanation, spec.OutInfo, spec.OutDump, spec.OutFailures:
		return Done
	case spec.OutBool, spec.OutNumber, spec.OutValue, spec.OutPath:
		return Equal
	case spec.OutText:
		if op.Op == spec.OpPlan {
			return Done
		}
		return Equal
	case spec.OutEntity:
		if op.Op == spec.OpTarget {
			return OneOf
		}
		return Equal
	case spec.OutEntities, spec.OutIDs, spec.OutEvents:
		return Set
	case spec.OutRows:
		switch {
		case op.Op == spec.OpIterNext: // how many rows come at once is open
			return Done
		case op.Limit != 0 || op.Skip != 0:
			return PartOf
		}
		return Rows
	}
	return Done
}
