package spec_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func TestUntypedScalars(t *testing.T) {
	for text, want := range map[string]spec.Scalar{
		`1`: {Type: spec.F64, Num: 1}, `1.0`: {Type: spec.F64, Num: 1}, `-0.5`: {Type: spec.F64, Num: -0.5},
		`"a"`: {Type: spec.String, Text: "a"}, `""`: {Type: spec.String}, `true`: {Type: spec.Bool, Bool: true},
		`null`: spec.Null(),
	} {
		var raw any
		require.NoError(t, json.Unmarshal([]byte(text), &raw))
		got, err := spec.UntypedScalar(raw)
		require.Nil(t, err, text)
		require.Equal(t, want, got, text)
		require.Equal(t, text == `null`, got.IsNull())
	}
	for _, bad := range []any{[]any{1.0}, map[string]any{}, json.Number("1e999")} {
		_, err := spec.UntypedScalar(bad)
		require.NotNil(t, err)
		require.Equal(t, spec.CodeInvalid, err.Code)
	}
}

func TestDeclarationsAreReadAsTheyAreWritten(t *testing.T) {
	line := `{"op":"relationship","entity":"Follows","exclusive":true,"reverse_index":true,"fields":["a","b"],"defaults":[null,"x"],"require":["b"]}`
	var op spec.Operation
	require.NoError(t, json.Unmarshal([]byte(line), &op))
	require.Equal(t, spec.Declaration{
		Exclusive: true, ReverseIndex: true, Fields: []string{"a", "b"}, Require: []string{"b"},
		Defaults: []spec.Scalar{spec.Null(), {Type: spec.String, Text: "x"}},
	}, op.Declared)
	again, err := json.Marshal(op)
	require.NoError(t, err)
	require.JSONEq(t, line, string(again))
	for _, bad := range []string{
		`{"op":"relationship","entity":"R","defaults":[[1]]}`, `{"op":"set","entity":"a","id":["R","b"],"args":[{}]}`,
		`{"op":"relationship","entity":"R","Exclusive":true}`, `{"op":"relationship","entity":"R","fields":[1]}`,
	} {
		require.Error(t, json.Unmarshal([]byte(bad), &op), bad)
	}
}

// A profile has its own operations and capabilities, and only the reserved handles that belong to
// these capabilities.
func TestAProfileOfAnotherFamily(t *testing.T) {
	p := spec.Tecs()
	require.True(t, p.Has(spec.OpTables))
	require.False(t, p.Has(spec.OpAdd))
	require.False(t, spec.Flecs3().Has(spec.OpTables))
	require.NotContains(t, spec.Flecs3().Capabilities()["world"], spec.CapDeclared)
	builtins := spec.Builtins(p)
	require.Len(t, builtins, 1)
	require.Equal(t, spec.ChildOf, builtins[0].Handle)
	require.Empty(t, builtins[0].IDs, "the properties of ChildOf must be declared")
	require.NotContains(t, p.Capabilities()["world"], spec.CapIsA)
	require.NotContains(t, p.Capabilities()["filter"], spec.CapText)
	require.Contains(t, p.Capabilities()["filter"], spec.CapNot)
	require.Equal(t, spec.DialectFlecs3, p.Notation())
	require.Equal(t, spec.DialectFlecs4, spec.Flecs4().Notation())
	require.Equal(t, []spec.Profile{p}, spec.ProfilesOf(spec.TecsFamily))
}
