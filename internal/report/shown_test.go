package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// hostile returns a run of an adapter that puts the same text in every field it controls.
func hostile(t *testing.T, says string) *report.Run {
	t.Helper()
	text, err := json.Marshal(says)
	require.NoError(t, err)
	return read(t, strings.NewReplacer(
		`"toy"`, string(text), `"Rust"`, string(text), `"./toy"`, string(text), `"1 entity"`, string(text), `"+ a:"`,
		string(text),
		`"status": "known", "known": "k1"`, `"status": "failed", "reason": `+string(text),
		`"status": "not run"`, `"status": "failed", "reason": `+string(text),
		`"cleanup-t01 (flecs-3)"`, string(text), `"failures": []`, `"failures": [`+string(text)+`]`,
		`"got": {"entities": [{"entity": "a"}]}`,
		`"got": {"entities": [{"entity": `+string(text)+`, "name": `+string(text)+`}]}`,
	).Replace(adapterRun))
}

// outputs returns a run in every format for people, and the page of its finding.
func outputs(t *testing.T, r *report.Run) map[string]string {
	t.Helper()
	var page, junit bytes.Buffer
	require.NoError(t, r.HTML(&page, ""))
	require.NoError(t, r.JUnit(&junit))
	f := r.Findings[0]
	var trace bytes.Buffer
	_, err := f.Trace.WriteTo(&trace)
	require.NoError(t, err)
	var lines []json.RawMessage
	for line := range strings.Lines(trace.String()) {
		lines = append(lines, json.RawMessage(line))
	}
	alone, err := report.FindingPage(oracle.FindingData{
		Name: f.Name, Implementation: f.Implementation, Signature: f.Signature, Operation: f.Operation, Want: f.Want,
		Got: f.Got, Lines: f.Lines,
		Why: []string{f.Got}, Trace: lines, Picture: f.Picture,
	})
	require.NoError(t, err)
	return map[string]string{"page": page.String(), "JUnit": junit.String(), "finding": string(alone)}
}

func TestAFindingNamesTheClausesThatDecide(t *testing.T) {
	data := oracle.FindingData{
		Implementation: "toy", Signature: "depth value", Clauses: []string{"hierarchy.walks", "hierarchy.walks-any"},
		Trace: []json.RawMessage{
			json.RawMessage(`{"format":"relspec-trace","version":1,"profile":"flecs-3"}`),
			json.RawMessage(`{"op":"depth","entity":"a"}`),
		},
	}
	page, err := report.FindingPage(data)
	require.NoError(t, err)
	require.Contains(t, string(page), `docs/specification/hierarchies-and-names.md#hierarchy.walks" rel="noreferrer">hierarchy.walks</a></dt>`+
		`<dd>Depth, ancestors and descendants</dd>`)
	require.Contains(t, string(page), "@hierarchy.walks @hierarchy.walks-any")
	require.NotContains(t, string(page), "no clause decides")
	data.Clauses, data.Undecided = nil, "docs/protocol.md#state"
	page, err = report.FindingPage(data)
	require.NoError(t, err)
	require.Contains(t, string(page), "no clause decides this; see docs/protocol.md#state.")
}

func TestLongTextsOfAdaptersAreShortened(t *testing.T) {
	for rendered, text := range outputs(t, hostile(t, strings.Repeat("x", 20_000))) {
		require.NotContains(t, text, strings.Repeat("x", spec.MaxPrintable+1), rendered)
		require.Contains(t, text, strings.Repeat("x", spec.MaxPrintable)+"… (18000 characters left out)", rendered)
	}
}

// A page contains the name of an implementation many times, so Read shortens a long name.
func TestLongNamesAreCutOnce(t *testing.T) {
	long := strings.Repeat("n", 2000)
	for rendered, text := range outputs(t, read(t, strings.ReplaceAll(adapterRun, `"toy"`, `"`+long+`"`))) {
		require.NotContains(t, text, strings.Repeat("n", 100), rendered)
		require.Contains(t, text, strings.Repeat("n", 50), rendered)
	}
}

// XML forbids control characters, and ]]> ends a section of text. Text from an adapter stays
// readable anyway.
func TestJUnitIsValidXMLForAnyAnswer(t *testing.T) {
	const says = "\x1b[31m\x00\x08]]></failure><!-- &amp; \u202egnp\ufffe"
	var text bytes.Buffer
	run := hostile(t, says)
	require.NoError(t, run.JUnit(&text))
	var all struct {
		Suites []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name    string `xml:"name,attr"`
				Failure *struct {
					Message string `xml:"message,attr"`
					Text    string `xml:",chardata"`
				} `xml:"failure"`
				Output string `xml:"system-out"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal(text.Bytes(), &all))
	const shown = `\x1b[31m\x00\x08]]></failure><!-- &amp; \u202egnp` + "\ufffd"
	require.Equal(t, shown+"/relationships/pairs", all.Suites[0].Name)
	require.Equal(t, shown, all.Suites[1].Cases[0].Name)
	failed := all.Suites[1].Cases[0].Failure
	require.Equal(t, []string{shown, shown}, []string{failed.Message, failed.Text})
	require.Contains(t, all.Suites[2].Cases[0].Output, "got  "+shown+"\n"+shown)
	require.False(t, spec.Hides(text.String()))
}
