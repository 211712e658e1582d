package schematest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle/adapter/schematest"
	"github.com/relspec/relspec/spec"
)

// object is the schema of an object.
type object struct {
	Properties map[string]json.RawMessage `json:"properties"`
	Required   []string                   `json:"required"`
	AllOf      []struct {
		Ref string `json:"$ref"`
	} `json:"allOf"`
}

// For each operation, the catalogue (spec.Operations) and the schema list the same arguments and the
// same required arguments.
func TestTheRowsOfOperationsAgreeWithTheSchema(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", schematest.File))
	require.NoError(t, err)
	var schema struct {
		Defs map[string]object `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &schema))
	for _, row := range spec.Operations() {
		definition, known := schema.Defs["op-"+string(row.Op)]
		require.True(t, known, row.Op)
		takes := []string{}
		for name := range definition.Properties {
			takes = append(takes, name)
		}
		for _, part := range definition.AllOf {
			for name := range schema.Defs[strings.TrimPrefix(part.Ref, "#/$defs/")].Properties {
				takes = append(takes, name)
			}
		}
		require.ElementsMatch(t, takes, row.Arguments(), row.Op)
		require.ElementsMatch(t, slices.Clip(definition.Required), row.Required(), row.Op)
	}
}
