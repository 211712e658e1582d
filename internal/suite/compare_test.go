package suite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

func readTrace(t *testing.T, lines string) *spec.Trace {
	t.Helper()
	trace, err := spec.ReadTrace(strings.NewReader(`{"format":"relspec-trace","version":1,"profile":"flecs-3"}`+"\n"+lines), spec.ReadLimits{})
	require.NoError(t, err)
	return trace
}

func subject(t *testing.T, spoil func(*spec.Operation, *spec.Outcome)) *Subject {
	t.Helper()
	s, err := inProcess(fewCapabilities(), spoil)(t.Context(), 0)
	require.NoError(t, err)
	return s
}

const fans = `{"op":"entity","entity":"Likes"}
{"op":"entity","entity":"x"}
{"op":"entity","entity":"bob"}
{"op":"add","entity":"bob","id":["Likes","x"]}
{"op":"entity","entity":"eve"}
{"op":"add","entity":"eve","id":["Likes","x"]}
{"op":"query","terms":[{"first":"Likes","second":"x"}]}
{"op":"query","terms":[{"first":"Likes","second":"*"}]}
`

// One wrong answer does not hide the next.
func TestCompareContinuesAfterADivergence(t *testing.T) {
	c, err := compareTrace(t.Context(), readTrace(t, fans), subject(t, forgetsRow))
	require.NoError(t, err)
	require.Len(t, c.sightings, 2)
	for i, s := range c.sightings {
		require.Equal(t, "query rows missing", s.divergence.Difference.Signature())
		require.Len(t, s.trace.Entries, 7, "sighting %d ends with the operation that differs", i)
	}
	require.EqualValues(t, 7, c.counts.Comparisons["little"], "counted once, up to the first divergence")
}

// An operation that the subject does not support is removed on both sides, and the rest is still
// compared.
func TestCompareRemovesUnsupportedOperations(t *testing.T) {
	refusing := func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpAdd {
			*out = spec.Fail(spec.Errorf(spec.CodeUnsupported, "no pairs here"))
		}
	}
	engine := func(p spec.Profile) spec.Engine { return withoutAdd{subjectEngine(t, p), refusing} }
	info := fewCapabilities()
	info.Partly = []spec.Capability{spec.CapPairs}
	s, err := InProcess(engine, info, false)(t.Context(), 0)
	require.NoError(t, err)
	c, err := compareTrace(t.Context(), readTrace(t, fans), s)
	require.NoError(t, err)
	require.Empty(t, c.sightings)
	require.Len(t, c.unsupported, 2)
	require.EqualValues(t, 6, c.counts.Comparisons["little"])
	require.EqualValues(t, 4, c.counts.Dumps, "worlds are compared after the entities")
}

// The declaration of the caller counts, even if the engine answers hello with more.
func TestTheDeclarationReplacesTheAnswerToHello(t *testing.T) {
	info := fewCapabilities()
	info.Profiles = nil
	engine := func(p spec.Profile) spec.Engine { return model.New(p) }
	s, err := InProcess(engine, info, false)(t.Context(), 0)
	require.NoError(t, err)
	require.Equal(t, info.Capabilities, s.Info.Capabilities)
	s, err = InProcess(engine, spec.Info{}, false)(t.Context(), 0)
	require.NoError(t, err)
	require.Equal(t, engine(spec.Flecs3()).Apply(spec.Operation{Op: spec.OpHello}).Info.Capabilities, s.Info.Capabilities)
}

// An engine that declares a capability may not refuse it as unsupported (compare.declared).
func TestCompareFindsDeclaredButUnsupportedOperations(t *testing.T) {
	oneWorker(t)
	refusing := func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery {
			*out = spec.Fail(spec.Errorf(spec.CodeUnsupported, "no queries here"))
		}
	}
	s := subject(t, refusing)
	c, err := compareTrace(t.Context(), readTrace(t, fans), s)
	require.NoError(t, err)
	require.Len(t, c.sightings, 2)
	require.Equal(t, compare.DiffError, c.sightings[0].divergence.Difference.Kind)
	require.Empty(t, c.unsupported)
	all, err := cases(&s.Info, 1)
	require.NoError(t, err)
	wrong := 0
	for i := range all {
		if r, _ := all[i].run(t.Context(), s); r.Status == Failed && all[i].scenario != nil {
			require.Contains(t, r.Reason, "no queries here")
			wrong++
		}
	}
	require.Positive(t, wrong, "a scenario about a declared capability fails")
	s.Info.Partly = []spec.Capability{spec.CapQuery}
	for i := range all {
		r, _ := all[i].run(t.Context(), s)
		require.NotEqual(t, Failed, r.Status, "%s: %s", r.Name, r.Reason)
	}
}

// withoutAdd returns unsupported for add and changes nothing, as adapters must.
type withoutAdd struct {
	engine spec.Engine
	refuse func(*spec.Operation, *spec.Outcome)
}

func (w withoutAdd) Apply(op spec.Operation) spec.Outcome {
	var out spec.Outcome
	if w.refuse(&op, &out); out.Err != nil {
		return out
	}
	return w.engine.Apply(op)
}

