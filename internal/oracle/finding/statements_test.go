package finding_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// unstated are the operations of which the manuals say nothing, so that a ruling or the protocol decides.
var unstated = map[spec.Family][]spec.OpKind{
	spec.FlecsFamily: {
		spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpNote, spec.OpClear, spec.OpAlive, spec.OpModified, spec.OpDeleteWith,
		spec.OpOverride, spec.OpDefine, spec.OpSetName, spec.OpParent, spec.OpDepth, spec.OpWalkUp, spec.OpTraverse, spec.OpEnable,
		spec.OpDisable, spec.OpSnapshot, spec.OpRestore, spec.OpReload, spec.OpDump, spec.OpPrepare, spec.OpRelease, spec.OpIterBegin, spec.OpIterEnd,
		spec.OpExplain, spec.OpPlan, spec.OpOrdered, spec.OpReorder,
	},
	spec.TecsFamily: {
		spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpNote, spec.OpComponent, spec.OpEntity, spec.OpAlive, spec.OpClear, spec.OpDeferBegin,
		spec.OpDeferEnd, spec.OpDump, spec.OpPrepare, spec.OpRelease, spec.OpTeardown, spec.OpExplain,
	},
}

// Every operation that a profile has is decided by statements that exist, or is named among those of which there are none.
func TestEveryOperationIsDecidedBySomething(t *testing.T) {
	for _, p := range spec.BuiltProfiles() {
		for _, row := range spec.Operations() {
			if !p.Has(row.Op) {
				continue
			}
			ids := finding.Deciding(&p, &spec.Operation{Op: row.Op}, nil, compare.DiffValue)
			none := false
			for _, op := range unstated[p.Family] {
				none = none || op == row.Op
			}
			require.Equal(t, none, len(ids) == 0, "%s in %s", row.Op, p.Name)
			for _, id := range ids {
				_, err := ledger.ByID(string(id))
				require.NoError(t, err)
			}
		}
	}
}

// A finding about the answer of an operation cites the statements that decide, also where nothing else follows.
func TestFindingsAboutAnswersCiteStatements(t *testing.T) {
	about := func(k spec.OpKind) func(*spec.Operation, *spec.Outcome) {
		return func(op *spec.Operation, out *spec.Outcome) {
			if op.Op == k {
				*out = spec.Fail(spec.Errorf(spec.CodeLimit, "no"))
			}
		}
	}
	observe := spec.Operation{Op: spec.OpObserve, As: "o", Events: []spec.EventKind{spec.OnAdd}, Query: build.Terms(build.Tag("T"))}
	begin := []spec.Operation{build.Entity("T"), build.Entity("R"), build.Entity("b"), build.Entity("a", spec.Single("T"), spec.Pair("R", "b"))}
	prepared := spec.Operation{Op: spec.OpPrepare, As: "q", Query: &spec.Query{Kind: spec.KindCached, DetectChanges: true, Terms: build.Terms(build.Tag("T")).Terms}}
	for k, ops := range map[spec.OpKind][]spec.Operation{
		spec.OpCount:    {{Op: spec.OpCount, ID: spec.Single("T")}},
		spec.OpTarget:   {{Op: spec.OpTarget, Entity: "a", Relationship: "R"}},
		spec.OpTargets:  {{Op: spec.OpTargets, Entity: "a", Relationship: "R"}},
		spec.OpEvents:   {observe, {Op: spec.OpAdd, Entity: "b", ID: spec.Single("T")}, {Op: spec.OpEvents}},
		spec.OpObserve:  {observe},
		spec.OpChanged:  {prepared, {Op: spec.OpChanged, On: "q"}},
		spec.OpDeferEnd: {{Op: spec.OpDeferBegin}, {Op: spec.OpAdd, Entity: "b", ID: spec.Single("T")}, {Op: spec.OpDeferEnd}},
	} {
		tr := build.Trace(append(begin[:len(begin):len(begin)], ops...)...)
		f, err := finding.New(tr, oracletest.Sound("model"), oracletest.NewMutant("engine", about(k)), "", runner.Options{})
		require.NoError(t, err, k)
		require.NotEmpty(t, f.Statements, k)
	}
}
