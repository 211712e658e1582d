package runner_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// If an operation has limit or skip, the runner also asks the reference for the full answer. That must
// not affect its change detection (changes.writing).
func TestTheFullAnswerDoesNotAffectChangeDetection(t *testing.T) {
	component := spec.Operation{Op: spec.OpComponent, Entity: "P", Members: []spec.Member{{Name: "n", Type: spec.I32}}}
	reads := build.Terms(build.Tag("P"))
	reads.Kind, reads.DetectChanges, reads.Terms[0].Access = spec.KindCached, true, spec.AccessIn
	prepare, changed := spec.Operation{Op: spec.OpPrepare, As: "q", Query: reads},
		spec.Operation{Op: spec.OpChanged, On: "q"}
	all, none := spec.Operation{Op: spec.OpIterate, On: "q"}, spec.Operation{Op: spec.OpIterate, On: "q", Skip: 10}
	cases := map[string]struct {
		ops  []spec.Operation
		want bool
	}{
		"skipped rows do not count as seen": {[]spec.Operation{none, changed}, true},
		"seen rows still count as seen":     {[]spec.Operation{all, none, changed}, false},
		"skipped rows are not written": {[]spec.Operation{
			all,
			{Op: spec.OpQuery, Query: build.Terms(build.Tag("P")), Skip: 10},
			changed,
		}, false},
		"with a limit that omits no row, all rows are seen": {[]spec.Operation{
			{Op: spec.OpIterate, On: "q", Limit: 10},
			changed,
		}, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			reference, tested := engines.Limited(spec.Limits{})
			counts := cover.NewCounts()
			tr := build.Trace(append([]spec.Operation{component, build.Entity("a"), build.Add("a", "P"), prepare},
				c.ops...)...)
			rec, err := runner.Record(tr, reference, runner.Options{}, &counts)
			require.NoError(t, err)
			last := rec.Outcomes[len(rec.Outcomes)-1]
			require.Nil(t, last.Err)
			require.Equal(t, c.want, last.Bool)
			require.Nil(t, rec.Check(tested, runner.Options{}, &counts))
		})
	}
}
