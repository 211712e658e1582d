package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
)

func TestDifferencesMeasuresAlteredAnswersAndAFault(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the model with a fault")
	}
	code, out, said := lab("differences", "--every", "60", "--run", "^model-prefabs-answer$")
	require.Equal(t, console.ExitOK, code, said)
	require.Regexp(t, `(?m)^answers altered on lines that are agree: +\d+ of +[1-9]`, out)
	found := regexp.MustCompile(`(?m)^  model-prefabs-answer +(\d+) of +(\d+) = .* %  +(\d+) files$`).FindStringSubmatch(out)
	require.NotNil(t, found, out)
	var passed, wrong, caught int
	_, err := fmt.Sscan(strings.Join(found[1:], " "), &passed, &wrong, &caught)
	require.NoError(t, err)
	require.Positive(t, wrong, "it changes answers")
	require.Positive(t, caught, "some faults must be caught")
	require.Less(t, passed, wrong)
}
