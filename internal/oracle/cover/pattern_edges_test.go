package cover_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// declaredPatternsOf are the patterns that operations show on the model of a profile with declared relationships.
func declaredPatternsOf(t *testing.T, ops ...spec.Operation) []cover.Pattern {
	relationship := func(h spec.Handle, d spec.Declaration) spec.Operation {
		return spec.Operation{Op: spec.OpRelationship, Entity: h, Declared: d}
	}
	world := []spec.Operation{
		relationship("L", spec.Declaration{ReverseIndex: true}), relationship("X", spec.Declaration{Exclusive: true}),
		relationship("F", spec.Declaration{Fields: []string{"f"}, Defaults: []spec.Scalar{{Type: spec.Bool, Bool: true}}}),
		relationship("T", spec.Declaration{Transient: true}),
		build.Entity("a"), build.Entity("b"), build.Entity("c"), build.Entity("d"),
	}
	tr := spec.NewTrace("tecs", append(world, ops...)...)
	c := cover.NewCounts()
	rec, err := runner.Record(tr, oracletest.Sound("model"), runner.Options{DumpEvery: -1}, &c)
	require.NoError(t, err)
	for i := range rec.Outcomes[:len(rec.Outcomes)-1] { // the last may be refused
		require.Nil(t, rec.Outcomes[i].Err, "operation %d: %s", i+1, rec.Outcomes[i].Err)
	}
	var out []cover.Pattern
	for _, p := range cover.Patterns() {
		if c.Patterns[p] > 0 {
			out = append(out, p)
		}
	}
	return out
}

