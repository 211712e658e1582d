package acceptance

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/spec"
)

// The properties in this file hold in every reachable world, on every engine. The tests check them
// on dumps. They are derived from the text of the statements alone, without the model.

var (
	entityNames   = []spec.Handle{"a", "b", "c", "d"}
	relationships = []spec.Handle{"Plain", "Alone", "One", "Both", "Tree", "More", "ChildOf"}
)

// worldOfProperties has relationships with a property each: Alone is Exclusive, One a Union, Both
// Symmetric, Tree Acyclic, and More comes With Plain.
func worldOfProperties(t require.TestingT, engine spec.Engine) {
	properties := map[spec.Handle]spec.ID{
		"Alone": spec.Single(spec.Exclusive), "One": spec.Single(spec.Union), "Both": spec.Single(spec.Symmetric),
		"Tree": spec.Single(spec.Acyclic), "More": spec.Pair(spec.With, "Plain"),
	}
	for _, h := range relationships {
		if h == spec.ChildOf {
			continue
		}
		op := spec.Operation{Op: spec.OpEntity, Entity: h}
		if id, has := properties[h]; has {
			op.IDs = []spec.ID{id}
		}
		require.Nil(t, engine.Apply(op).Err)
	}
	for _, h := range entityNames {
		require.Nil(t, engine.Apply(spec.Operation{Op: spec.OpEntity, Entity: h}).Err)
	}
}

func drawPair(t *rapid.T, elements []spec.Handle) spec.ID {
	return spec.Pair(rapid.SampledFrom(relationships).Draw(t, "relationship"),
		rapid.SampledFrom(elements).Draw(t, "target"))
}

// drawChange draws a well-formed change, which may be refused.
func drawChange(t *rapid.T) spec.Operation {
	kinds := []spec.OpKind{
		spec.OpAdd, spec.OpAdd, spec.OpAdd, spec.OpAdd, spec.OpAdd, spec.OpAdd, spec.OpRemove, spec.OpRemove,
		spec.OpRemoveAll, spec.OpClear, spec.OpDelete,
	}
	op := spec.Operation{Op: rapid.SampledFrom(kinds).Draw(t, "op")}
	switch op.Op { //nolint:exhaustive // the kinds of operations above
	case spec.OpAdd:
		op.ID = drawPair(t, entityNames)
		if rapid.IntRange(0, 5).Draw(t, "single") == 0 {
			op.ID = spec.Single(rapid.SampledFrom(entityNames).Draw(t, "tag"))
		}
	case spec.OpRemove, spec.OpRemoveAll:
		op.ID = drawPair(t, append([]spec.Handle{spec.Wildcard}, entityNames...))
	}
	if op.Op != spec.OpRemoveAll {
		op.Entity = rapid.SampledFrom(entityNames).Draw(t, "entity")
	}
	return op
}

func dumpOf(t require.TestingT, engine spec.Engine) *spec.Dump {
	out := engine.Apply(spec.Operation{Op: spec.OpDump})
	require.Nil(t, out.Err)
	return out.Dump
}

func textOf(t require.TestingT, d *spec.Dump) string {
	text, err := json.Marshal(d)
	require.NoError(t, err)
	return string(text)
}

// owned lists the ids of each entity of a dump.
func owned(d *spec.Dump) map[spec.Handle][]spec.ID {
	all := map[spec.Handle][]spec.ID{}
	for _, e := range d.Entities {
		all[e.Handle] = []spec.ID{}
		for _, id := range e.IDs {
			all[e.Handle] = append(all[e.Handle], id.ID)
		}
	}
	return all
}

// onEngines checks a property on every engine and in every profile, in worlds after a few random
// changes. Engines without a needed capability are skipped.
func onEngines(
	t *testing.T, changes int, property func(*rapid.T, spec.Engine, spec.Profile), needs ...spec.Capability,
) {
	for _, engine := range everyEngine {
		for _, profile := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
			t.Run(engine.name+" "+profile.Name, func(t *testing.T) {
				declared := engine.fresh(profile).Apply(spec.Operation{Op: spec.OpHello}).Info.Capabilities
				for _, need := range needs {
					if len(declared) > 0 && !slices.Contains(declared["world"], need) {
						t.Skipf("the engine has no %s", need)
					}
				}
				rapid.Check(t, func(t *rapid.T) {
					e := engine.fresh(profile)
					worldOfProperties(t, e)
					for range rapid.IntRange(0, changes).Draw(t, "changes") {
						e.Apply(drawChange(t))
					}
					property(t, e, profile)
				})
			})
		}
	}
}