func subjectEngine(t *testing.T, p spec.Profile) spec.Engine {
	t.Helper()
	engine, err := subject(t, nil).New(p)
	require.NoError(t, err)
	return engine
}

func TestCompareWithoutDumpsComparesAnswersOnly(t *testing.T) {
	info := fewCapabilities()
	info.Capabilities["world"] = []spec.Capability{spec.CapEntities, spec.CapPairs}
	s, err := inProcess(info, func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpDump {
			*out = spec.Outcome{Kind: spec.OutDump, Dump: &spec.Dump{}}
		}
	})(t.Context(), 0)
	require.NoError(t, err)
	c, err := compareTrace(t.Context(), readTrace(t, fans), s)
	require.NoError(t, err)
	require.Empty(t, c.sightings)
	require.Zero(t, c.counts.Dumps)
}

func TestReduceFoldsAndMerges(t *testing.T) {
	c, err := compareTrace(t.Context(), readTrace(t, fans), subject(t, forgetsRow))
	require.NoError(t, err)
	f := reduce(c.sightings[0], subject(t, forgetsRow), oracle.ReduceOptions{}, never)
	require.Equal(t, `query rows missing: entity R; entity a; entity b (R, a); entity c (R, a); query "(R, a)"`, f.Name)
	require.Equal(t, 7, f.From)
	require.NotEmpty(t, f.Why, "the finding has the reason of the reference")
}

func never() bool { return false }

func TestReduceKeepsIntermittentFindings(t *testing.T) {
	c, err := compareTrace(t.Context(), readTrace(t, fans), subject(t, forgetsRow))
	require.NoError(t, err)
	f := reduce(c.sightings[0], subject(t, nil), oracle.ReduceOptions{}, never)
	require.Zero(t, f.From)
	require.Len(t, f.Trace.Entries, 7)
	require.Contains(t, f.Text(), "did not occur when the trace ran again alone")
}

func TestReduceReportsATimeout(t *testing.T) {
	c, err := compareTrace(t.Context(), readTrace(t, fans), subject(t, forgetsRow))
	require.NoError(t, err)
	f := reduce(c.sightings[0], subject(t, forgetsRow), oracle.ReduceOptions{Checks: 1}, never)
	require.Contains(t, f.Text(), "reducing stopped after 1 tries; a smaller trace may exist")
}

// lateIn makes the first operation of the chosen worlds time out, in addition to the defect spoil.
func lateIn(worlds func(n int) bool, spoil func(*spec.Operation, *spec.Outcome)) Open {
	n := 0
	return InProcess(func(p spec.Profile) spec.Engine {
		n++
		late := worlds(n)
		return spoilt{model.New(p), func(op *spec.Operation, out *spec.Outcome) {
			if spoil != nil {
				spoil(op, out)
			}
			if late {
				late = false
				*out = spec.Fail(spec.Errorf(spec.CodeTimeout, "no answer"))
			}
		}}
	}, fewCapabilities(), false)
}

func opened(t *testing.T, open Open) *Subject {
	t.Helper()
	s, err := open(t.Context(), 0)
	require.NoError(t, err)
	return s
}

func TestATimeoutMustOccurTwice(t *testing.T) {
	once := lateIn(func(n int) bool { return n == 2 }, nil) // the first world only answers hello
	c, err := compareTrace(t.Context(), readTrace(t, fans), opened(t, once))
	require.NoError(t, err)
	require.Empty(t, c.sightings)
	require.Equal(t, 1, c.late)
	c, err = compareTrace(t.Context(), readTrace(t, fans), opened(t, lateIn(func(int) bool { return true }, nil)))
	require.NoError(t, err)
	require.NotEmpty(t, c.sightings)
	require.True(t, c.sightings[0].divergence.Hangs())
	require.Zero(t, c.late)
}

func TestLateAnswersDoNotChangeTheReducedTrace(t *testing.T) {
	c, err := compareTrace(t.Context(), readTrace(t, fans), subject(t, forgetsRow))
	require.NoError(t, err)
	want := reduce(c.sightings[0], subject(t, forgetsRow), oracle.ReduceOptions{}, never)
	busy := opened(t, lateIn(func(n int) bool { return n%5 == 0 }, forgetsRow))
	got := reduce(c.sightings[0], busy, oracle.ReduceOptions{}, never)
	require.Equal(t, want.Name, got.Name)
}

// The worlds of a long trace do not fit into memory, so fewer are compared, but always the last one.
func TestCompareALongTrace(t *testing.T) {
	trace := spec.NewTrace("flecs-3")
	for i := range 2000 {
		trace.Entries = append(trace.Entries, spec.Entry{
			Op: spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprintf("e%d", i))},
		})
	}
	loses := func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpDump && len(out.Dump.Entities) == 2000 {
			d := *out.Dump
			d.Entities = d.Entities[1:]
			out.Dump = &d
		}
	}
	c, err := compareTrace(t.Context(), trace, subject(t, nil))
	require.NoError(t, err)
	require.Empty(t, c.sightings)
	require.Less(t, c.counts.Dumps, uint64(500))
	c, err = compareTrace(t.Context(), trace, subject(t, loses))
	require.NoError(t, err)
	require.Len(t, c.sightings, 1)
	require.Equal(t, 1999, c.sightings[0].divergence.Index)
}
