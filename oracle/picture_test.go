package oracle_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

func TestVerifyRefusesBrokenTraces(t *testing.T) {
	_, err := engines.Verify("{}")
	require.Error(t, err)
	var b strings.Builder
	_, err = build.Small().WriteTo(&b)
	require.NoError(t, err)
	d, err := engines.Verify(b.String())
	require.NoError(t, err)
	require.Empty(t, d)
}

func TestPictureOfAQuery(t *testing.T) {
	f, err := oracle.NewFinding(zoo(), engines.Model(), deafEngine(), "", oracle.RunOptions{DumpEvery: -1})
	require.NoError(t, err)
	p := f.Picture
	require.NotNil(t, p)
	require.Nil(t, p.Got)
	require.Len(t, p.World.Entities, 4)
	bob := []spec.Handle{"Bob"}
	require.Equal(t, []finding.PictureRow{
		{
			State: finding.RowMatched, Text: "$this=Bob  (Eats, Apples)", Entities: bob,
			Facts: []finding.Fact{{Entity: "Bob", ID: spec.Pair("Eats", "Apples")}},
		},
		{
			State: finding.RowMissing, Text: "$this=Bob  (Eats, Pears)", Entities: bob,
			Facts: []finding.Fact{{Entity: "Bob", ID: spec.Pair("Eats", "Pears")}},
		},
	}, p.Rows)
}

func TestPictureOfWorldsThatDiffer(t *testing.T) {
	f, err := oracle.NewFinding(zoo(), engines.Model(), deafEngine(), "", oracle.RunOptions{})
	require.NoError(t, err)
	require.Equal(t, compare.DiffDump, f.Divergence.Difference.Kind)
	bob := func(d *spec.Dump) spec.DumpEntity { return d.Entities[1] }
	require.Len(t, bob(f.Picture.World).IDs, 2)
	require.Len(t, bob(f.Picture.Got).IDs, 1)
}
