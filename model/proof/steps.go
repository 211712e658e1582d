package proof

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// words has a text for each reason. The arguments are the subjects of the step, in the order that
// rules.Reason documents.
var words = map[rules.Reason]string{
	rules.Replaced:   "%s allows one target on %s: %s is replaced by %s",
	rules.ComesWith:  "%s comes with %s: %s gets %s",
	rules.Mirrored:   "%s is Symmetric: %s gets %s",
	rules.Unmirrored: "%s is Symmetric: %s loses %s",
	rules.Prefab:     "%s is a child of the prefab %s: it gets %s",
	rules.StartsWith: "%s starts with the value that %s of its base %s has",
	rules.Copied:     "%s gets its own %s, because its base %s has an override of it",
	rules.TakenAlong: "%s has %s, so the policy deletes it together with %s",
	rules.Dangled:    "%s loses %s, which mentions what was deleted",
	rules.Shared:     "%s gets %s from its base %s",
	rules.Refused:    "refused: %s",
}

// Steps describes the consequences of an operation: which ids it replaced, copied or mirrored,
// which entities it deleted with others, from which base its answer comes, or why it was refused.
// The steps are in the order in which they happened, each once.
func Steps(steps []rules.Step) []spec.Proof {
	var out []spec.Proof
	for _, s := range steps {
		p := spec.Proof{Claim: fmt.Sprintf(words[s.Why], s.About...), Cites: s.Rests}
		if !slices.ContainsFunc(out, func(o spec.Proof) bool { return o.Claim == p.Claim }) {
			out = append(out, p)
		}
	}
	return out
}

// claim returns a proof without further steps.
func claim(text string, cites ...[]spec.StatementID) spec.Proof {
	return spec.Proof{Claim: text, Cites: slices.Concat(cites...)}
}
