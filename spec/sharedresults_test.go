package spec_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func TestEntitiesThatShareAResultAreRows(t *testing.T) {
	o, err := spec.DecodeOutcome(spec.OpQuery, []byte(`{"ok":true,"results":[
		{"entities":["a","b"],"fields":[{"id":["R","t"],"src":"c","set":true}],"vars":{"x":null}},
		{"entities":[],"fields":[],"vars":{}}]}`))
	require.NoError(t, err)
	require.Len(t, o.Rows, 3)
	require.Equal(t, spec.Handle("b"), o.Rows[1].This)
	require.Equal(t, spec.Handle("c"), o.Rows[1].Fields[0].Src)
	require.Equal(t, spec.Handle(""), o.Rows[2].This)
}
