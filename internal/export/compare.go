package export

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// Compare says how to compare an answer with the wanted one. The same version of the format may add
// new modes; a reader that does not know a mode treats it as [Done]. If the wanted answer is a
// refusal, any refusal matches, whatever the mode.
type Compare string

// The modes of comparison.
const (
	Done   Compare = "done"    // the operation must succeed; ignore the answer
	Equal  Compare = "equal"   // the answer must be equal
	OneOf  Compare = "one of"  // an entity in the list "any"
	Set    Compare = "set"     // the same elements in any order, each the same number of times
	Rows   Compare = "rows"    // the same results, block by block, in any order within a block
	PartOf Compare = "part of" // the same number of results, each contained in "full"
)

// compare sets the mode of the step, and asks the reference for other right answers.
func (s *Step) compare(reference spec.Engine, p spec.Profile) {
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
		if s.Full = reference.Apply(all).Rows; slices.ContainsFunc(s.Full, compare.MayShare) {
			s.Compare, s.Full = Done, nil
		}
	case Equal:
		if compare.FirstTargetsOf(reference, p, op) != nil { // other answers are right, too
			s.Compare = Done
		}
	case Rows:
		if slices.ContainsFunc(s.Want.Rows, compare.MayShare) {
			s.Compare = Done
		}
	case Done, Set:
	}
}

// howToCompare translates the rules of package compare into a mode. Files contain no worlds, failed
// deferred commands or explanations, so those answers are not compared.
func howToCompare(op *spec.Operation) Compare {
	switch compare.ModeOf(op) {
	case compare.Equal:
		return Equal
	case compare.OneOf:
		return OneOf
	case compare.Set, compare.Events:
		return Set
	case compare.Rows:
		return Rows
	case compare.PartOf:
		return PartOf
	case compare.Open, compare.Dump, compare.Failures, compare.Reasons:
	}
	return Done
}
