package cli

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/misbehaving"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/features"
)

// plantedBench returns a bench with the embedded scenarios, the model, and fast with planted bugs.
func plantedBench(t *testing.T) *bench {
	t.Helper()
	b := newBench()
	b.features = features.FS
	b.engines[1] = oracle.Implementation{Name: "fast", New: func(p spec.Profile) (spec.Engine, error) {
		return misbehaving.Hiding(engine.New(p)), nil
	}}
	b.open = func(name string) (io.ReadCloser, error) { return os.Open(name) }
	return b
}

// plantedFindings returns the findings of the planted bugs. They do not depend on a random
// campaign.
func plantedFindings(t *testing.T) []divergence {
	t.Helper()
	engines := plantedBench(t).engines
	var out []divergence
	for _, text := range []string{misbehaving.StaysTrace, misbehaving.HidesTrace} {
		trace, err := spec.ReadTrace(strings.NewReader(text), spec.ReadLimits{})
		require.NoError(t, err)
		f, err := oracle.NewFinding(trace, engines[0], engines[1], "", thorough(nil))
		require.NoError(t, err)
		out = append(out, newDivergence(f, "findings"))
	}
	return out
}

// runs are saved once for all tests: a run in which fast has the planted bugs, and a test of a
// correct adapter.
var runs = map[string][]byte{}

// savedRuns returns a folder with the saved runs.
func savedRuns(t *testing.T) string {
	t.Helper()
	save := func(name string, args ...string) {
		b := plantedBench(t)
		// the planted bugs may also fail a scenario
		require.NotEqual(t, console.ExitBroken, b.command(args...), b.err.String())
		runs[name] = b.out.Bytes()
	}
	if len(runs) == 0 {
		save("a-run.json", "run", "scenarios", "--json", "--run", "^pairs-")
		var run map[string]any
		require.NoError(t, json.Unmarshal(runs["a-run.json"], &run))
		run["ok"], run["divergences"] = false, plantedFindings(t)
		var err error
		runs["a-run.json"], err = json.Marshal(run)
		require.NoError(t, err)
		t.Setenv(asCommand, "1")
		save("b-adapter.json", "test", "--adapter", "'"+os.Args[0]+"' adapter --engine model", "--duration", "0",
			"--transcripts", "1",
			"--save", "", "--json", "--run", "^pairs-")
	}
	dir := t.TempDir()
	for name, text := range runs {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	}
	return dir
}

func TestReportOfSavedRuns(t *testing.T) {
	dir, b := savedRuns(t), plantedBench(t)
	out := t.TempDir()
	file := func(name string) string { return filepath.Join(out, name) }
	require.Equal(t, console.ExitOK, b.command("report", dir, "--html", file("r.html"), "--junit", file("r.xml"),
		"--title", "Nightly <1>"), b.err.String())
	read := func(name string) string {
		text, err := os.ReadFile(file(name))
		require.NoError(t, err)
		return string(text)
	}
	// Links to the local playground and to clauses are followed only by a click. The page fetches
	// nothing.
	html := strings.ReplaceAll(read("r.html"), fmt.Sprintf(`href="http://127.0.0.1:%d/#`, link.Port), "")
	html = strings.ReplaceAll(html, `<a href="https://`, "")
	for _, want := range []string{
		"<title>Nightly &lt;1&gt;</title>", "relspec/model", "query rows missing", `class="arrow missing`,
		`<template id="rest">`,
	} {
		require.True(t, strings.Contains(html, want), want)
	}
	for _, never := range []string{"http://", "https://", "src=", "@import", "url("} {
		require.False(t, strings.Contains(html, never), "the page must not load %s: %s", never)
	}
	var suites struct {
		Failures int `xml:"failures,attr"`
		Tests    int `xml:"tests,attr"`
	}
	require.NoError(t, xml.Unmarshal([]byte(read("r.xml")), &suites))
	require.NotZero(t, suites.Failures)
	require.Greater(t, suites.Tests, 20)
}

func TestReportOnStandardOutputAndInput(t *testing.T) {
	b := newBench()
	require.Equal(t, console.ExitOK, b.command("run", "scenarios", "--json"))
	run := b.out.String()
	b.Stdin = strings.NewReader(run)
	require.Equal(t, console.ExitOK, b.command("report", "-", "--junit", "-"), b.err.String())
	require.True(t, strings.HasPrefix(b.out.String(), "<?xml"))
	require.NotContains(t, b.out.String(), "wrote")
}

func TestReportRefusesOtherFiles(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		return name
	}
	page := filepath.Join(dir, "page.html")
	for text, want := range map[string]string{
		"":                          "not JSON",
		"{":                         "not JSON",
		`{"a":1}`:                   "not a saved run",
		`[]`:                        "not a saved run",
		`{"ok":true,"engines":"x"}`: "not a saved run",
		`{"ok":false,"engines":["a"],"divergences":[{"trace":[]}]}`:           "finding 1",
		`{"ok":false,"engines":["a"],"divergences":[{"trace":[{"op":"x"}]}]}`: "finding 1",
	} {
		b := newBench()
		require.Equal(t, console.ExitBroken, b.command("report", file("run.json", text), "--html", page), text)
		require.Contains(t, b.err.String(), want, text)
		require.Contains(t, b.err.String(), "run.json")
		require.NoFileExists(t, page, "nothing is written for a broken run")
	}
	b := newBench()
	require.Equal(t, console.ExitBroken, b.command("report", filepath.Join(dir, "absent.json")))
	require.Contains(t, b.err.String(), "absent.json")
	require.Equal(t, console.ExitBroken, b.command("report", t.TempDir()))
	require.Contains(t, b.err.String(), "no *.json")
	require.Equal(t, console.ExitBroken, b.command("report"))
}
