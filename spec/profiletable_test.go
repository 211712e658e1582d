package spec_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func TestProfilesPagePrintsTheData(t *testing.T) {
	requirePrints(t, "../docs/profiles.md", spec.ProfileTable())
}

func TestProtocolPagePrintsTheCapabilities(t *testing.T) {
	requirePrints(t, "../docs/protocol.md", spec.CapabilityTable())
	for _, c := range spec.Capabilities() {
		require.NotEmpty(t, c.Covers(), c)
	}
}

// requirePrints checks the table between the marks of a page, or writes it where UPDATE_DOCS is set.
func requirePrints(t *testing.T, file, table string) {
	t.Helper()
	page, err := os.ReadFile(file)
	require.NoError(t, err)
	if os.Getenv("UPDATE_DOCS") != "" {
		before, rest, _ := strings.Cut(string(page), "<!-- table -->\n")
		_, after, _ := strings.Cut(rest, "<!-- end -->")
		page = []byte(before + "<!-- table -->\n" + table + "<!-- end -->" + after)
		require.NoError(t, os.WriteFile(file, page, 0o644))
	}
	require.Contains(t, string(page), table, "run UPDATE_DOCS=1 go test ./spec")
}

func TestEveryFieldOfAProfileIsInTheTable(t *testing.T) {
	fields := reflect.TypeFor[spec.Profile]().NumField()
	require.Len(t, spec.Flecs3().Answers(), fields-1, "one answer per field but the name")
}
