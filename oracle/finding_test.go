package oracle_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// found is a finding with a missing row, and one with an extra row.
func found(t *testing.T, spoil func(*spec.Operation, *spec.Outcome)) *oracle.Finding {
	t.Helper()
	engine := faulty("engine", spoil)
	// The reference's proofs are fixed here: how the model words them is its own matter.
	reference := faulty("model", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpExplain {
			*out = spec.Outcome{Kind: spec.OutExplanation, Explanation: proofs(op.Entity)}
		}
	})
	tr := trace(
		entity("R"), entity("T"), entity("b"), entity("a", spec.Pair("R", "b"), spec.Single("T")),
		query(terms(tag("T"), related("*"))), query(terms(tag("T"), related("b"))),
	)
	f, err := oracle.NewFinding(tr, reference, engine, "", oracle.RunOptions{})
	require.NoError(t, err)
	f.From, f.Place = 214, "seed 8817263549/17"
	return f
}

func proofs(e spec.Handle) *spec.Explanation {
	// Written so that they do not count as citations: nothing here checks these statements.
	cite := func(document string, n int) []spec.StatementID {
		return []spec.StatementID{spec.StatementID(fmt.Sprintf("%s-%03d", document, n))}
	}
	has := spec.Proof{Claim: string(e) + " has (R, b)", Cites: cite("REL", 17)}
	return &spec.Explanation{
		Matches: []spec.MatchProof{{Row: spec.Row{This: e}, Terms: []spec.Proof{
			{Claim: "T matches", Cites: cite("QRY", 109)}, {Claim: "(R, *) matches (R, b)", Because: []spec.Proof{has}},
		}}},
		Misses: []spec.Miss{{Entity: e, Term: "T", Reason: spec.Proof{Claim: string(e) + " lacks T", Cites: cite("QRY", 200)}, Nearest: "a has T"}},
	}
}

func extraRow(op *spec.Operation, out *spec.Outcome) {
	if op.Op == spec.OpQuery {
		out.Rows = append(out.Rows, row("b", set("T"), set("R", "b")))
	}
}

func TestFindingText(t *testing.T) {
	golden(t, "finding-missing.txt", found(t, missingRow).Text("findings"))
	golden(t, "finding-extra.txt", found(t, extraRow).Text(""))
	require.NotEmpty(t, found(t, missingRow).Statements)
}

// What a finding shows has one name wherever it was found, and nothing else has that name: its folder is never
// another's.
func TestFindingHashIsOfWhatItShows(t *testing.T) {
	a, b := found(t, missingRow), found(t, missingRow)
	b.Place, b.From, b.Why = "seed 1/2", 12, nil
	require.Equal(t, a.Hash(), b.Hash())
	require.Len(t, a.Hash(), 8)
	require.NotEqual(t, a.Hash(), found(t, extraRow).Hash(), "the same trace shows something else")
	b.Divergence.Variant = "cached"
	require.NotEqual(t, a.Hash(), b.Hash(), "under a variant")
	b = found(t, missingRow)
	b.Trace = trace(entity("a"))
	require.NotEqual(t, a.Hash(), b.Hash())
}

// Several workers save the same findings at the same time: all folders are complete, nothing else is left.
func TestFindingsAreSavedAtOnce(t *testing.T) {
	dir := t.TempDir()
	var workers sync.WaitGroup
	errs := make([]error, 8)
	for w := range errs {
		missing, extra := found(t, missingRow), found(t, extraRow)
		workers.Go(func() {
			for range 20 {
				for _, f := range []*oracle.Finding{missing, extra} {
					file, err := f.SaveFound(dir)
					errs[w] = errors.Join(errs[w], err, f.Save(dir, oracle.SaveOptions{}), oracle.RemoveFound(file))
				}
			}
		})
	}
	workers.Wait()
	require.NoError(t, errors.Join(errs...))
	folders, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, folders, 2)
	for _, folder := range folders {
		files, err := os.ReadDir(filepath.Join(dir, folder.Name()))
		require.NoError(t, err)
		require.Len(t, files, 3, "trace, test and report")
	}
}

// A divergence that shows in some runs only is a finding that says in how many.
func TestIntermittentFindingsSayHowOften(t *testing.T) {
	n := 0
	sometimes := faulty("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery {
			if n++; n%3 == 0 {
				out.Rows = nil
			}
		}
	})
	f, err := oracle.ConfirmedFinding(small(), sound("model"), sometimes, "query rows missing", oracle.RunOptions{}, nil)
	require.NoError(t, err)
	require.Equal(t, oracle.Confirmations, f.Runs)
	require.Greater(t, f.Shown, 0)
	require.Less(t, f.Shown, f.Runs)
	require.Contains(t, f.Text(""), fmt.Sprintf("intermittent: seen in %d of %d runs of this trace", f.Shown, f.Runs))
	require.Equal(t, f.Runs, f.Data("").Runs)

	always, err := oracle.ConfirmedFinding(small(), sound("model"), faulty("engine", missingRow), "query rows missing", oracle.RunOptions{}, nil)
	require.NoError(t, err)
	require.Zero(t, always.Runs)
	_, err = oracle.ConfirmedFinding(small(), sound("model"), sound("engine"), "query rows missing", oracle.RunOptions{}, nil)
	require.ErrorContains(t, err, "agree")
}

