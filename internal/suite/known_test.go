package suite

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

const header = `{"format":"relspec-trace","version":1,"profile":"flecs-3"}` + "\n"

// twoFans is the reduced trace that shows the defect of forgetsRow.
const twoFans = header + `{"op":"entity","entity":"R"}
{"op":"entity","entity":"a","ids":[["R","R"]]}
{"op":"entity","entity":"b","ids":[["R","R"]]}
{"op":"query","terms":[{"first":"R","second":"R"}]}
`

func folder(known string) fstest.MapFS {
	return fstest.MapFS{
		"known.yaml": {Data: []byte(known)}, "fans.jsonl": {Data: []byte(twoFans)}, "broken.jsonl": {Data: []byte("{")},
	}
}

func TestReadKnown(t *testing.T) {
	known, err := ReadKnown(folder(`known:
  - id: forgets
    reason: The last row is lost.
    link: https://example.com/1
    cases: ['pairs-01 (*)']
    findings: ['query rows missing: *']
    traces: [fans.jsonl]
`), "known.yaml")
	require.NoError(t, err)
	require.Len(t, known.Entries, 1)
	require.Equal(t, "forgets", known.ofCase("pairs-01 (flecs-4)").ID)
	require.Nil(t, known.ofCase("pairs-011"))
	fan := &Finding{Finding: &oracle.Finding{Trace: known.Entries[0].traces[0]}, Name: "query rows missing: entity a"}
	require.Equal(t, "forgets", known.ofFinding(fan).ID)
	require.Nil(t, known.ofFinding(&Finding{Finding: fan.Finding, Name: "has value: entity a"}))
	require.Len(t, known.Entries[0].traces[0].Entries, 4)
}

// A pattern with the field after fits only findings with such operations.
func TestPatternsOfFindingsAfterOperations(t *testing.T) {
	for after, fits := range map[string]bool{`\(R, R\)\n(.|\n)*^query `: true, "^delete ": false} {
		known := knownFrom(t, "known: [{id: f, reason: r, findings: ['*'], traces: [fans.jsonl], got: '^crash', after: '"+after+"'}]")
		f := &Finding{Finding: &oracle.Finding{Trace: known.Entries[0].traces[0]}, Name: "query rows missing"}
		require.Equal(t, fits, known.ofFinding(f) != nil, after)
	}
}

// A list may include the differences that recorded transcripts declare, and may add evidence for
// them.
func TestReadKnownOfRecorded(t *testing.T) {
	known, err := ReadKnown(folder(`recorded: [3.2.12]
known:
  - id: cached-not-only
    reason: Seen here.
    link: fans.md
    traces: [fans.jsonl]
`), "known.yaml")
	require.NoError(t, err)
	require.Greater(t, len(known.Entries), 50)
	mine := known.Entries[0]
	require.Equal(t, "Seen here.", mine.Reason)
	require.True(t, mine.Describes())
	ids := map[string]Class{}
	for _, e := range known.Entries {
		ids[e.ID] = e.Class
	}
	require.Len(t, ids, len(known.Entries))
	require.Equal(t, Differs, ids["disabled-inherited"])
	require.NotContains(t, ids, "cached-or-childof", "the entry applies only to version 4.1.6")
}

func TestReadKnownRefuses(t *testing.T) {
	tests := map[string]string{
		"known: [{id: a, cases: ['*']}]":               "has no reason: write one",
		"known: [{reason: r, cases: ['*']}]":           "has no id",
		"- id: a":                                      "line 1: cannot unmarshal !!seq into suite.knownList",
		"known: [3]":                                   "line 1: cannot unmarshal !!int",
		"known: [{id: [a]}]":                           "line 1: cannot unmarshal !!seq into string",
		"known: [{id: a, cases: x, odd: y}]":           "line 1: field odd not found",
		"known: [{id: a, reason: r}]":                  "add cases, findings or traces, or describe a behaviour",
		"known: [{id: a, reason: r, findings: ['*']}]": "findings need traces",
		"known: [{id: a, reason: r, mended: --without-it, cases: ['*']}]":             "mended needs traces",
		"known: [{id: a, reason: r, traces: [missing.jsonl]}]":                        "missing.jsonl",
		"known: [{id: a, reason: r, traces: [broken.jsonl]}]":                         "broken.jsonl",
		"known: [{id: a, reason: r, case: ['*']}]":                                    "case",
		"known: [{id: a, reason: r, cases: ['*']}, {id: a, reason: r, cases: ['*']}]": "two entries have the id",
		"known: [{id: a, reason: r, class: odd, ops: [has]}]":                         `unknown class "odd"; use one of [defect`,
		"known: [{id: a, reason: r, term: 'no such word'}]":                           `unknown word "no"`,
		"known: 3": "known.yaml",
		`{"known": [{"id": "a", "id": "b", "reason": "r", "cases": ["*"]}]}`:         `"id" already defined`,
		`{"known": [{"Id": "a", "reason": "r", "cases": ["*"]}]}`:                    "Id",
		"{\"known\": [\n{\"id\": \"a\", \"reason\": \"\xff\", \"cases\": [\"*\"]}]}": "line 2: the text is not UTF-8",
	}
	for text, want := range tests {
		_, err := ReadKnown(folder(text), "known.yaml")
		require.ErrorContains(t, err, want, text)
	}
	_, err := ReadKnown(folder(""), "other.yaml")
	require.ErrorContains(t, err, "other.yaml")
}

