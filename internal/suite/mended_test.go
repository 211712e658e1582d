package suite

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// lies answers that no entity has anything.
func lies(op *spec.Operation, out *spec.Outcome) {
	if op.Op == spec.OpHas && out.Bool {
		out.Bool = false
	}
}

// both is a subject with two defects. The arguments turn off one of them or both.
func both(arguments string) Open {
	return inProcess(fewCapabilities(), func(op *spec.Operation, out *spec.Outcome) {
		if arguments != "--rows" && arguments != "--rows --has" {
			forgetsRow(op, out)
		}
		if arguments != "--has" && arguments != "--rows --has" {
			lies(op, out)
		}
	})
}

func generatedOnly(names ...string) bool { return strings.HasPrefix(names[1], "generated/") }

const forgetsAndLies = `known:
  - {id: forgets, reason: The last row is lost., traces: [fans.jsonl], mended: --rows}
  - {id: lies, reason: Nothing has anything., traces: [has.jsonl], mended: --has}
`

func knownWithHas(t *testing.T, text string) *Known {
	t.Helper()
	files := folder(text)
	files["has.jsonl"] = &fstest.MapFile{Data: []byte(header + `{"op":"entity","entity":"R"}
{"op":"entity","entity":"a","ids":["R"]}
{"op":"has","entity":"a","id":"R"}
`)}
	known, err := ReadKnown(files, "known.yaml")
	require.NoError(t, err)
	return known
}

func TestFindingsThatAFixRemovesAreKnown(t *testing.T) {
	long.Only(t, "runs each finding of a campaign again")
	oneWorker(t)
	o := Options{
		Known: knownWithHas(t, forgetsAndLies), Mended: both, Traces: 40, Seed: 1, Workers: 1, Transcripts: 3,
		ReduceFor: -1, ReduceChecks: fewChecks, Keep: generatedOnly,
	}
	report, err := Run(t.Context(), both(""), o)
	require.NoError(t, err)
	requireReduced(t, report)
	require.True(t, report.OK, report.Text())
	require.Zero(t, report.Total().Count[Failed])
	require.Greater(t, report.Known[0].Findings, 5)
	require.Greater(t, report.Known[1].Findings, 5)
}

func TestFindingsThatRemainAfterAFixAreNew(t *testing.T) {
	oneWorker(t)
	onlyRows := "known: [{id: forgets, reason: r, traces: [fans.jsonl], mended: --rows}]"
	o := Options{
		Known: knownWithHas(t, onlyRows), Mended: both, Traces: 8, Seed: 1, Workers: 1, Transcripts: 3,
		ReduceFor: -1, ReduceChecks: fewChecks, Keep: generatedOnly,
	}
	report, err := Run(t.Context(), both(""), o)
	require.NoError(t, err)
	require.False(t, report.OK)
	requireReduced(t, report)
	require.NotEmpty(t, report.New())
	for _, f := range report.New() {
		require.Equal(t, "has value", f.Divergence.Difference.Signature(), f.Name)
	}
}

func TestATraceMayShowTwoKnownFailures(t *testing.T) {
	o := Options{Known: knownWithHas(t, forgetsAndLies), Mended: both}
	m := newMender(t.Context(), &o)
	defer m.close()
	fansOnly := strings.TrimPrefix(twoFans, header)
	trace := readTrace(t, fansOnly+`{"op":"has","entity":"a","id":["R","R"]}`+"\n")
	ids, err := m.causes(trace)
	require.NoError(t, err)
	require.Equal(t, "forgets, lies", ids)

	ids, err = m.causes(readTrace(t, fansOnly))
	require.NoError(t, err)
	require.Equal(t, "forgets", ids)
}

func TestAFixMustRemoveItsTraces(t *testing.T) {
	o := Options{
		Known:  knownWithHas(t, "known: [{id: forgets, reason: r, traces: [fans.jsonl], mended: --has}]"),
		Mended: both, Workers: 1, Transcripts: 1, Keep: only("default-t01 (flecs-3)"),
	}
	report, err := Run(t.Context(), both(""), o)
	require.NoError(t, err)
	require.False(t, report.OK)
	require.Contains(t, report.Failures, `known failure forgets: fans.jsonl also fails with "--has"`)
}

func TestAMendedSubjectMustStart(t *testing.T) {
	o := Options{
		Known: knownWithHas(t, forgetsAndLies), Workers: 1, Transcripts: 1,
		Keep: only("default-t01 (flecs-3)"), Mended: func(string) Open {
			return Adapter("./no-such-adapter", adapter.Options{})
		},
	}
	_, err := Run(t.Context(), both(""), o)
	require.ErrorContains(t, err, `known failure forgets: the subject does not start with "--rows"`)
	var refusal *spec.Error
	require.True(t, errors.As(err, &refusal))
}
