package runner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// The number of stored worlds is bounded, so memory does not grow with the square of the trace. The last world is
// always compared.
func TestStoredWorldsAreBounded(t *testing.T) {
	var ops []spec.Operation
	for n := range 300 {
		ops = append(ops, spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprintf("e%d", n))})
	}
	trace := spec.NewTrace("flecs-3", ops...)
	measure := func(opts runner.Options) (entities, worlds int, last bool) {
		counts := cover.NewCounts()
		recording, err := runner.Record(trace, engines.Fast(), opts, &counts)
		require.NoError(t, err)
		for _, d := range recording.Dumps {
			if d != nil {
				entities, worlds = entities+len(d.Entities), worlds+1
			}
		}
		return entities, worlds, recording.Dumps[len(ops)-1] != nil
	}
	_, worlds, _ := measure(runner.Options{})
	require.Equal(t, len(ops), worlds, "a short trace stores every world")
	entities, worlds, last := measure(runner.Options{StoredWorlds: 1000})
	require.Less(t, entities, 1000+3*len(ops))
	require.Greater(t, worlds, 40)
	require.True(t, last)
}

// If a query exceeds the work limit, both engines return limit, and the world can still be used.
func TestAQueryThatIsTooMuchWorkIsRefused(t *testing.T) {
	long.Only(t, "runs up to the default work limit")
	oneGoroutine(t)
	var text []string
	for n := range 8 {
		text = append(text, fmt.Sprintf("T($v%d)", n))
	}
	query := spec.Query{Kind: spec.KindRule, Text: true, Expr: strings.Join(text, ", ") + ", !T($v7)"}
	for _, im := range engines.Tested() {
		engine, err := im.Start(spec.Flecs3())
		require.NoError(t, err)
		require.Nil(t, engine.Apply(spec.Operation{Op: spec.OpEntity, Entity: "T", Name: new("T")}).Err)
		for n := range 10 {
			op := spec.Operation{
				Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprintf("e%d", n)),
				IDs: []spec.ID{spec.Single("T")},
			}
			require.Nil(t, engine.Apply(op).Err)
		}
		out := engine.Apply(spec.Operation{Op: spec.OpQuery, Query: &query})
		require.NotNil(t, out.Err, im.Name)
		require.Equal(t, spec.CodeLimit, out.Err.Code, im.Name)
		require.True(t, engine.Apply(spec.Operation{Op: spec.OpAlive, Entity: "e1"}).Bool, im.Name)
	}
}
