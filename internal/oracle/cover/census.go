package cover

import (
	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// Census counts the content of one trace: operations, properties, and queries by feature.
type Census struct {
	profile  spec.Profile
	counts   *Counts
	requests *expected.Requests
}

// NewCensus returns a census of one trace. Count adds to c, which may have counts of other traces.
func NewCensus(p spec.Profile, c *Counts) *Census {
	return &Census{profile: p, counts: c, requests: expected.NewRequests(p)}
}

// Count counts an operation with the answer of the reference.
func (n *Census) Count(op *spec.Operation, out *spec.Outcome) {
	c := n.counts
	c.Operations[op.Op]++
	if out.Err != nil {
		c.Refused[out.Err.Code]++
	}
	countProperties(n.requests, op, c.Properties)
	n.requests.Follow(op)
	c.Rows += uint64(len(out.Rows))
	if op.Query == nil && op.Op != spec.OpIterate {
		return
	}
	var s featureSet
	if op.Query != nil {
		s = traits{n.requests}.query(n.profile, op.Query)
	}
	s.setIf(spec.FeatPreset, len(op.Vars) > 0)
	s.setIf(spec.FeatHeld, op.Op == spec.OpIterate)
	s.setIf(spec.FeatEmptyAnswer, op.Op.Outcome() == spec.OutRows && out.Err == nil && len(out.Rows) == 0)
	c.Queries++
	var has []spec.Feature
	for k, f := range featureList {
		if s&(1<<k) != 0 {
			c.Features[f]++
			has = append(has, f)
		}
	}
	countPairs(has, c.Pairs)
}

var featureList = spec.Features()
