package spec_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func TestNestingCountsBracketsOutsideStrings(t *testing.T) {
	cases := map[string]bool{
		`[[[]]]`: true, `[[[[]]]]`: false, `{"a":[{"b":1}]}`: true, `[{"a":[{}]}]`: false,
		`["[[[["]`: true, `["\"[[[["]`: true, `["\\",[[[]]]]`: false, `[[],[],[[]],[]]`: true, ``: true, `]]][[`: true,
	}
	for text, allowed := range cases {
		err := spec.CheckNesting([]byte(text), 3)
		require.Equal(t, allowed, err == nil, text)
	}
}

func TestDeeplyNestedTracesAreRefused(t *testing.T) {
	const header = `{"format":"relspec-trace","version":1,"profile":"flecs-3"}` + "\n"
	nested := func(n int) string {
		return header + `{"op":"query","terms":[` + strings.Repeat(`{"scope":[`, n) + strings.Repeat(`]}`, n) + `]}`
	}
	_, err := spec.ReadTrace(strings.NewReader(nested(64)), spec.ReadLimits{})
	require.NoError(t, err)
	_, err = spec.ReadTrace(strings.NewReader(nested(5000)), spec.ReadLimits{})
	require.ErrorContains(t, err, "line 2: brackets are nested deeper than 256")
}

func TestNothingFollowsAJSONValue(t *testing.T) {
	_, err := spec.DecodeOutcome(spec.OpNote, []byte(`{"ok":true} and more`))
	require.ErrorContains(t, err, "and more")
	_, err = spec.DecodeOutcome(spec.OpNote, []byte(" {\"ok\":true} \n"))
	require.NoError(t, err)
	_, err = spec.ReadTrace(strings.NewReader(`{"format":"relspec-trace","version":1,"profile":"flecs-3"}{}`),
		spec.ReadLimits{})
	require.ErrorContains(t, err, "line 1")
}
