package spec_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func TestProtocolPagePrintsTheCatalogue(t *testing.T) {
	requirePrints(t, "../docs/protocol.md", "handles", spec.HandleList())
	requirePrints(t, "../docs/protocol.md", "operations", spec.OperationTable())
	requirePrints(t, "../docs/protocol.md", "table", spec.CapabilityTable())
	for _, c := range spec.Capabilities() {
		require.NotEmpty(t, c.Covers(), c)
	}
}

// requirePrints checks the text between a mark and the end mark of a page. If UPDATE_DOCS is set,
// it writes the text.
func requirePrints(t *testing.T, file, mark, text string) {
	t.Helper()
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	before, rest, begins := strings.Cut(string(content), "<!-- "+mark+" -->\n")
	printed, after, ends := strings.Cut(rest, "<!-- end -->")
	require.True(t, begins && ends, "%s has no text between <!-- %s --> and <!-- end -->", file, mark)
	if os.Getenv("UPDATE_DOCS") != "" && printed != text {
		printed = text
		page := before + "<!-- " + mark + " -->\n" + text + "<!-- end -->" + after
		require.NoError(t, os.WriteFile(file, []byte(page), 0o644))
	}
	require.Equal(t, text, printed, "run UPDATE_DOCS=1 go test ./spec")
}

func TestEveryFieldOfAProfileIsInTheTable(t *testing.T) {
	fields := reflect.TypeFor[spec.Profile]().NumField()
	require.Len(t, spec.Flecs3().Answers(), fields-3, "one answer for each field except the names")
}
