package enginetest_test

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/suite"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/enginetest"
	"github.com/relspec/relspec/spec"
)

// forgetful is an engine that drops the last of several rows.
type forgetful struct{ engine spec.Engine }

func newForgetful(p spec.Profile) spec.Engine { return forgetful{model.New(p)} }

func (e forgetful) Apply(op spec.Operation) spec.Outcome {
	out := e.engine.Apply(op)
	if n := len(out.Rows); n > 1 {
		out.Rows = out.Rows[:n-1]
	}
	return out
}

func few() spec.Info {
	queries := []spec.Capability{spec.CapQuery, spec.CapStar}
	return spec.Info{
		Implementation: "forgetful", Version: "1", Language: "Go", Protocol: 1, Profiles: []string{"flecs-3"},
		Capabilities: map[string][]spec.Capability{
			"world": {spec.CapEntities, spec.CapPairs}, "filter": queries,
			"cached": queries, "rule": queries,
		},
		Partly: []spec.Capability{spec.CapPairs},
	}
}

// outputs is the folder for the files of TestForgetful, which fails on purpose. Another test runs
// it in a process of its own.
const outputs = "RELSPEC_ENGINETEST_OUTPUTS"

const templates = "file: snippet.go\nask: '{{.Text}} {{.Expected}}'\nattempt: x\nmissing: '// {{.Text}}'\noperations: {query: q}"

func TestForgetful(t *testing.T) {
	dir := os.Getenv(outputs)
	if dir == "" {
		t.Skip("fails on purpose: TestTheReportOfTheCommand runs it")
	}
	enginetest.Run(t, newForgetful, enginetest.Declares(few()), enginetest.Traces(8), enginetest.Transcripts(1),
		enginetest.JSON(filepath.Join(dir, "run.json")), enginetest.JUnit(filepath.Join(dir, "junit.xml")),
		enginetest.Save(filepath.Join(dir, "findings")),
		enginetest.Snippets(fstest.MapFS{"s": {Data: []byte(templates)}}, "s"))
}

// unruly is an engine with four bugs: it drops the last of several rows, answers owns wrongly,
// counts one too many, and sometimes reports dead entities as alive.
type unruly struct {
	engine spec.Engine
}

func newUnruly(p spec.Profile) spec.Engine { return &unruly{engine: model.New(p)} }

func (e *unruly) Apply(op spec.Operation) spec.Outcome {
	out := e.engine.Apply(op)
	switch op.Op { //nolint:exhaustive // other operations are right
	case spec.OpQuery:
		if n := len(out.Rows); n > 1 {
			out.Rows = out.Rows[:n-1]
		}
	case spec.OpOwns:
		out.Bool = false
	case spec.OpCount:
		out.Number++
	case spec.OpAlive:
		out.Bool = true
	}
	return out
}

// fourClasses lists the bugs of unruly as known failures, each with another class.
const fourClasses = `known:
  - {id: loses, class: defect, reason: The last row is lost., ops: [query, iterate]}
  - {id: owns-nothing, class: differs, reason: The engine owns nothing., ops: [owns]}
  - {id: counts-more, class: adapter, reason: The adapter counts from one., ops: [count]}
  - {id: undead, class: flaky, reason: Dead entities sometimes count as alive., ops: [alive]}
`

func knownOfUnruly(t *testing.T) *enginetest.Known {
	known, err := enginetest.ReadKnown(fstest.MapFS{"known.yaml": {Data: []byte(fourClasses)}}, "known.yaml")
	require.NoError(t, err)
	return known
}

// Another test runs TestUnruly in a process and reads the files that it writes.
func TestUnruly(t *testing.T) {
	dir := os.Getenv(outputs)
	if dir == "" {
		t.Skip("TestAllClassesOfKnownFailuresAreCounted starts it")
	}
	enginetest.Run(t, newUnruly, enginetest.Declares(few()), enginetest.Traces(16), enginetest.Transcripts(1),
		enginetest.KnownFailures(knownOfUnruly(t)),
		enginetest.JSON(filepath.Join(dir, "run.json")), enginetest.JUnit(filepath.Join(dir, "junit.xml")),
		enginetest.Save(filepath.Join(dir, "findings")))
}

