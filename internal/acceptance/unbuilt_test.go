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

// A profile that is not built is refused, by name, wherever it is asked for; nothing is answered by the rulings of another.
func TestAProfileThatIsNotBuiltIsRefused(t *testing.T) {
	beta := spec.Flecs3Beta()
	refused := func(err *spec.Error) {
		t.Helper()
		require.NotNil(t, err)
		require.Equal(t, spec.CodeUnsupported, err.Code)
		require.Contains(t, err.Message, beta.Name)
	}
	for _, engine := range []spec.Engine{model.New(beta), engine.New(beta)} {
		for _, op := range []spec.Operation{
			{Op: spec.OpEntity, Entity: "a"},
			{Op: spec.OpAlive, Entity: "a"},
			{Op: spec.OpDump},
			{Op: spec.OpReset, Profile: beta.Name},
			{Op: spec.OpQuery, Query: &spec.Query{Expr: "Prefab(This)", Text: true}},
		} {
			refused(engine.Apply(op).Err)
		}
		require.Nil(t, engine.Apply(spec.Operation{Op: spec.OpReset, Profile: "flecs-4"}).Err)
		require.Nil(t, engine.Apply(spec.Operation{Op: spec.OpEntity, Entity: "a"}).Err)
		refused(engine.Apply(spec.Operation{Op: spec.OpReset, Profile: beta.Name}).Err)
		require.True(t, engine.Apply(spec.Operation{Op: spec.OpAlive, Entity: "a"}).Bool, "a reset that is refused has no effect")
		info := engine.Apply(spec.Operation{Op: spec.OpHello}).Info
		require.Equal(t, spec.Names(spec.BuiltProfiles()), info.Profiles)
	}
	for _, im := range append(append(engines.Tested(), engines.Model()), engines.Alternates()...) {
		_, err := im.Start(beta)
		require.ErrorContains(t, err, "unsupported", im.Name)
		require.ErrorContains(t, err, beta.Name, im.Name)
	}
	require.Panics(t, func() { fast.NewWorld(fast.WithProfile(beta)) })
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		require.NoError(t, model.Supports(p))
		require.NoError(t, fast.Supports(p))
	}
}
