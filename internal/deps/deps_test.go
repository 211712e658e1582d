// Package deps keeps the required modules in go.mod until packages of their own use them.
package deps

import (
	"testing"

	"github.com/cucumber/godog"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"
)

func TestRequiredModulesWork(t *testing.T) {
	require.NotEmpty(t, godog.Version)
	require.Equal(t, "relspec", (&cobra.Command{Use: "relspec"}).Name())

	rapid.Check(t, func(t *rapid.T) {
		want := rapid.MapOf(rapid.StringMatching(`[a-z]{1,8}`), rapid.Int()).Draw(t, "document")
		text, err := yaml.Marshal(want)
		if err != nil {
			t.Fatalf("marshal: %v", err)
		}
		got := map[string]int{}
		if err := yaml.Unmarshal(text, &got); err != nil {
			t.Fatalf("unmarshal: %v", err)
		}
		if len(got) != len(want) {
			t.Fatalf("%d keys after a round trip, want %d", len(got), len(want))
		}
	})
}
