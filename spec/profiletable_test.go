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
	page, err := os.ReadFile("../docs/profiles.md")
	require.NoError(t, err)
	if os.Getenv("UPDATE_DOCS") != "" {
		before, rest, _ := strings.Cut(string(page), "<!-- table -->\n")
		_, after, _ := strings.Cut(rest, "<!-- end -->")
		page = []byte(before + "<!-- table -->\n" + spec.ProfileTable() + "<!-- end -->" + after)
		require.NoError(t, os.WriteFile("../docs/profiles.md", page, 0o644))
	}
	require.Contains(t, string(page), spec.ProfileTable(), "run UPDATE_DOCS=1 go test ./spec")
}

func TestEveryFieldOfAProfileIsInTheTable(t *testing.T) {
	fields := reflect.TypeFor[spec.Profile]().NumField()
	require.Len(t, spec.Flecs3().Answers(), fields-1, "one answer per field but the name")
}