func TestDeclaredPatternsAreRecognised(t *testing.T) {
	set := func(e, r, target spec.Handle) spec.Operation {
		return spec.Operation{Op: spec.OpSet, Entity: e, ID: spec.Pair(r, target)}
	}
	remove := func(e, r, target spec.Handle) spec.Operation {
		return spec.Operation{Op: spec.OpRemove, Entity: e, ID: spec.Pair(r, target)}
	}
	die := func(e spec.Handle) spec.Operation { return spec.Operation{Op: spec.OpDelete, Entity: e} }
	named := func(kind spec.OpKind, name string) spec.Operation { return spec.Operation{Op: kind, As: name} }
	parent := func(e, up spec.Handle) spec.Operation { return set(e, spec.ChildOf, up) }
	q := build.Terms(build.Tag("L"))
	hold := spec.Operation{Op: spec.OpPrepare, As: "q", Query: q}
	up := spec.Operation{Op: spec.OpWalkUp, Entity: "a", Relationship: "L", MaxDepth: 1}
	stopped := up
	stopped.Take = 1
	observe := spec.Operation{Op: spec.OpObserve, As: "o", Query: q, Monitor: true}
	events := spec.Operation{Op: spec.OpEvents}
	cases := map[cover.Pattern]struct{ is, not []spec.Operation }{
		cover.PatOneOfTwo:  {[]spec.Operation{set("a", "L", "b"), set("a", "L", "c"), remove("a", "L", "b")}, []spec.Operation{set("a", "L", "b"), remove("a", "L", "b")}},
		cover.PatRecycled:  {[]spec.Operation{set("a", "L", "b"), die("b"), build.Entity("e")}, []spec.Operation{set("a", "L", "b"), die("a"), build.Entity("e")}},
		cover.PatHeld:      {[]spec.Operation{hold, set("a", "L", "b"), {Op: spec.OpIterate, On: "q"}, build.Query(q)}, []spec.Operation{hold, {Op: spec.OpIterate, On: "q"}, build.Query(q)}},
		cover.PatDeferred:  {[]spec.Operation{{Op: spec.OpDeferBegin}, set("a", "L", "b"), set("a", "L", "c"), {Op: spec.OpDeferEnd}}, []spec.Operation{{Op: spec.OpDeferBegin}, set("a", "L", "b"), {Op: spec.OpDeferEnd}}},
		cover.PatRestored:  {[]spec.Operation{named(spec.OpSnapshot, "s"), build.Entity("e"), named(spec.OpRestore, "s"), build.Entity("f")}, []spec.Operation{named(spec.OpSnapshot, "s"), named(spec.OpRestore, "s"), build.Entity("f")}},
		cover.PatJoint:     {[]spec.Operation{parent("b", "a"), set("d", "L", "a"), set("d", "L", "b"), die("a")}, []spec.Operation{set("d", "L", "a"), set("d", "L", "b"), die("a")}},
		cover.PatReplaced:  {[]spec.Operation{set("a", "X", "b"), set("a", "X", "c")}, []spec.Operation{set("a", "L", "b"), set("a", "L", "c")}},
		cover.PatRepeated:  {[]spec.Operation{set("a", "L", "b"), set("a", "L", "b")}, []spec.Operation{set("a", "L", "b"), set("a", "L", "c")}},
		cover.PatSelfEdge:  {[]spec.Operation{set("a", "L", "a")}, []spec.Operation{set("a", "L", "b")}},
		cover.PatLongDeath: {[]spec.Operation{parent("b", "a"), parent("c", "b"), die("a")}, []spec.Operation{parent("b", "a"), parent("c", "a"), die("a")}},
		cover.PatLoopDeath: {[]spec.Operation{parent("b", "a"), parent("a", "b"), die("a")}, []spec.Operation{parent("b", "a"), die("a")}},
		cover.PatTransient: {[]spec.Operation{named(spec.OpSnapshot, "s"), set("a", "T", "b"), named(spec.OpRestore, "s")}, []spec.Operation{named(spec.OpSnapshot, "s"), set("a", "L", "b"), named(spec.OpRestore, "s")}},
		cover.PatAgain:     {[]spec.Operation{named(spec.OpSnapshot, "s"), named(spec.OpRestore, "s"), named(spec.OpRestore, "s")}, []spec.Operation{named(spec.OpSnapshot, "s"), named(spec.OpRestore, "s"), named(spec.OpSnapshot, "s"), named(spec.OpRestore, "s")}},
		cover.PatLoopWalk:  {[]spec.Operation{set("a", "L", "b"), set("b", "L", "a"), {Op: spec.OpTraverse, Entity: "a", Relationship: "L"}}, []spec.Operation{set("a", "L", "b"), {Op: spec.OpTraverse, Entity: "a", Relationship: "L"}}},
		cover.PatBounded:   {[]spec.Operation{set("a", "L", "b"), set("b", "L", "c"), up}, []spec.Operation{set("a", "L", "b"), up}},
		cover.PatTaken:     {[]spec.Operation{set("a", "L", "b"), stopped}, []spec.Operation{stopped}},
		cover.PatLastEdge:  {[]spec.Operation{hold, set("a", "L", "b"), remove("a", "L", "b")}, []spec.Operation{hold, set("a", "X", "b"), remove("a", "X", "b")}},
		cover.PatTargeting: {[]spec.Operation{build.Query(build.Terms(spec.Term{First: spec.EntityRef("L"), Second: spec.EntityRef("a")}))}, []spec.Operation{build.Query(q)}},
		cover.PatByDefault: {[]spec.Operation{set("a", "F", "b")}, []spec.Operation{{Op: spec.OpSet, Entity: "a", ID: spec.Pair("F", "b"), Args: []spec.Scalar{spec.Null()}}}},
		cover.PatRequired:  {[]spec.Operation{{Op: spec.OpSet, Entity: "a", ID: spec.Pair("F", "b"), Value: spec.RawValue{"x": true}}}, []spec.Operation{{Op: spec.OpSet, Entity: "a", ID: spec.Pair("F", "nobody")}}},
		cover.PatLeave:     {[]spec.Operation{observe, set("a", "L", "b"), die("a"), events}, []spec.Operation{observe, set("a", "L", "b"), die("b"), events}},
		cover.PatFirst:     {[]spec.Operation{set("a", "L", "b"), set("a", "L", "c"), {Op: spec.OpGet, Entity: "a", ID: spec.Single("L")}}, []spec.Operation{set("a", "L", "b"), {Op: spec.OpGet, Entity: "a", ID: spec.Single("L")}}},
	}
	for _, p := range cover.PatternsOf(spec.Tecs()) {
		c, ok := cases[p]
		require.True(t, ok, p)
		require.Contains(t, declaredPatternsOf(t, c.is...), p)
		require.NotContains(t, declaredPatternsOf(t, c.not...), p)
	}
}
