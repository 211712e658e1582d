package proof

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// words for the consequences of an operation; their subjects come in the order that the rules give.
var words = map[rules.Reason]string{
	rules.Replaced:   "%s has one target at most on %s: %s gives way to %s",
	rules.ComesWith:  "%s comes with %s: %s gets %s",
	rules.Mirrored:   "%s is Symmetric: %s gets %s",
	rules.Unmirrored: "%s is Symmetric: %s loses %s",
	rules.Prefab:     "%s is a child of the prefab %s: it gets %s",
	rules.StartsWith: "%s starts with the value that %s of its base %s has",
	rules.Copied:     "%s gets %s of its own, which its base %s has to be overridden",
	rules.TakenAlong: "%s has %s, and the policy takes it along with %s",
	rules.Dangled:    "%s loses %s, which mentions what was deleted",
	rules.Shared:     "%s gets %s from its base %s",
	rules.Refused:    "refused: %s",
}

// Steps says why an operation did more than it was asked for: which ids it replaced, copied, mirrored or took along,
// where it found its answer, or why it was refused. In the order in which it happened, each once.
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

// claim is a proof without further steps.
func claim(text string, cites ...[]spec.StatementID) spec.Proof {
	return spec.Proof{Claim: text, Cites: slices.Concat(cites...)}
}
