package acceptance

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// explained is a question why, and what the answer must say.
type explained struct {
	Name    string
	Ask     map[string]any
	Nearest string   // part of what came nearest, where there is no match
	Reason  string   // part of why there is none
	Proof   string   // part of the proof, where there is a match
	Cites   []string // among the statements
}

type explainedWorld struct {
	World []map[string]any
	Cases []explained
}

func TestExplanationsSayWhatIsNearest(t *testing.T) {
	text, err := os.ReadFile("testdata/explain.yaml")
	require.NoError(t, err)
	var worlds map[string]explainedWorld
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(&worlds))
	for name, world := range worlds {
		profile, unknown := spec.ProfileByName(name)
		require.Nil(t, unknown)
		e := model.New(profile)
		for _, fields := range world.World {
			require.Nil(t, e.Apply(operation(t, fields)).Err, fields)
		}
		require.NotEmpty(t, world.Cases)
		for _, c := range world.Cases {
			t.Run(name+" "+c.Name, func(t *testing.T) {
				c.Ask["op"] = spec.OpExplain
				out := e.Apply(operation(t, c.Ask))
				require.Nil(t, out.Err)
				require.NotNil(t, out.Explanation)
				c.check(t, *out.Explanation)
			})
		}
	}
}

func (c explained) check(t *testing.T, got spec.Explanation) {
	var cites []string
	note := func(p spec.Proof) {
		for _, id := range p.Statements() {
			cites = append(cites, string(id))
		}
	}
	if c.Proof != "" {
		require.Len(t, got.Matches, 1)
		require.Empty(t, got.Misses)
		whole := ""
		for _, term := range got.Matches[0].Terms {
			whole += term.String() + "\n"
			note(term)
		}
		require.Contains(t, whole, c.Proof)
	} else {
		require.Empty(t, got.Matches)
		require.Len(t, got.Misses, 1)
		require.Contains(t, got.Misses[0].Nearest, c.Nearest)
		require.Contains(t, got.Misses[0].Reason.String(), c.Reason)
		require.NotEmpty(t, c.Nearest+c.Reason)
		note(got.Misses[0].Reason)
	}
	for _, id := range c.Cites {
		require.Contains(t, cites, id)
	}
}