func TestGlob(t *testing.T) {
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{"a*c", "abc", true},
		{"a*c", "ac", true},
		{"a*c", "abcd", false},
		{"*", "", true},
		{"a.c", "abc", false},
		{`(\*, *)`, "(*, a)", true},
		{`(\*, *)`, "(R, a)", false},
		{"a*", "a\nb", true},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, glob(tt.pattern).MatchString(tt.text), "%q %q", tt.pattern, tt.text)
	}
}

func knownFrom(t *testing.T, text string) *Known {
	t.Helper()
	known, err := ReadKnown(folder(text), "known.yaml")
	require.NoError(t, err)
	return known
}

// only selects cases by name.
func only(names ...string) func(...string) bool {
	return func(of ...string) bool {
		for _, n := range names {
			if n == of[0] {
				return true
			}
		}
		return false
	}
}

// aboutQueries selects the generated traces and the scenarios with the most queries, in which the
// engine loses rows.
func aboutQueries(names ...string) bool {
	return strings.HasPrefix(names[0], "queries-") || generatedOnly(names...)
}

// fewChecks limits reduction in tests for which the size of the reduced trace does not matter.
const fewChecks = 40

// oneWorker skips a test in short mode. Short mode looks for data races, but the test has only one
// worker.
func oneWorker(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("every run has one worker, so there is nothing concurrent to test")
	}
}

func runWith(t *testing.T, spoil func(*spec.Operation, *spec.Outcome), o Options) *Report {
	t.Helper()
	oneWorker(t)
	o.Workers, o.Transcripts, o.ReduceFor = 1, 3, -1
	report, err := Run(t.Context(), inProcess(fewCapabilities(), spoil), o)
	require.NoError(t, err)
	requireReduced(t, report)
	return report
}

// requireReduced requires that each finding that is not intermittent is smaller than the trace in
// which it occurred, or cannot be reduced further.
func requireReduced(t *testing.T, report *Report) {
	t.Helper()
	for _, f := range report.Findings {
		if f.Runs == 0 && f.From > least {
			require.Less(t, len(f.Trace.Entries), f.From, f.Name)
		}
	}
}

// least is larger than the reduced trace of every fault in these tests.
const least = 10

const forgets = `known:
  - id: forgets
    reason: The last row is lost.
    findings: ['* rows missing: *']
    traces: [fans.jsonl]
`

func TestKnownFailuresAreNoFailures(t *testing.T) {
	oneWorker(t)
	report := runWith(t, forgetsRow, Options{
		Known: knownFrom(t, forgets), Traces: 8, Seed: 1, ReduceChecks: fewChecks, Keep: aboutQueries,
	})
	total := report.Total()
	require.True(t, report.OK, report.Text())
	require.Zero(t, total.Count[Failed])
	require.Greater(t, total.Count[KnownFails], 5)
	require.Greater(t, total.Count[Passed], 5)
	require.Greater(t, report.Known[0].Cases, 5)
	require.GreaterOrEqual(t, report.Known[0].Findings, report.Known[0].Cases)
	require.Empty(t, report.New())
}

func TestKnownFailuresMustStillFail(t *testing.T) {
	keep := only("queries-t01 (flecs-3)")
	report := runWith(t, nil, Options{Known: knownFrom(t, forgets), Keep: keep})
	require.False(t, report.OK)
	require.Equal(t, []string{"known failure forgets: fans.jsonl no longer fails"}, report.Failures)

	byCase := "known: [{id: c, reason: r, cases: ['queries-t01 (*)']}]"
	report = runWith(t, nil, Options{Known: knownFrom(t, byCase), Keep: keep})
	require.False(t, report.OK)
	require.Equal(t, []string{"known failure c: the case queries-t01 (flecs-3) no longer fails (passed); remove it from the entry"},
		report.Failures)
}