// An entity has at most one pair of an Exclusive or Union relationship (REL-212, REL-220), pairs of a Symmetric one are
// on both sides (REL-229, REL-230), an Acyclic one has no cycles (REL-203), and nothing that was deleted is mentioned
// (REL-118).
func TestPropertiesOfRelationshipsHold(t *testing.T) {
	onEngines(t, 25, func(t *rapid.T, e spec.Engine, profile spec.Profile) {
		all := owned(dumpOf(t, e))
		builtins := map[spec.Handle]bool{}
		for _, b := range spec.Builtins(profile) {
			builtins[b.Handle] = true
		}
		for entity, ids := range all {
			count := map[spec.Handle]int{}
			for _, id := range ids {
				count[id.First]++
				for _, element := range []spec.Handle{id.First, id.Second} {
					_, alive := all[element]
					require.True(t, alive || builtins[element] || element == "", "%s has %s, but %s is dead",
						entity, id, element)
				}
				if id.IsPair() && id.First == "Both" {
					require.Contains(t, all[id.Second], spec.Pair("Both", entity), "the mirror of %s on %s", id, entity)
				}
			}
			for _, r := range []spec.Handle{"Alone", "One", spec.ChildOf} {
				require.LessOrEqual(t, count[r], 1, "%s has several pairs of %s", entity, r)
			}
		}
		requireNoCycle(t, all, "Tree")
		requireNoCycle(t, all, spec.ChildOf)
	})
}

func requireNoCycle(t require.TestingT, all map[spec.Handle][]spec.ID, relationship spec.Handle) {
	reached := map[spec.Handle][]spec.Handle{}
	for range all {
		for entity, ids := range all {
			for _, id := range ids {
				if id.IsPair() && id.First == relationship {
					reached[entity] = append(append(reached[entity], id.Second), reached[id.Second]...)
					slices.Sort(reached[entity])
					reached[entity] = slices.Compact(reached[entity])
				}
			}
		}
	}
	for entity, others := range reached {
		require.NotContains(t, others, entity, "%s of %s", relationship, entity)
	}
}

// has returns true exactly for the pairs that an entity owns (REL-001).
func TestAnEdgeIsAPair(t *testing.T) {
	onEngines(t, 20, func(t *rapid.T, e spec.Engine, _ spec.Profile) {
		all := owned(dumpOf(t, e))
		for _, entity := range entityNames {
			for _, r := range relationships {
				for _, target := range entityNames {
					out := e.Apply(spec.Operation{Op: spec.OpHas, Entity: entity, ID: spec.Pair(r, target)})
					if _, alive := all[entity]; !alive {
						require.Equal(t, spec.CodeNotAlive, out.Err.Code)
						continue
					}
					require.Nil(t, out.Err)
					require.Equal(t, slices.Contains(all[entity], spec.Pair(r, target)), out.Bool, "%s (%s, %s)",
						entity, r, target)
				}
			}
		}
	})
}

