package acceptance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// An unfinished profile is refused by name everywhere. No other profile is used instead.
func TestAnUnfinishedProfileIsRefused(t *testing.T) {
	unbuilt := spec.Flecs3()
	unbuilt.Name, unbuilt.Built = "flecs-9", false
	refused := func(err *spec.Error) {
		t.Helper()
		require.NotNil(t, err)
		require.Equal(t, spec.CodeUnsupported, err.Code)
		require.Contains(t, err.Message, unbuilt.Name)
	}
	for _, engine := range []spec.Engine{model.New(unbuilt), engine.New(unbuilt)} {
		for _, op := range []spec.Operation{
			{Op: spec.OpEntity, Entity: "a"},
			{Op: spec.OpAlive, Entity: "a"},
			{Op: spec.OpDump},
			{Op: spec.OpQuery, Query: &spec.Query{Expr: "Prefab(This)", Text: true}},
		} {
			refused(engine.Apply(op).Err)
		}
		require.Nil(t, engine.Apply(spec.Operation{Op: spec.OpReset, Profile: "flecs-4"}).Err)
		require.Nil(t, engine.Apply(spec.Operation{Op: spec.OpEntity, Entity: "a"}).Err)
		require.Equal(t, spec.CodeInvalid,
			engine.Apply(spec.Operation{Op: spec.OpReset, Profile: unbuilt.Name}).Err.Code)
		require.True(t, engine.Apply(spec.Operation{Op: spec.OpAlive, Entity: "a"}).Bool,
			"a reset that is refused has no effect")
		info := engine.Apply(spec.Operation{Op: spec.OpHello}).Info
		require.Equal(t, spec.Names(spec.BuiltProfiles()), info.Profiles)
	}
	for _, im := range append(append(engines.Tested(), engines.Model()), engines.Alternates()...) {
		_, err := im.Start(unbuilt)
		require.ErrorContains(t, err, "unsupported", im.Name)
		require.ErrorContains(t, err, unbuilt.Name, im.Name)
	}
	require.Panics(t, func() { fast.NewWorld(fast.WithProfile(unbuilt)) })
	for _, p := range spec.BuiltProfiles() {
		require.NoError(t, model.Supports(p))
		require.NoError(t, engine.Supports(p))
	}
}
