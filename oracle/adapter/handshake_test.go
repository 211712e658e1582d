package adapter

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func TestHelloHasKnownWordsOnly(t *testing.T) {
	world := map[string][]spec.Capability{"world": {spec.CapEntities}}
	require.Nil(t, checkInfo(&spec.Info{Profiles: []string{"flecs-3"}, Capabilities: world}))
	err := checkInfo(&spec.Info{Profiles: []string{"flecs-3", "unity"}, Capabilities: world})
	require.NotNil(t, err)
	require.Contains(t, err.Message, `unknown profile "unity"`)
	require.Contains(t, err.Message, "flecs-3, flecs-4")
	err = checkInfo(&spec.Info{
		Profiles:     []string{"flecs-3"},
		Capabilities: map[string][]spec.Capability{"rule": {"teleport"}},
	})
	require.NotNil(t, err)
	require.Contains(t, err.Message, `unknown capability "teleport"`)
}
