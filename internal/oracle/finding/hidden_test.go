package finding_test

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/spec"
)

func TestFindingsShowHiddenCharactersAsEscapes(t *testing.T) {
	nasty := spec.Handle("a\x1b]0;x\x07\u202e\n" + strings.Repeat("x", 1<<20))
	f := &finding.Finding{Trace: spec.NewTrace("flecs-3", spec.Operation{Op: spec.OpAlive, Entity: nasty})}
	f.Divergence.Difference.Got = string(nasty)
	f.Divergence.Difference.Lines = []string{"+ " + string(nasty)}
	text := f.Text("")
	require.False(t, spec.Hides(text))
	require.Contains(t, text, `\x1b]0;x\x07\u202e\nxxx`)
	require.Less(t, len(text), 10_000)
	source := f.GoTest()
	require.False(t, spec.Hides(source))
	_, err := parser.ParseFile(token.NewFileSet(), "finding_test.go", source, 0)
	require.NoError(t, err)
}
