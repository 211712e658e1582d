package report_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/spec"
)

// The runs are output of the commands, with three existing scenarios.
const (
	relspecRun = `{"ok": false, "elapsed_s": 2, "engines": ["model", "fast"], "failures": ["something else\nin two lines", "scenario pairs-01 (flecs-3), pairs.feature:7\nall is <wrong>"],
		"scenarios": {"results": {
			"model": [{"name": "pairs-01 (flecs-3)", "area": "relationships/pairs", "status": "passed"},
				{"name": "pairs-02 (flecs-3)", "area": "relationships/pairs", "status": "passed"}],
			"fast": [{"name": "pairs-01 (flecs-3)", "area": "relationships/pairs", "status": "failed", "reason": "all is <wrong>"},
				{"name": "pairs-02 (flecs-3)", "area": "relationships/pairs", "status": "unsupported", "reason": "no pairs"}]}},
		"transcripts": [{"engine": "model", "versions": [{"version": "3.2.12", "files": {"agree": 7}}]}],
		"campaign": {"seed": 17, "traces": 5, "elapsed_ns": 1500000000, "counts": {"comparisons": {"fast": 40, "fast (cached)": 2}}, "findings": [{}]},
		"divergences": [{"implementation": "fast", "variant": "cached", "signature": "query rows missing", "operation": 3,
			"reduced_from": 200, "want": "{$this=a}", "got": "{}", "lines": ["- $this=a  (R, b)"], "why": ["because"],
			"trace": [{"format": "relspec-trace", "version": 1, "profile": "flecs-3"}, {"op": "entity", "entity": "a"},
				{"op": "entity", "entity": "R"}, {"op": "query", "terms": [{"first": "R", "second": "*"}]}]}]}`
	adapterRun = `{"ok": true, "info": {"implementation": "toy", "version": "1", "language": "Rust"}, "command": "./toy", "declared": 9,
		"cases": [{"name": "pairs-01 (flecs-3)", "area": "relationships/pairs", "status": "known", "known": "k1"},
			{"name": "cleanup-t01 (flecs-3)", "area": "generated/cleanup", "status": "not run"}],
		"campaign": {"seed": 1, "traces": 2, "counts": {"comparisons": {"toy": 10}}, "divergences": 4},
		"findings": [{"name": "delete dump: entity a; delete a", "implementation": "toy", "known": "k1", "seen": 4, "operation": 2,
			"want": "no entities", "got": "1 entity", "lines": ["+ a:"],
			"trace": [{"format": "relspec-trace", "version": 1, "profile": "flecs-4"}, {"op": "entity", "entity": "a"}, {"op": "delete", "entity": "a"}],
			"picture": {"world": {"entities": []}, "got": {"entities": [{"entity": "a"}]}}}],
		"known": [{"id": "k1", "reason": "It forgets."}], "failures": []}`
	campaignRun = `{"ok": true, "campaign": {"seed": 3, "counts": {"comparisons": {"fast": 1, "fast (held)": 1, "fast, ids fresh": 1}}}}`
)

func read(t *testing.T, text string) *report.Run {
	t.Helper()
	r, err := report.Read(strings.NewReader(text))
	require.NoError(t, err)
	return r
}

func joined(t *testing.T) *report.Run {
	t.Helper()
	return report.Join(read(t, relspecRun), read(t, adapterRun))
}

func TestReadARun(t *testing.T) {
	r := read(t, relspecRun)
	require.False(t, r.OK())
	require.Len(t, r.Implementations, 2)
	require.Equal(t, report.Failed, r.Implementations[1].Result("pairs-01 (flecs-3)").Status)
	require.Nil(t, r.Implementations[1].Result("pairs-99 (flecs-3)"))
	require.Equal(t, 7, r.Transcripts[0].Files[transcript.Agrees])
	require.EqualValues(t, 42, r.Campaigns[0].Operations())
	f := r.Findings[0]
	require.Equal(t, "fast (cached)", f.Implementation)
	require.Equal(t, "query rows missing", f.Signature)
	require.Equal(t, []string{"something else\nin two lines"}, r.Failures, "failures that results show must not be repeated")
	require.Len(t, f.Trace.Entries, 3)
}

func TestReadATestOfAnAdapter(t *testing.T) {
	r := read(t, adapterRun)
	require.True(t, r.OK(), "known failures are not failures")
	require.Equal(t, "1 (Rust)", r.Implementations[0].About)
	require.Contains(t, r.Implementations[0].Declared, "declares 9 of ")
	require.Equal(t, "It forgets.", r.Findings[0].KnownReason)
	require.Equal(t, spec.Handle("a"), r.Findings[0].Picture.Got.Entities[0].Handle)
}

func TestReadACampaignAlone(t *testing.T) {
	r := read(t, campaignRun)
	require.True(t, r.OK())
	require.Equal(t, []string{"fast"}, r.Campaigns[0].Implementations)
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{`{}`, `[]`, `"x"`, `null`, `{"ok": true}`, `{"ok": 1, "engines": ["a"]}`} {
		_, err := report.Read(strings.NewReader(text))
		require.ErrorIs(t, err, report.ErrNoRun, text)
	}
	_, err := report.Read(strings.NewReader(relspecRun[:200]))
	require.ErrorContains(t, err, "not JSON")
	_, err = report.Read(strings.NewReader(strings.Replace(relspecRun, `"op": "query"`, `"op": 7`, 1)))
	require.ErrorContains(t, err, "finding 1")
	_, err = report.Read(strings.NewReader(strings.Replace(relspecRun, `{`, `{"ok": true, "ok": false, `, 1)))
	require.ErrorContains(t, err, `the key "ok" occurs twice`)
	_, err = report.Read(strings.NewReader(strings.Replace(relspecRun, `"op": "query"`, `"Op": "query"`, 1)))
	require.ErrorContains(t, err, `unknown field "Op"`)
	_, err = report.Read(strings.NewReader(strings.Replace(relspecRun, `{`, "{\"x\": \"\xff\", ", 1)))
	require.ErrorContains(t, err, "UTF-8")
}

