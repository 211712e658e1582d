package engine_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/spec"
)

// waysOf are the fingerprints of a trace, and its answers.
func waysOf(t *testing.T, trace string, ask bool) (ways []spec.Fingerprint, answers []spec.Outcome) {
	t.Helper()
	tr, err := spec.ReadTrace(strings.NewReader(trace), spec.ReadLimits{})
	require.NoError(t, err)
	e := engine.New(spec.Flecs3())
	if ask {
		e.Fingerprint(func(f spec.Fingerprint) { ways = append(ways, f) })
	}
	for i := range tr.Entries {
		answers = append(answers, e.Apply(tr.Entries[i].Op))
	}
	return ways, answers
}

const wayTrace = `{"format":"relspec-trace","version":1,"profile":"flecs-3"}
{"op":"entity","entity":"Likes"}
{"op":"entity","entity":"Alice"}
{"op":"entity","entity":"Bob"}
{"op":"add","entity":"Bob","id":["Likes","Alice"]}
{"op":"prepare","as":"q","terms":[{"first":"Likes","second":"Alice"}],"kind":"cached"}
{"op":"iterate","query":"q"}
{"op":"delete","entity":"Alice"}
{"op":"iterate","query":"q"}
`

// Names do not count in fingerprints, what is done and what properties an id has do; telling them changes no answer.
func TestFingerprintsAreOfWaysAndNotOfNames(t *testing.T) {
	ways, answers := waysOf(t, wayTrace, true)
	of := map[spec.Way]int{}
	for _, f := range ways {
		of[f.Way]++
	}
	require.Positive(t, of[spec.WayPlan])
	require.Positive(t, of[spec.WayChange])
	require.Positive(t, of[spec.WayStore])
	none, plain := waysOf(t, wayTrace, false)
	require.Empty(t, none)
	require.Equal(t, plain, answers)

	renamed, _ := waysOf(t, strings.NewReplacer("Likes", "Hates", "Alice", "Eve", "Bob", "Mallory").Replace(wayTrace), true)
	require.Equal(t, ways, renamed)
	named, _ := waysOf(t, strings.Replace(wayTrace, `"entity":"Likes"}`, `"entity":"Likes","name":"Likes"}`, 1), true)
	require.Equal(t, ways, named, "a name is no property")
	for what, other := range map[string]string{
		"a property": strings.Replace(wayTrace, `"entity":"Likes"}`, `"entity":"Likes","ids":["Exclusive"]}`, 1),
		"a plan":     strings.Replace(wayTrace, `"second":"Alice"`, `"second":"*"`, 1),
		"a kind":     strings.Replace(wayTrace, `"cached"`, `"filter"`, 1),
		"a change":   strings.Replace(wayTrace, `"delete"`, `"clear"`, 1),
	} {
		changed, _ := waysOf(t, other, true)
		require.NotEqual(t, ways, changed, what)
	}
}
