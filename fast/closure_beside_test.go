package fast_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
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

// A transitive relationship gives the same answers whether its pairs are stored inside or outside
// the tables.
func TestClosureDoesNotDependOnTheStorage(t *testing.T) {
	for name, properties := range besides {
		t.Run(name, func(t *testing.T) {
			draw := rand.New(rand.NewPCG(31, uint64(len(name)))) //nolint:gosec // a test
			w := fast.NewWorld()
			tables, nonFragmenting := w.NewRelationship("Tables", propertiesInTables(properties)...),
				w.NewRelationship("Beside", properties...)
			closures := []*fast.Closure{w.Closure(tables), w.Closure(nonFragmenting)}
			require.NoError(t, w.AddPair(w.Spawn(), w.NewRelationship("Other", fast.Exclusive, fast.DontFragment),
				w.Spawn()))
			list := make([]fast.Entity, 24)
			for i := range list {
				list[i] = w.Spawn()
			}
			var kept *fast.Snapshot
			first := list[0]
			held := fast.NewQuery0(w, fast.Pair(nonFragmenting, first), fast.Rule)
			for step := range 300 {
				at := draw.IntN(len(list))
				e, target := list[at], list[draw.IntN(len(list))]
				switch draw.IntN(16) {
				case 0, 1, 2:
					for _, r := range []fast.Entity{tables, nonFragmenting} {
						require.NoError(t, w.RemovePair(e, r, fast.Wildcard))
					}
				case 3:
					require.NoError(t, w.Delete(e))
					list[at] = w.Spawn()
				case 4:
					kept = w.Snapshot()
				case 5:
					if kept != nil {
						w.Restore(kept)
						list = slices.DeleteFunc(list, func(e fast.Entity) bool { return !w.Alive(e) })
						for len(list) < 24 {
							list = append(list, w.Spawn())
						}
					}
				default:
					for _, r := range []fast.Entity{tables, nonFragmenting} {
						require.NoError(t, w.AddPair(e, r, target))
					}
				}
				e, target = list[draw.IntN(len(list))], list[draw.IntN(len(list))]
				require.Equal(t, closures[0].Has(e, target), closures[1].Has(e, target), "step %d", step)
				require.Equal(t, leading(w, tables, target), leading(w, nonFragmenting, target), "step %d", step)
				if w.Alive(first) {
					require.Len(t, leading(w, tables, first), held.Len(), "step %d", step)
				} else {
					first = list[0]
					held = fast.NewQuery0(w, fast.Pair(nonFragmenting, first), fast.Rule)
				}
			}
			require.NoError(t, bridge.Core(w).CheckInvariants())
		})
	}
}

// leading returns the entities for which a rule query has the pair, in order.
func leading(w *fast.World, relationship, target fast.Entity) []fast.Entity {
	var list []fast.Entity
	for e := range fast.NewQuery0(w, fast.Pair(relationship, target), fast.Rule).All() {
		list = append(list, e)
	}
	slices.Sort(list)
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