// The report of a Go engine counts the four classes of known failures separately, like the command:
// in its text, in JSON, and in JUnit with each case and finding.
func TestAllClassesOfKnownFailuresAreCounted(t *testing.T) {
	long.Only(t, "runs the tests of an engine in two processes")
	out, dir, failed := started(t, "^TestUnruly$", "-test.v")
	require.False(t, failed, out)
	want, err := suite.Run(t.Context(), suite.InProcess(newUnruly, few(), false), suite.Options{
		Seed: 1, Traces: 16, Workers: 1, Transcripts: 1, Known: knownOfUnruly(t),
	})
	require.NoError(t, err)
	require.True(t, want.OK, want.Text())
	plain := strings.ReplaceAll(out, "\n        ", "\n")
	junit, err := os.ReadFile(filepath.Join(dir, "junit.xml"))
	require.NoError(t, err)
	run, err := os.ReadFile(filepath.Join(dir, "run.json"))
	require.NoError(t, err)
	require.Len(t, want.Known, 4)
	for _, k := range want.Known {
		require.Positive(t, k.Findings, k.ID)
		line := regexp.MustCompile(`(?m)^ *` + string(k.Class) + ` +1 of 1 entry met, \d+ cases, \d+ divergences$`)
		require.Equal(t, strings.TrimSpace(line.FindString(want.Text())), strings.TrimSpace(line.FindString(plain)),
			k.ID)
		require.Regexp(t, line, plain)
		require.Contains(t, string(junit), "known failure "+k.ID+" ("+string(k.Class)+"): ", "findings")
		require.Contains(t, string(run), `"class": "`+string(k.Class)+`"`)
	}
	require.Contains(t, string(junit), `"known failure loses (defect)"`, "cases")
	require.Contains(t, plain, "next  ")
}

func forgetting(t *testing.T, args ...string) (out, dir string, failed bool) {
	t.Helper()
	return started(t, "^TestForgetful$", args...)
}

// started runs a test of this binary in a process, and returns its files.
func started(t *testing.T, test string, args ...string) (out, dir string, failed bool) {
	t.Helper()
	dir = t.TempDir()
	c := exec.CommandContext(t.Context(), os.Args[0], append([]string{"-test.run", test}, args...)...)
	c.Env = append(os.Environ(), outputs+"="+dir)
	text, err := c.CombinedOutput()
	return string(text), dir, err != nil
}

var seconds = regexp.MustCompile(`campaign  \d+ s`)

// The test of a Go engine prints the same report as the command, with the table, the next steps,
// the causes and the findings, and writes the same files.
func TestTheReportOfTheCommand(t *testing.T) {
	out, dir, failed := forgetting(t)
	require.True(t, failed, out)
	want, err := suite.Run(t.Context(), suite.InProcess(newForgetful, few(), false), suite.Options{
		Seed: 1, Traces: 8, Workers: 1, Transcripts: 1, Save: filepath.Join(dir, "findings"),
	})
	require.NoError(t, err)
	require.Greater(t, len(want.New()), 2)
	shown := seconds.ReplaceAllString(spec.PrintableLines(want.Text()), "campaign")
	plain := seconds.ReplaceAllString(strings.ReplaceAll(out, "\n        ", "\n"), "campaign")
	for line := range strings.Lines(shown) {
		require.Contains(t, plain, strings.TrimSpace(line))
	}
	for _, part := range []string{"area ", "\ntotal ", "\nnext  ", "\ncause ", "NEW  ", "FINDING ", "campaign"} {
		require.Contains(t, plain, part)
	}
	require.Equal(t, 1, strings.Count(plain, "  name    "+want.New()[0].Name+"\n"), "each finding must occur once")

	junit, err := os.ReadFile(filepath.Join(dir, "junit.xml"))
	require.NoError(t, err)
	require.NoError(t, xml.Unmarshal(junit, new(struct{})))
	require.Contains(t, string(junit), "<failure")
	run, err := os.ReadFile(filepath.Join(dir, "run.json"))
	require.NoError(t, err)
	require.Contains(t, string(run), `"implementation": "forgetful"`)
	snippets, err := filepath.Glob(filepath.Join(dir, "findings", "*", "snippet.go"))
	require.NoError(t, err)
	require.Len(t, snippets, len(want.New()))
}

// If go test runs only a part of the tests, the report says that the rest did not run, and passes.
func TestTheReportOfAPart(t *testing.T) {
	out, _, failed := forgetting(t, "-test.run", "^TestForgetful$/^scenarios$/relationships/pairs/pairs-01", "-test.v")
	require.False(t, failed, out)
	require.Regexp(t, `total +\d+ +0 +0 +\d+ +\d{3,}\n`, out)
	require.NotContains(t, out, "FAILURE")
	require.NotContains(t, out, "nothing was compared")
}

// Invalid templates fail the test at its start.
func TestBrokenSnippetsFailAtOnce(t *testing.T) {
	if os.Getenv(outputs) != "" {
		enginetest.Run(t, newForgetful, enginetest.Snippets(fstest.MapFS{}, "s"))
		return
	}
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestBrokenSnippetsFailAtOnce$")
	c.Env = append(os.Environ(), outputs+"=x")
	out, err := c.CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "file does not exist")
}
