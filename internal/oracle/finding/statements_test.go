package finding_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// For every operation of a profile, Deciding returns statements and clauses that exist, or else the
// address of a section in the documentation. If there is no statement, a clause or the section
// names the operation.
func TestEveryOperationHasAStatementOrClause(t *testing.T) {
	for _, p := range spec.Profiles() {
		for _, row := range spec.Operations() {
			if !p.Has(row.Op) {
				continue
			}
			g := finding.Deciding(&p, &spec.Operation{Op: row.Op}, nil, compare.DiffValue)
			at := fmt.Sprintf("%s in %s", row.Op, p.Name)
			require.Equal(t, len(g.Statements)+len(g.Clauses) == 0, g.Page != "",
				"%s must have either statements or clauses, or a page", at)
			for _, id := range g.Statements {
				_, err := ledger.ByID(string(id))
				require.NoError(t, err, at)
			}
			texts := ""
			for _, id := range g.Clauses {
				clause := specification.Find(id)
				require.NotNil(t, clause, "%s: there is no clause %s", at, id)
				texts += clause.Title + "\n" + clause.Rule
			}
			if g.Page != "" {
				texts = section(t, g.Page)
			}
			if len(g.Statements) == 0 {
				require.Regexp(t, `\b`+string(row.Op), texts, at)
			}
		}
	}
	p := spec.Flecs3()
	toggle := finding.Deciding(&p, &spec.Operation{Op: spec.OpDisable, ID: spec.Single("T")}, nil, compare.DiffValue)
	require.Equal(t, []string{"toggle.hides", "toggle.refused"}, toggle.Clauses,
		"disabling an id has other rules than disabling an entity")
}

func page(t *testing.T, name string) string {
	text, err := os.ReadFile("../../../" + name)
	require.NoError(t, err)
	return string(text)
}

// section returns the text below the heading that an address points to.
func section(t *testing.T, address string) string {
	name, fragment, _ := strings.Cut(address, "#")
	_, text, found := strings.Cut(page(t, name), "\n## "+strings.ToUpper(fragment[:1])+fragment[1:]+"\n")
	require.True(t, found, "%s leads nowhere", address)
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// If no statement decides, a finding cites the clauses with their locations. If there is only a
// page, it says that nothing decides. Its scenario cites the clauses.
func TestFindingsWithoutStatementsSaySo(t *testing.T) {
	begin := []spec.Operation{build.Entity("T"), build.Entity("a", spec.Single("T"))}
	wrong := func(k spec.OpKind, ops ...spec.Operation) *finding.Finding {
		fails := func(op *spec.Operation, out *spec.Outcome) {
			if op.Op == k {
				*out = spec.Fail(spec.Errorf(spec.CodeLimit, "no"))
			}
		}
		f, err := finding.New(build.Trace(append(begin[:2:2], ops...)...), oracletest.Sound("model"),
			oracletest.NewMutant("engine", fails), "", runner.Options{DumpEvery: -1})
		require.NoError(t, err)
		return f
	}
	ruled := wrong(spec.OpDepth, spec.Operation{Op: spec.OpDepth, Entity: "a"})
	require.Equal(t, []string{"hierarchy.walks", "hierarchy.walks-any"}, ruled.Clauses)
	require.Contains(t, ruled.Text(""), "\n  clause hierarchy.walks: Depth, ancestors and descendants"+
		" (docs/specification/hierarchies-and-names.md#hierarchy.walks)\n")
	require.Equal(t, ruled.Clauses, ruled.Data("").Clauses)
	described := wrong(spec.OpDump, spec.Operation{Op: spec.OpDump})
	require.Empty(t, described.Statements)
	require.Contains(t, described.Text(""),
		"\n  no source document and no clause decides this; see docs/protocol.md#state\n")
	require.Equal(t, "docs/protocol.md#state", described.Data("").Undecided)
	waiting := wrong(spec.OpSetName, spec.Operation{Op: spec.OpDeferBegin},
		spec.Operation{Op: spec.OpSetName, Entity: "a", Name: new("x")})
	require.Equal(t, []string{"deferral.waits"}, waiting.Clauses, "deferral.commands: a deferred operation waits")
}

// A finding about the answer of an operation cites the statements that decide it, even if nothing
// else follows from them.
func TestFindingsAboutAnswersCiteStatements(t *testing.T) {
	about := func(k spec.OpKind) func(*spec.Operation, *spec.Outcome) {
		return func(op *spec.Operation, out *spec.Outcome) {
			if op.Op == k {
				*out = spec.Fail(spec.Errorf(spec.CodeLimit, "no"))
			}
		}
	}
	observe := spec.Operation{
		Op: spec.OpObserve, As: "o", Events: []spec.EventKind{spec.OnAdd},
		Query: build.Terms(build.Tag("T")),
	}
	begin := []spec.Operation{
		build.Entity("T"), build.Entity("R"), build.Entity("b"),
		build.Entity("a", spec.Single("T"), spec.Pair("R", "b")),
	}
	prepared := spec.Operation{
		Op: spec.OpPrepare, As: "q",
		Query: &spec.Query{Kind: spec.KindCached, DetectChanges: true, Terms: build.Terms(build.Tag("T")).Terms},
	}
	for k, ops := range map[spec.OpKind][]spec.Operation{
		spec.OpCount:   {{Op: spec.OpCount, ID: spec.Single("T")}},
		spec.OpTarget:  {{Op: spec.OpTarget, Entity: "a", Relationship: "R"}},
		spec.OpTargets: {{Op: spec.OpTargets, Entity: "a", Relationship: "R"}},
		spec.OpEvents:  {observe, {Op: spec.OpAdd, Entity: "b", ID: spec.Single("T")}, {Op: spec.OpEvents}},
		spec.OpObserve: {observe},
		spec.OpChanged: {prepared, {Op: spec.OpChanged, On: "q"}},
		spec.OpDeferEnd: {
			{Op: spec.OpDeferBegin},
			{Op: spec.OpAdd, Entity: "b", ID: spec.Single("T")},
			{Op: spec.OpDeferEnd},
		},
	} {
		tr := build.Trace(append(begin[:len(begin):len(begin)], ops...)...)
		f, err := finding.New(tr, oracletest.Sound("model"), oracletest.NewMutant("engine", about(k)), "",
			runner.Options{})
		require.NoError(t, err, k)
		require.NotEmpty(t, f.Statements, k)
	}
}