func TestReadFolder(t *testing.T) {
	files := fstest.MapFS{
		"runs/b.json": {Data: []byte(adapterRun)}, "runs/a.json": {Data: []byte(relspecRun)},
		"runs/c.txt": {Data: []byte("no")},
	}
	r, err := report.ReadFS(files, "runs")
	require.NoError(t, err)
	require.Len(t, r.Implementations, 3)
	require.Equal(t, "model", r.Implementations[0].Name)
	files["runs/d.json"] = &fstest.MapFile{Data: []byte("{}")}
	_, err = report.ReadFS(files, "runs")
	require.ErrorIs(t, err, report.ErrNoRun)
	require.ErrorContains(t, err, "runs/d.json")
}

func TestJoinPrefersCasesThatRan(t *testing.T) {
	notRun := strings.ReplaceAll(adapterRun, `"status": "known", "known": "k1"`, `"status": "not run"`)
	r := report.Join(read(t, notRun), read(t, adapterRun))
	require.Len(t, r.Implementations, 1)
	require.Len(t, r.Implementations[0].Results, 2)
	require.Equal(t, report.Known, r.Implementations[0].Result("pairs-01 (flecs-3)").Status)
	require.Len(t, r.Findings, 1, "equal findings must be listed once")
	require.Equal(t, 8, r.Findings[0].Seen)
}

func TestPage(t *testing.T) {
	var first, second bytes.Buffer
	require.NoError(t, joined(t).HTML(&first, "a & b"))
	require.NoError(t, joined(t).HTML(&second, "a & b"))
	require.Equal(t, first.String(), second.String(), "equal runs give equal bytes")
	page := unpacked(t, first.String())
	require.Less(t, first.Len(), len(page)/5, "the cases of a large page are packed")
	for _, want := range []string{
		"<title>a &amp; b</title>", "Something differs: fast. Nothing new: toy. Nothing differs: model",
		"all is &lt;wrong&gt;", "It forgets.", "reduced from 200",
		`<g class="box extra">`, "Given an anonymous entity a",
		"{&#34;op&#34;:&#34;dump&#34;}\n{&#34;op&#34;:&#34;quit&#34;}", "known failure k1", "in two lines",
		"flecs 3.2.12",
		`title="fast: failed"`, `title="toy: known"`, `title="1 known"`,
	} {
		require.Contains(t, page, want)
	}
	require.NotContains(t, page, "<wrong>")
}

// A finding of a variant, such as "fast (cached)", is one of its implementation.
func TestFindingsOfVariantsCount(t *testing.T) {
	passes := strings.Replace(relspecRun, `"status": "failed"`, `"status": "passed"`, 1)
	var page bytes.Buffer
	require.NoError(t, read(t, passes).HTML(&page, ""))
	require.Contains(t, page.String(), "Something differs: fast. Nothing differs: model")
}

// unpacked returns a page followed by its unpacked sections, as its script shows them.
func unpacked(t *testing.T, page string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, `<template id="rest">`)
	require.True(t, found)
	packed, _, _ := strings.Cut(rest, "<")
	bytes, err := base64.RawURLEncoding.DecodeString(packed)
	require.NoError(t, err)
	r, err := gzip.NewReader(strings.NewReader(string(bytes)))
	require.NoError(t, err)
	text, err := io.ReadAll(r)
	require.NoError(t, err)
	return page + string(text)
}

func TestPageOfNothingNew(t *testing.T) {
	var page bytes.Buffer
	require.NoError(t, read(t, adapterRun).HTML(&page, ""))
	require.Contains(t, page.String(), "<title>relspec report</title>")
	require.Contains(t, page.String(), "Nothing new: toy")
}

func TestJUnit(t *testing.T) {
	var text bytes.Buffer
	require.NoError(t, joined(t).JUnit(&text))
	var all struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name    string `xml:"name,attr"`
				Failure *struct {
					Text string `xml:",chardata"`
				} `xml:"failure"`
				Skipped *struct {
					Message string `xml:"message,attr"`
				} `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	require.NoError(t, xml.Unmarshal(text.Bytes(), &all))
	var names []string
	for _, s := range all.Suites {
		names = append(names, s.Name)
	}
	require.Equal(t, []string{
		"model/relationships/pairs", "fast/relationships/pairs", "toy/relationships/pairs", "toy/generated/cleanup",
		"fast (cached)/findings",
		"toy/findings", "campaigns", "failures",
	}, names)
	require.Equal(t, 11, all.Tests)
	require.Equal(t, 3, all.Failures, "a scenario, a finding, and other errors")
	require.Equal(t, 4, all.Skipped)
	require.Equal(t, "all is <wrong>", all.Suites[1].Cases[0].Failure.Text)
	require.Equal(t, "known failure k1", all.Suites[2].Cases[0].Skipped.Message)
	require.Contains(t, all.Suites[4].Cases[0].Failure.Text, `{"op":"query"`)
}

func TestJUnitOfACampaignThatComparedNothing(t *testing.T) {
	var text bytes.Buffer
	require.NoError(t, read(t, `{"ok": true, "campaign": {"seed": 3}}`).JUnit(&text))
	require.Contains(t, text.String(), `failures="1"`)
}
