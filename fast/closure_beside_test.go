package fast_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// besides lists the properties of transitive relationships whose pairs are stored outside the
// tables.
var besides = map[string][]fast.Entity{
	"DontFragment": {fast.Transitive, fast.Exclusive, fast.DontFragment},
	"Union":        {fast.Transitive, fast.Union},
	"Reflexive":    {fast.Transitive, fast.Reflexive, fast.Exclusive, fast.DontFragment},
}

// propertiesInTables returns the properties of an equally exclusive relationship with pairs in
// tables.
func propertiesInTables(properties []fast.Entity) (list []fast.Entity) {
	for _, p := range properties {
		switch p {
		case fast.DontFragment:
		case fast.Union:
			list = append(list, fast.Exclusive)
		default:
			list = append(list, p)
		}
	}
	return list
}

// Pairs outside the tables cost about as much as pairs inside. At a depth of 3,000 they once cost
// 300 times as much.
func TestClosureBesideTablesCostsAsMuch(t *testing.T) {
	const limit = 25
	for name, properties := range besides {
		inTables, nonFragmenting := costOfChain(propertiesInTables(properties)...), costOfChain(properties...)
		rules, closure := fastest(inTables.rules, nonFragmenting.rules), fastest(inTables.closure, nonFragmenting.closure)
		t.Logf("%s: rules %v, closure %v", name, rules, closure)
		require.Less(t, rules[1], limit*rules[0], "%s: a rule query", name)
		require.Less(t, closure[1], limit*closure[0], "%s: a closure", name)
	}
}

type chainCost struct{ rules, closure func() }

func costOfChain(properties ...fast.Entity) chainCost {
	const depth = 3000
	w := fast.NewWorld()
	r := w.NewRelationship("In", properties...)
	chain := []fast.Entity{w.Spawn()}
	for len(chain) < depth {
		chain = append(chain, w.Spawn(fast.Pair(r, chain[len(chain)-1])))
	}
	q, closure := fast.NewQuery0(w, fast.Pair(r, chain[0]), fast.Rule), w.Closure(r)
	return chainCost{func() { q.Len() }, func() {
		for _, e := range chain {
			closure.Has(e, chain[0])
		}
	}}
}

// fastest returns the shortest times of functions, run in turn.
func fastest(run ...func()) []time.Duration {
	best := make([]time.Duration, len(run))
	for round := range 5 {
		for i, f := range run {
			begin := time.Now()
			f()
			if took := time.Since(begin); round == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	return best
}
