package picture

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/report/graph"
	"github.com/relspec/relspec/spec"
)

func entity(name spec.Handle, ids ...spec.ID) spec.DumpEntity {
	e := spec.DumpEntity{Handle: name}
	for _, id := range ids {
		e.IDs = append(e.IDs, spec.DumpID{ID: id})
	}
	return e
}

func dump(entities ...spec.DumpEntity) *spec.Dump { return &spec.Dump{Entities: entities} }

// texts returns the texts of a drawing: a line for each box with its lines, then one for each arrow label.
func texts(w *World) []string {
	var out []string
	for _, b := range w.Boxes {
		line := fmt.Sprintf("%s %s", b.Name, b.Look)
		for _, t := range b.Lines {
			line += fmt.Sprintf(" [%s %s]", t.Text, t.Look)
		}
		out = append(out, line)
	}
	for _, a := range w.Arrows {
		for _, t := range a.Labels {
			line := fmt.Sprintf("%s -%s-> %s %s", w.Boxes[a.From].Name, t.Text, w.Boxes[a.To].Name, t.Look)
			if t.Derived {
				line += " derived"
			}
			out = append(out, line)
		}
	}
	return out
}

func TestWorldOfAQuery(t *testing.T) {
	in := func(target spec.Handle) spec.ID { return spec.Pair("In", target) }
	w := Draw(&finding.Picture{
		World: dump(entity("City"), entity("In", spec.Single(spec.Transitive)), entity("bob", in("ny")),
			entity("ny", spec.Single("City"), in("usa")),
			entity("rock"), entity("usa")),
		Rows: []finding.PictureRow{
			{
				State: finding.RowMatched, Entities: []spec.Handle{"ny"},
				Facts: []finding.Fact{{Entity: "ny", ID: in("usa")}},
			},
			{
				State: finding.RowMissing, Entities: []spec.Handle{"bob", "ny"},
				Facts: []finding.Fact{{Entity: "bob", ID: in("usa")}, {Entity: "ny", ID: spec.Single("City")}},
			},
		},
	})
	require.Equal(t, []string{
		"bob missing", "ny missing [City missing]", "rock plain", "usa plain",
		"bob -In-> ny plain", "ny -In-> usa matched", "bob -In-> usa missing derived",
	}, texts(w))
	require.Equal(t, []string{"City", "In: Transitive"}, w.Vocabulary)
}

func TestWorldsThatDiffer(t *testing.T) {
	value := func(x int64) spec.DumpEntity {
		e := entity("a")
		e.IDs = []spec.DumpID{{
			ID:    spec.Single("P"),
			Value: spec.Value{{Name: "x", Scalar: spec.Scalar{Type: spec.I64, Int: x}}},
		}}
		return e
	}
	likes := spec.Pair("Likes", "gone")
	w := Draw(&finding.Picture{
		World: dump(value(1), entity("b"), entity("c", spec.Pair("R", "b")), entity("d")),
		Got:   dump(value(2), entity("b", likes), entity("c"), entity("e", spec.Single("T"))),
	})
	require.Equal(t, []string{
		"a plain [P {x=1} missing] [P {x=2} extra]", "b plain", "c plain", "d missing", "e extra [T extra]",
		"gone quiet [not alive quiet]",
		"b -Likes-> gone extra", "c -R-> b missing",
	}, texts(w))
}

func TestPoliciesAreLinesOfTheirBox(t *testing.T) {
	policy := spec.Pair(spec.OnDelete, spec.DeleteAction)
	w := Draw(&finding.Picture{World: dump(entity("a", policy)), Got: dump(entity("a"))})
	require.Equal(t, []string{"a plain [" + policy.String() + " missing]"}, texts(w))
}

func TestEveryRowStateHasALook(t *testing.T) {
	looks := map[graph.Look]bool{}
	for _, s := range []finding.RowState{finding.RowMatched, finding.RowMissing, finding.RowExtra} {
		looks[lookOfRow(s)] = true
	}
	require.Len(t, looks, 3)
	require.Equal(t, graph.Plain, lookOfRow("something else"), "another version may have saved the run")
}