// Without policies, a deletion removes the same ids as remove_all for its three forms (REL-125, REL-263), and leaves
// no reference (REL-118, REL-119).
func TestADeletionRemovesTheThreeForms(t *testing.T) {
	onEngines(t, 20, func(t *rapid.T, e spec.Engine, _ spec.Profile) {
		victim := rapid.SampledFrom(entityNames).Draw(t, "victim")
		e.Apply(spec.Operation{Op: spec.OpRemoveAll, ID: spec.Pair(spec.ChildOf, victim)}) // its policy is Delete
		if !e.Apply(spec.Operation{Op: spec.OpAlive, Entity: victim}).Bool {
			return
		}
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpSnapshot, As: "before"}).Err)
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpDelete, Entity: victim}).Err)
		deleted := textOf(t, dumpOf(t, e))
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpRestore, As: "before"}).Err)
		for _, id := range []spec.ID{
			spec.Single(victim), spec.Pair(victim, spec.Wildcard),
			spec.Pair(spec.Wildcard, victim),
		} {
			require.Nil(t, e.Apply(spec.Operation{Op: spec.OpRemoveAll, ID: id}).Err)
		}
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpClear, Entity: victim}).Err)
		rest := dumpOf(t, e)
		rest.Entities = slices.DeleteFunc(rest.Entities, func(d spec.DumpEntity) bool { return d.Handle == victim })
		require.Equal(t, deleted, textOf(t, rest))
	})
}

// The type of a pair is given by the first of four rules that applies (REL-047, REL-048).
func TestTheTypeOfAPair(t *testing.T) {
	for _, engine := range everyEngine {
		for _, profile := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
			e := engine.fresh(profile)
			value := []spec.Member{{Name: "x", Type: spec.I32}}
			for _, op := range []spec.Operation{
				{Op: spec.OpEntity, Entity: "tag"},
				{Op: spec.OpEntity, Entity: "marked", IDs: []spec.ID{spec.Single(spec.PairIsTag)}},
				{Op: spec.OpComponent, Entity: "empty"},
				{Op: spec.OpComponent, Entity: "type", Members: value},
				{Op: spec.OpComponent, Entity: "other", Members: value},
				{Op: spec.OpComponent, Entity: "markedType", Members: value},
				{Op: spec.OpAdd, Entity: "markedType", ID: spec.Single(spec.PairIsTag)},
			} {
				require.Nil(t, e.Apply(op).Err)
			}
			isType := map[spec.Handle]bool{"type": true, "other": true, "markedType": true}
			isMarked := map[spec.Handle]bool{"marked": true, "markedType": true, spec.ChildOf: true}
			firsts := []spec.Handle{"tag", "marked", "empty", "type", "other", "markedType", spec.ChildOf}
			for _, first := range firsts {
				for _, second := range firsts {
					want := spec.Handle("")
					switch {
					case !isType[first] && !isType[second], isMarked[first]:
					case isType[first]:
						want = first
					default:
						want = second
					}
					out := e.Apply(spec.Operation{Op: spec.OpTypeOf, ID: spec.Pair(first, second)})
					require.Nil(t, out.Err)
					require.Equal(t, want, out.Entity, "%s %s (%s, %s)", engine.name, profile.Name, first, second)
				}
			}
		}
	}
}

// Queries follow transitive relationships: if a path exists, it matches (REL-187). No pair is added (REL-191).
func TestTransitivityIsClosure(t *testing.T) {
	onEngines(t, 20, func(t *rapid.T, e spec.Engine, _ spec.Profile) {
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpAdd, Entity: "Plain", ID: spec.Single(spec.Transitive)}).Err)
		before := dumpOf(t, e)
		all := owned(before)
		target := rapid.SampledFrom(entityNames).Draw(t, "target")
		if _, alive := all[target]; !alive {
			return
		}
		want := map[spec.Handle]bool{}
		for range all {
			for entity, ids := range all {
				for _, id := range ids {
					want[entity] = want[entity] || id == spec.Pair("Plain", target) ||
						id.IsPair() && id.First == "Plain" && want[id.Second]
				}
			}
		}
		out := e.Apply(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{
			Kind: spec.KindRule, Terms: []spec.Term{{
				First: spec.EntityRef("Plain"), Second: spec.EntityRef(target),
				Src: spec.VarRef(spec.This),
			}},
		}})
		require.Nil(t, out.Err)
		got := map[spec.Handle]bool{}
		for _, row := range out.Rows {
			got[row.This] = true
		}
		for entity := range all {
			require.Equal(t, want[entity], got[entity], "%s (Plain, %s) in %s", entity, target, textOf(t, before))
		}
		require.Equal(t, textOf(t, before), textOf(t, dumpOf(t, e)))
	})
}