// The description of a known failure must explain its own trace.
func TestDescriptionsFitTheirTraces(t *testing.T) {
	keep := only("queries-t01 (flecs-3)")
	for description, failures := range map[string][]string{
		"missing: {row: this, some: true}": nil,
		"extra: {row: this}":               {"known failure forgets: its description does not fit fans.jsonl"},
	} {
		text := "known: [{id: forgets, reason: r, traces: [fans.jsonl], ops: [query], " + description + "}]"
		report := runWith(t, forgetsRow, Options{Known: knownFrom(t, text), Keep: keep})
		require.ElementsMatch(t, failures, report.Failures, description)
	}
}

func TestKnownCases(t *testing.T) {
	oneWorker(t)
	all, err := wrong()
	require.NoError(t, err)
	var failed string
	for _, c := range all.Cases {
		if c.Status == Failed {
			failed = c.Name
		}
	}
	known := knownFrom(t, "known: [{id: c, reason: r, cases: ['"+failed+"']}]")
	report := runWith(t, forgetsRow, Options{Known: known, Keep: only(failed)})
	require.Equal(t, 1, report.Total().Count[KnownFails])
	require.True(t, report.OK, report.Text())
	require.Equal(t, 1, report.Known[0].Cases)
}

func TestPatternsWithoutMatchAreErrors(t *testing.T) {
	for _, text := range []string{
		"known: [{id: c, reason: r, cases: ['no-such-case*']}]",
		"known: [{id: c, reason: r, findings: ['has value: *'], traces: [fans.jsonl]}]",
	} {
		_, err := Run(t.Context(), inProcess(fewCapabilities(), forgetsRow),
			Options{Known: knownFrom(t, text), Workers: 1, Transcripts: -1})
		require.ErrorContains(t, err, "known failure c: the pattern ", text)
		require.ErrorContains(t, err, " matches no ", text)
	}
}

func TestClassesOfKnownFailures(t *testing.T) {
	known := knownFrom(t, `
known:
  - {id: plain, reason: r, ops: [has]}
  - {id: coming-and-going, class: flaky, reason: r, ops: [has]}
  - {id: ours, class: adapter, reason: r, cases: ['*']}
declared:
  - {id: meant, reason: r, by: properties.change, link: l, ops: [add], want: '^ok', got: '^in_use'}
  - {id: wrong, reason: r, by: Flecs defect, link: l, ops: [add]}
`)
	var classes []Class
	for _, e := range known.Entries {
		classes = append(classes, e.Class)
	}
	require.Equal(t, []Class{Defect, Flaky, OfAdapter, Differs, Defect}, classes)
	require.Len(t, known.Declarations(), 4)
}

// The descriptions of differences in recorded transcripts also explain findings of a live engine.
func TestADescribedBehaviourIsKnown(t *testing.T) {
	oneWorker(t)
	known := knownFrom(t, `
known:
  - {id: forgets, class: differs, reason: A row is lost., ops: [query, iterate], missing: {row: this, some: true}}
  - {id: never-met, class: adapter, reason: It is not so here., ops: [has]}
`)
	report := runWith(t, forgetsRow, Options{
		Known: known, Traces: 8, Seed: 1, ReduceChecks: fewChecks, Keep: aboutQueries,
	})
	require.True(t, report.OK, report.Text())
	require.Empty(t, report.New())
	require.Equal(t, Differs, report.Known[0].Class)
	require.Greater(t, report.Known[0].Cases, 5)
	text := report.Text()
	require.Contains(t, text, "\n  differs   1 of 1 entry met, ")
	require.Contains(t, text, "\n  adapter   0 of 1 entry met, 0 cases, 0 divergences\n")
	require.NotContains(t, text, "never-met")

	other := knownFrom(t, "known: [{id: another, reason: r, ops: [query, iterate], extra: {row: this}}]")
	report = runWith(t, forgetsRow, Options{
		Known: other, Traces: 5, Seed: 1, ReduceChecks: fewChecks,
		Keep: generatedOnly,
	})
	require.False(t, report.OK, "rows are missing, not extra")
}

func TestIntermittentFailuresNeedNotOccur(t *testing.T) {
	text := "known: [{id: c, class: flaky, reason: r, cases: ['queries-t01 (*)'], traces: [fans.jsonl]}]"
	keep := only("queries-t01 (flecs-3)")
	report := runWith(t, nil, Options{Known: knownFrom(t, text), Keep: keep})
	require.True(t, report.OK, report.Failures)
	report = runWith(t, nil, Options{Known: knownFrom(t, strings.Replace(text, "flaky", "adapter", 1)), Keep: keep})
	require.Len(t, report.Failures, 2)
}
