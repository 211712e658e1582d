package finding_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/golden"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// found returns a finding with a missing row and an extra row.
func found(t *testing.T, spoil func(*spec.Operation, *spec.Outcome)) *finding.Finding {
	t.Helper()
	engine := oracletest.NewMutant("engine", spoil)
	// The reference's proofs are fixed, so that the test does not depend on the wording of the
	// model.
	reference := oracletest.NewMutant("model", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpExplain {
			*out = spec.Outcome{Kind: spec.OutExplanation, Explanation: proofs(op.Entity)}
		}
	})
	tr := build.Trace(
		build.Entity("R"), build.Entity("T"), build.Entity("b"),
		build.Entity("a", spec.Pair("R", "b"), spec.Single("T")),
		build.Query(build.Terms(build.Tag("T"), build.Related("*"))),
		build.Query(build.Terms(build.Tag("T"), build.Related("b"))),
	)
	f, err := finding.New(tr, reference, engine, "", runner.Options{})
	require.NoError(t, err)
	f.From, f.Origin = 214, "seed 8817263549/17"
	return f
}

func proofs(e spec.Handle) *spec.Explanation {
	// The ids are computed so that they do not count as citations: this test does not check these
	// statements.
	cite := func(document string, n int) []spec.StatementID {
		return []spec.StatementID{spec.StatementID(fmt.Sprintf("%s-%03d", document, n))}
	}
	has := spec.Proof{Claim: string(e) + " has (R, b)", Cites: cite("REL", 17)}
	return &spec.Explanation{
		Matches: []spec.MatchProof{{Row: spec.Row{This: e}, Terms: []spec.Proof{
			{Claim: "T matches", Cites: cite("QRY", 109)}, {Claim: "(R, *) matches (R, b)", Because: []spec.Proof{has}},
		}}},
		Misses: []spec.Miss{{
			Entity: e, Term: "T",
			Reason: spec.Proof{Claim: string(e) + " lacks T", Cites: cite("QRY", 200)}, Nearest: "a has T",
		}},
	}
}

func extraRow(op *spec.Operation, out *spec.Outcome) {
	if op.Op == spec.OpQuery {
		out.Rows = append(out.Rows, build.Row("b", build.Set("T"), build.Set("R", "b")))
	}
}

func TestFindingText(t *testing.T) {
	golden.Compare(t, "testdata/golden/finding-missing.txt", found(t, oracletest.MissingRow).Text("findings"))
	golden.Compare(t, "testdata/golden/finding-extra.txt", found(t, extraRow).Text(""))
	require.NotEmpty(t, found(t, oracletest.MissingRow).Statements)
}

// A finding has the same hash wherever it was found, and no other finding has that hash or folder.
func TestFindingHashDependsOnTheDivergence(t *testing.T) {
	a, b := found(t, oracletest.MissingRow), found(t, oracletest.MissingRow)
	b.Origin, b.From, b.Why = "seed 1/2", 12, nil
	require.Equal(t, a.Hash(), b.Hash())
	require.Len(t, a.Hash(), 8)
	require.NotEqual(t, a.Hash(), found(t, extraRow).Hash(), "another divergence of the same trace must have another hash")
	b.Divergence.Variant = "cached"
	require.NotEqual(t, a.Hash(), b.Hash(), "under a variant")
	b = found(t, oracletest.MissingRow)
	b.Trace = build.Trace(build.Entity("a"))
	require.NotEqual(t, a.Hash(), b.Hash())
}

