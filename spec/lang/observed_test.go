package lang_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// The dialects accept the same texts as released Flecs, except for differences declared with a reason. A declaration
// without a difference fails.
func TestObservedFlecs(t *testing.T) {
	for version, dialect := range map[string]spec.Dialect{
		"flecs-3.2.12": spec.DialectFlecs3, "flecs-4.0.5": spec.DialectFlecs4,
	} {
		t.Run(version, func(t *testing.T) {
			file, err := os.ReadFile("testdata/observed/" + version + ".txt")
			require.NoError(t, err)
			agreed, declared := 0, 0
			for line := range strings.Lines(string(file)) {
				if line[0] == '#' {
					continue
				}
				parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
				text, err := strconv.Unquote(parts[0])
				require.NoError(t, err, line)
				_, refused := lang.ParseChecked(dialect, text)
				if len(parts) == 3 {
					declared++
					require.NotEmpty(t, parts[2])
					require.NotEqual(t, parts[1] == "accepts", refused == nil, "declared, but no difference: %q", text)
				} else {
					agreed++
					require.Equal(t, parts[1] == "accepts", refused == nil, "%q: %v", text, refused)
				}
			}
			t.Logf("%d texts agree, %d differ for a declared reason", agreed, declared)
			require.Positive(t, agreed)
		})
	}
}