func TestFindingNeedsADivergence(t *testing.T) {
	_, err := oracle.NewFinding(small(), sound("model"), sound("engine"), "", oracle.RunOptions{})
	require.ErrorContains(t, err, "agree")
}

func TestFindingIsSaved(t *testing.T) {
	dir := t.TempDir()
	f := found(t, missingRow)
	scenario := func(tr *spec.Trace) (string, error) { return "Feature: " + tr.Header.Note + "\n", nil }
	require.NoError(t, f.Save(dir, oracle.SaveOptions{Scenario: scenario}))
	at := filepath.Join(dir, f.Hash())
	file, err := os.Open(filepath.Join(at, "trace.jsonl"))
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	read, err := spec.ReadTrace(file, spec.ReadLimits{})
	require.NoError(t, err)
	require.Equal(t, f.Trace.Operations(), read.Operations())
	require.Equal(t, "seed 8817263549/17", read.Header.Origin)

	// What was saved reproduces the divergence.
	again, err := oracle.NewFinding(read, engines.Model(), faulty("engine", missingRow), f.Divergence.Signature(), oracle.RunOptions{})
	require.NoError(t, err)
	require.Equal(t, f.Divergence.Signature(), again.Divergence.Signature())

	feature, err := os.ReadFile(filepath.Join(at, "scenario.feature"))
	require.NoError(t, err)
	require.Equal(t, "Feature: engine: query rows missing\n", string(feature))
	report, err := os.ReadFile(filepath.Join(at, "report.txt"))
	require.NoError(t, err)
	require.Contains(t, string(report), "go run ./cmd/diffcheck replay "+dir+"/"+f.Hash()+"/trace.jsonl")
	entries, err := os.ReadDir(at)
	require.NoError(t, err)
	require.Len(t, entries, 4, "no temporary file is left")
}

func TestAFindingWithoutScenarioKeepsItsTrace(t *testing.T) {
	dir := t.TempDir()
	f := found(t, missingRow)
	none := func(*spec.Trace) (string, error) { return "", errors.New("no step says this") }
	require.ErrorContains(t, f.Save(dir, oracle.SaveOptions{Scenario: none}), "no step says this")
	_, err := os.Stat(filepath.Join(dir, f.Hash(), "trace.jsonl"))
	require.NoError(t, err)
}

// The emitted test compiles, passes while the engines agree, and fails while one of them is wrong.
func TestEmittedTestCompilesAndRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	dir, err := os.MkdirTemp("testdata", "finding")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	f := found(t, missingRow)
	note := "`quoted` and\u2028odd"
	f.Trace.Entries = append(f.Trace.Entries, spec.Entry{Op: spec.Operation{Op: spec.OpNote, Text: note}})
	require.NoError(t, f.Save(dir, oracle.SaveOptions{}))
	pkg := "./" + filepath.Join(dir, f.Hash())
	out, err := exec.Command("go", "vet", pkg).CombinedOutput()
	require.NoError(t, err, string(out))
	out, err = exec.Command("go", "test", pkg).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "ok")
	out, err = exec.Command("go", "test", "-overlay", withoutRows(t), pkg).CombinedOutput()
	require.Error(t, err, string(out))
	require.Contains(t, string(out), "--- FAIL: Test")
	require.Contains(t, string(out), "query rows missing")
	source, err := os.ReadFile(filepath.Join(dir, f.Hash(), "finding_test.go"))
	require.NoError(t, err)
	out, err = exec.Command("gofmt", "-l", filepath.Join(dir, f.Hash())).CombinedOutput()
	require.NoError(t, err)
	require.Empty(t, string(out), "%s", source)
}

// withoutRows is an overlay for the go command in which fast loses the last row of each answer.
func withoutRows(t *testing.T) string {
	const sound = "return fast.NewEngine(p), fast.Supports(p) }}\n}\n\n// Tested"
	source, err := os.ReadFile("../internal/engines/engines.go")
	require.NoError(t, err)
	require.Contains(t, string(source), sound)
	wrong := strings.Replace(string(source), sound, "return withoutRows{fast.NewEngine(p)}, fast.Supports(p) }}\n}\n\n// Tested", 1) + `
type withoutRows struct{ spec.Engine }

func (e withoutRows) Apply(op spec.Operation) spec.Outcome {
	out := e.Engine.Apply(op)
	if n := len(out.Rows); n > 0 {
		out.Rows = out.Rows[:n-1]
	}
	return out
}
`
	dir := t.TempDir()
	here, err := filepath.Abs("../internal/engines/engines.go")
	require.NoError(t, err)
	replaced := filepath.Join(dir, "engines.go")
	require.NoError(t, os.WriteFile(replaced, []byte(wrong), 0o600))
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {here: replaced}})
	require.NoError(t, err)
	file := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(file, overlay, 0o600))
	return file
}
