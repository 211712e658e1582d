package cli

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
)

// outside runs diffcheck on real files and returns its exit code and output.
func outside(args ...string) (int, string, string) {
	var out, err bytes.Buffer
	code := Main(args, bytes.NewReader(nil), &out, &err)
	return code, out.String(), err.String()
}

func TestExhaustComparesEveryWorld(t *testing.T) {
	bound := []string{"exhaust", "--entities", "1", "--properties", "0", "--save", ""}
	code, out, errors := outside(bound...)
	require.Equal(t, console.ExitOK, code, errors)
	require.Contains(t, out, "all compared")
	require.Contains(t, out, "divergences   none")
	code, again, errors := outside(append(bound, "--json")...)
	require.Equal(t, console.ExitOK, code, errors)
	require.Contains(t, again, `"complete": true`)
}

func TestExhaustRefusesInvalidBounds(t *testing.T) {
	for _, wrong := range [][]string{
		{"--entities", "9"},
		{"--engine", "model"},
		{"--findings", "0"},
	} {
		code, _, _ := outside(append([]string{"exhaust"}, wrong...)...)
		require.Equal(t, console.ExitBroken, code, wrong)
	}
}
