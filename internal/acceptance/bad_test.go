package acceptance

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/spec"
)

// The engines refuse the texts in spec/lang/testdata/bad with the error and position of the parser.
func TestEnginesRefuseBadTexts(t *testing.T) {
	for _, dialect := range []spec.Dialect{spec.DialectFlecs3, spec.DialectFlecs4, spec.DialectFlecs3Beta} {
		file, err := os.ReadFile("../../spec/lang/testdata/bad/" + dialect.String() + ".txt")
		require.NoError(t, err)
		for _, engine := range everyEngine {
			t.Run(engine.name+" "+dialect.String(), func(t *testing.T) {
				e, tried := engine.fresh(spec.Flecs3()), 0
				for line := range strings.Lines(string(file)) {
					if line[0] == '#' {
						continue
					}
					parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
					require.Len(t, parts, 4, line)
					text, err := strconv.Unquote(parts[1])
					require.NoError(t, err, line)
					out := e.Apply(spec.Operation{
						Op:    spec.OpQuery,
						Query: &spec.Query{Text: true, Expr: text, Syntax: dialect},
					})
					require.NotNil(t, out.Err, "%s: %q", parts[0], text)
					found := fmt.Sprintf("%s at %d:%d", out.Err.Code, out.Err.Line, out.Err.Column)
					require.Equal(t, parts[2]+" at "+parts[3], found, "%s: %q: %s", parts[0], text, out.Err)
					tried++
				}
				require.Greater(t, tried, 100)
			})
		}
	}
}

// badQuery is a query that is refused only in a world, or one given as terms.
type badQuery struct {
	Name     string
	Profiles []string
	// Ask is the operation. The default is query.
	Ask  map[string]any
	Code spec.ErrorCode
	// At is the line and column of the wrong term, or empty if the fault is not in the text.
	At string
}

type badQueries struct {
	World   []map[string]any
	Queries []badQuery
}

func readBadQueries(t *testing.T) badQueries {
	text, err := os.ReadFile("testdata/bad.yaml")
	require.NoError(t, err)
	var read badQueries
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(&read))
	names := map[string]bool{}
	for _, q := range read.Queries {
		require.False(t, names[q.Name], "two queries are called %q", q.Name)
		require.NotEmpty(t, q.Profiles, q.Name)
		names[q.Name] = true
	}
	require.Greater(t, len(read.Queries), 100)
	return read
}

// operation reads an operation of the protocol.
func operation(t *testing.T, fields map[string]any) spec.Operation {
	text, err := json.Marshal(fields)
	require.NoError(t, err)
	var op spec.Operation
	require.NoError(t, json.Unmarshal(text, &op), string(text))
	return op
}

// A query is refused as its row says in the profiles that the row names. In all other profiles, the
// engines must agree. So every row also tests new profiles, without naming them.
func TestEnginesRefuseBadQueries(t *testing.T) {
	all := readBadQueries(t)
	for _, profile := range spec.Profiles() {
		if !profile.Has(spec.OpSetName) {
			continue // the queries need names
		}
		first := map[string]string{} // answers of the first engine by query
		for _, engine := range everyEngine {
			t.Run(engine.name+" "+profile.Name, func(t *testing.T) {
				e, refused := engine.fresh(profile), 0
				for _, fields := range all.World {
					op := operation(t, fields)
					require.Nil(t, e.Apply(op).Err, fields)
				}
				for _, bad := range all.Queries {
					if _, other := bad.Ask["op"]; !other {
						bad.Ask["op"] = spec.OpQuery
					}
					out := e.Apply(operation(t, bad.Ask))
					if slices.Contains(bad.Profiles, profile.Name) {
						bad.refused(t, out)
					}
					found := "answered"
					if out.Err != nil {
						found, refused = string(out.Err.Code), refused+1
						if bad.At != "" {
							found = fmt.Sprintf("%s at %d:%d", out.Err.Code, out.Err.Line, out.Err.Column)
						}
					}
					if _, known := first[bad.Name]; !known {
						first[bad.Name] = found
					}
					require.Equal(t, first[bad.Name], found, "%s: %v", bad.Name, bad.Ask)
				}
				require.Greater(t, refused, 150)
			})
		}
	}
}

// refused reports a test failure unless the outcome is the error of the row.
func (bad *badQuery) refused(t *testing.T, out spec.Outcome) {
	require.NotNil(t, out.Err, "%s: %v was not refused", bad.Name, bad.Ask)
	require.Equal(t, bad.Code, out.Err.Code, "%s: %v: %s", bad.Name, bad.Ask, out.Err)
	if bad.At != "" {
		require.Equal(t, bad.At, fmt.Sprintf("%d:%d", out.Err.Line, out.Err.Column), bad.Name)
	}
}