// Several workers save the same findings concurrently. All folders are complete, and no other files
// remain.
func TestFindingsAreSavedAtOnce(t *testing.T) {
	dir := t.TempDir()
	var workers sync.WaitGroup
	errs := make([]error, 8)
	for w := range errs {
		missing, extra := found(t, oracletest.MissingRow), found(t, extraRow)
		workers.Go(func() {
			for range 20 {
				for _, f := range []*finding.Finding{missing, extra} {
					file, err := f.SaveFound(dir)
					errs[w] = errors.Join(errs[w], err, f.Save(dir, finding.SaveOptions{}), finding.RemoveFound(file))
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

// A divergence that occurs only in some runs is a finding that says in how many.
func TestIntermittentFindingsSayHowOften(t *testing.T) {
	n := 0
	sometimes := oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery {
			if n++; n%3 == 0 {
				out.Rows = nil
			}
		}
	})
	f, err := finding.Confirmed(build.Small(), oracletest.Sound("model"), sometimes, "query rows missing",
		runner.Options{}, nil)
	require.NoError(t, err)
	require.Equal(t, finding.Confirmations, f.Runs)
	require.Greater(t, f.Shown, 0)
	require.Less(t, f.Shown, f.Runs)
	require.Contains(t, f.Text(""), fmt.Sprintf("intermittent: seen in %d of %d runs of this trace", f.Shown, f.Runs))
	require.Equal(t, f.Runs, f.Data("").Runs)

	always, err := finding.Confirmed(build.Small(), oracletest.Sound("model"),
		oracletest.NewMutant("engine", oracletest.MissingRow), "query rows missing", runner.Options{}, nil)
	require.NoError(t, err)
	require.Zero(t, always.Runs)
	_, err = finding.Confirmed(build.Small(), oracletest.Sound("model"), oracletest.Sound("engine"),
		"query rows missing", runner.Options{}, nil)
	require.ErrorContains(t, err, "agree")
}

func TestFindingNeedsADivergence(t *testing.T) {
	_, err := finding.New(build.Small(), oracletest.Sound("model"), oracletest.Sound("engine"), "", runner.Options{})
	require.ErrorContains(t, err, "agree")
}

func TestFindingIsSaved(t *testing.T) {
	dir := t.TempDir()
	f := found(t, oracletest.MissingRow)
	require.NoError(t, f.Save(dir, finding.SaveOptions{Reference: oracletest.Sound("model")}))
	at := filepath.Join(dir, f.Hash())
	file, err := os.Open(filepath.Join(at, "trace.jsonl"))
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	read, err := spec.ReadTrace(file, spec.ReadLimits{})
	require.NoError(t, err)
	require.Equal(t, f.Trace.Operations(), read.Operations())
	require.Equal(t, "seed 8817263549/17", read.Header.Origin)

	// The saved trace reproduces the divergence.
	again, err := finding.New(read, engines.Model(), oracletest.NewMutant("engine", oracletest.MissingRow),
		f.Divergence.Signature(), runner.Options{})
	require.NoError(t, err)
	require.Equal(t, f.Divergence.Signature(), again.Divergence.Signature())

	feature, err := os.ReadFile(filepath.Join(at, "scenario.feature"))
	require.NoError(t, err)
	require.Contains(t, string(feature), "Scenario: engine: query rows missing\n")
	report, err := os.ReadFile(filepath.Join(at, "report.txt"))
	require.NoError(t, err)
	require.Contains(t, string(report), "go run ./cmd/diffcheck replay "+dir+"/"+f.Hash()+"/trace.jsonl")
	entries, err := os.ReadDir(at)
	require.NoError(t, err)
	require.Len(t, entries, 4, "no temporary file is left")
}

func TestAFindingWithoutScenarioKeepsItsTrace(t *testing.T) {
	dir := t.TempDir()
	f := found(t, oracletest.MissingRow)
	none := runner.Implementation{New: func(spec.Profile) (spec.Engine, error) {
		return nil, errors.New("no such world")
	}}
	require.ErrorContains(t, f.Save(dir, finding.SaveOptions{Reference: none}), "no such world")
	_, err := os.Stat(filepath.Join(dir, f.Hash(), "trace.jsonl"))
	require.NoError(t, err)
}

// The emitted test compiles and is formatted.
func TestEmittedTestCompiles(t *testing.T) {
	long.Only(t, "it runs the go command")
	dir, err := os.MkdirTemp("testdata", "finding")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	f := found(t, oracletest.MissingRow)
	note := "`quoted` and\u2028odd"
	f.Trace.Entries = append(f.Trace.Entries, spec.Entry{Op: spec.Operation{Op: spec.OpNote, Text: note}})
	require.NoError(t, f.Save(dir, finding.SaveOptions{}))
	pkg := "./" + filepath.Join(dir, f.Hash())
	// vet runs all checks and compiles the test; go test would repeat some
	out, err := exec.Command("go", "vet", pkg).CombinedOutput()
	require.NoError(t, err, string(out))
	source, err := os.ReadFile(filepath.Join(dir, f.Hash(), "finding_test.go"))
	require.NoError(t, err)
	out, err = exec.Command("gofmt", "-l", filepath.Join(dir, f.Hash())).CombinedOutput()
	require.NoError(t, err)
	require.Empty(t, string(out), "%s", source)
}
