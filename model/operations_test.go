package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

func TestCapabilitiesFollowTheProfile(t *testing.T) {
	of := func(p spec.Profile) map[string][]spec.Capability {
		return ok(t, model.New(p), spec.Operation{Op: spec.OpHello}).Info.Capabilities
	}
	three, four := of(spec.Flecs3()), of(spec.Flecs4())
	require.Contains(t, three["world"], spec.CapTeardown)
	require.NotContains(t, three["world"], spec.CapOnInstantiate)
	require.Contains(t, four["world"], spec.CapOnInstantiate)
	require.NotContains(t, three["rule"], spec.CapLists)
	require.NotContains(t, three["filter"], spec.CapVariables)
	require.Contains(t, four["filter"], spec.CapMembers)
	for _, c := range []spec.Capability{spec.CapOrder, spec.CapGroup, spec.CapChanges} {
		require.Contains(t, three["cached"], c)
		require.NotContains(t, four["rule"], c)
	}
}
