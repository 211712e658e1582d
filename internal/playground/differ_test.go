package playground

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/spec"
)

var update = flag.Bool("update", false, "write the golden files")

// astray is wrong in everything that the page compares: it replaces Manhattan by Rock in rows,
// answers that no entity has anything, and dumps Rock under another name.
type astray struct{ spec.Engine }

func (e astray) Apply(op spec.Operation) spec.Outcome {
	out := e.Engine.Apply(op)
	for i := range out.Rows {
		if out.Rows[i].This == "Manhattan" {
			out.Rows[i].This = "Rock"
		}
	}
	if op.Op == spec.OpHas {
		out.Bool = false
	}
	if out.Dump == nil {
		return out
	}
	for i := range out.Dump.Entities {
		if out.Dump.Entities[i].Handle == "Rock" {
			out.Dump.Entities[i].Name = "Stone"
		}
	}
	return out
}

// The answer is saved in a file for the browser tests, because the built-in engines never differ.
func TestAnswerShowsWhereTheEnginesDiffer(t *testing.T) {
	r, refusal := start(&link.State{
		Profile: "flecs-3", World: cities + "Manhattan has (LocatedIn, NewYork)\n",
		Query: "(LocatedIn, USA)",
	})
	require.Nil(t, refusal)
	r.fast = astray{r.fast}
	a, refusal := r.answer()
	require.Nil(t, refusal)
	require.False(t, a.Answer.Agree)
	require.Subset(t, texts(a), []string{
		"missing Manhattan (LocatedIn, USA)", "extra Rock (LocatedIn, USA)",
		"matched Bob (LocatedIn, USA)",
	})
	require.NotEmpty(t, a.Answer.Difference)
	require.NotEmpty(t, a.Worlds, "the worlds differ, too")
	require.Equal(t, "differ", a.Problems[0].Code)
	require.Contains(t, a.Drawing, `class="arrow missing`)
	require.Contains(t, a.Drawing, `class="arrow extra`)
	a.Answer.Model.Millis, a.Answer.Fast.Millis = 0, 0
	text, err := json.MarshalIndent(map[string]any{"ok": a}, "", "\t")
	require.NoError(t, err)
	golden := filepath.Join("testdata", "golden", "differ.json")
	if *update {
		require.NoError(t, os.WriteFile(golden, append(text, '\n'), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err, "go test -update writes it")
	require.Equal(t, string(want), string(text)+"\n")
}
