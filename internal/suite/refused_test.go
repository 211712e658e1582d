package suite

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// An adapter may declare a capability in part. The report says what it left out.
func TestTheReportCountsUnsupportedAnswers(t *testing.T) {
	info := fewCapabilities()
	for _, some := range info.Capabilities {
		info.Partly = append(info.Partly, some...)
	}
	noSingles := func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpAdd && !op.ID.IsPair() {
			*out = spec.Fail(spec.Errorf(spec.CodeUnsupported, "pairs only"))
		}
	}
	o := Options{Traces: 4, Seed: 2, Workers: 2, Keep: only("none")}
	report, err := Run(t.Context(), inProcess(info, noSingles), o)
	require.NoError(t, err)
	require.Len(t, report.Refused, 1, report.Text())
	n := report.Refused[0].Answers
	require.Positive(t, n)
	require.Equal(t, Refused{spec.OpAdd, n, map[string]int{"pairs only": n}}, report.Refused[0])
	require.Regexp(t, `\nunsupported  add \d+: "pairs only" \d+\n`, report.Text())
}

func TestOftenUnsupportedOperationsComeFirst(t *testing.T) {
	var r refusals
	for _, a := range []struct {
		op      spec.OpKind
		message string
	}{{spec.OpQuery, "x"}, {spec.OpAdd, "y"}, {spec.OpQuery, "y"}, {spec.OpClear, "y"}, {spec.OpQuery, "y"}} {
		r.count(a.op, spec.Errorf(spec.CodeUnsupported, "%s", a.message))
	}
	r.count(spec.OpAdd, spec.Errorf(spec.CodeInvalid, "no"))
	r.count(spec.OpAdd, nil)
	report := &Report{Refused: r.list()}
	require.Contains(t, report.Text(),
		"unsupported  query 3: \"y\" 2, \"x\" 1\nunsupported  add 1: \"y\" 1\nunsupported  clear 1: \"y\" 1\n")
}

func TestManyMessagesAreCountedTogether(t *testing.T) {
	var r refusals
	for n := range 1000 {
		r.count(spec.OpAdd, spec.Errorf(spec.CodeUnsupported, "not for e%d", n))
	}
	all := r.list()
	require.Equal(t, 1000, all[0].Answers)
	require.Len(t, all[0].Messages, keptMessages+1)
	require.Equal(t, 1000-keptMessages, all[0].Messages[otherMessages])
}
