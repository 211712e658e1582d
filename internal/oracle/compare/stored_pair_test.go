package compare_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// reports is a foreign engine that reports one pair instead of another.
func reports(stored, asked spec.ID) runner.Implementation {
	im := oracletest.NewMutant("foreign", func(_ *spec.Operation, out *spec.Outcome) {
		for i := range out.Rows {
			out.Rows[i].Fields = slices.Clone(out.Rows[i].Fields)
			for k := range out.Rows[i].Fields {
				if f := &out.Rows[i].Fields[k]; f.ID == asked {
					f.ID, f.Or = stored, nil
					if stored.First == spec.IsA {
						f.Src = "stall"
					}
				}
			}
		}
	})
	im.Foreign = true
	return im
}

// places is a world in which the market is in the city, the city in the country, and a stall is an
// instance of one in the market. Beside is a subclass of In.
func places(questions ...spec.Operation) *spec.Trace {
	return build.Trace(append([]spec.Operation{
		build.Named("In"), build.Named("Beside"), build.Named("Open"), build.Named("country"), build.Named("city"),
		build.Named("market"), build.Named("elsewhere"), build.Named("kind"), build.Named("thing"),
		build.Named("stall"),
		build.Named("kiosk"), build.Named("Next"),
		build.Add("In", spec.Transitive), build.Add("Beside", spec.IsA, "In"), build.Add("city", "In", "country"),
		build.Add("market", "In", "city"),
		build.Add("kind", "In", "market"), build.Add("kind", "In", "elsewhere"),
		build.Add("kind", spec.IsA, "thing"), build.Add("stall", spec.IsA, "kind"),
		build.Add("elsewhere", "Beside", "country"),
		build.Add("kiosk", "Beside", "market"), build.Add("kiosk", "Next", "market"),
		build.Add("kiosk", "Next", "city"), build.Add("market", "Next", "city"),
	}, questions...)...)
}

// facts.reported: a foreign engine may report a stored pair that leads to the pair in the query,
// and no other.
func TestForeignEnginesReportStoredPairs(t *testing.T) {
	in := func(e spec.Handle) spec.ID { return spec.Pair("In", e) }
	limited := build.Query(build.Text("In($this, country)"))
	limited.Limit = 10
	cases := []struct {
		name          string
		stored, asked spec.ID
		question      spec.Operation
		differs       bool
	}{
		{"on the way", in("city"), in("country"), build.Query(build.Text("In(market, country)")), false},
		{"not on the way", in("elsewhere"), in("country"), build.Query(build.Text("In(market, country)")), true},
		{"a pair with an entity that is no target", in("market"), in("country"), build.Query(build.Text("In(city, country)")), true},
		{
			"of a variable's target", in("city"), in("country"),
			build.Query(build.Text("In(market, $place), Beside(elsewhere, $place)")), false,
		},
		{
			"in a chain", in("city"), in("country"), build.Query(build.Text("Open(market) || In(market, country)")),
			false,
		},
		{
			"in a chain, not on the way", in("elsewhere"), in("country"),
			build.Query(build.Text("Open(market) || In(market, country)")), true,
		},
		{"inherited from a base", in("market"), in("city"), build.Query(build.Text("In(stall, city)")), false},
		{
			"inherited from a base, not on the way", in("elsewhere"), in("city"),
			build.Query(build.Text("In(stall, city)")), true,
		},
		{
			"of a subclass, as asked", in("country"), spec.Pair("Beside", "country"),
			build.Query(build.Text("In(elsewhere, country)")), true,
		},
		{
			"of a subclass, on the way", spec.Pair("Beside", "market"), in("country"),
			build.Query(build.Text("In(kiosk, country)")), false,
		},
		{
			"of a tag that is not a relationship", spec.Pair("Open", "market"), in("country"),
			build.Query(build.Text("In(kiosk, country)")), true,
		},
		{
			"of a relationship that is not transitive", spec.Pair("Next", "market"), spec.Pair("Next", "city"),
			build.Query(build.Text("Next(kiosk, city)")), true,
		},
		{
			"of a base", spec.Pair(spec.IsA, "kind"), spec.Pair(spec.IsA, "thing"),
			build.Query(build.Text("IsA(stall, thing)")), false,
		},
		{"with a limit, not on the way", in("stall"), in("country"), limited, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			res := oracletest.Run(t, places(c.question), reports(c.stored, c.asked), runner.Options{})
			require.Equal(t, c.differs, len(res.Divergences) > 0, "%v", res.Divergences)
			strict := reports(c.stored, c.asked)
			strict.Foreign = false
			require.NotEmpty(t, oracletest.Run(t, places(c.question), strict, runner.Options{}).Divergences,
				"our engines must report the same pair as the reference")
		})
	}
}

// The same applies to prepared queries and their iterators.
func TestForeignEnginesReportStoredPairsOfHeldQueries(t *testing.T) {
	held := []spec.Operation{
		{Op: spec.OpPrepare, As: "q", Query: build.Text("In(market, country)")},
		{Op: spec.OpIterate, On: "q"},
		{Op: spec.OpIterBegin, As: "i", On: "q"},
		{Op: spec.OpIterNext, On: "i"},
		{Op: spec.OpIterNext, On: "i"},
	}
	asked := spec.Pair("In", "country")
	require.Empty(t, oracletest.Run(t, places(held...), reports(spec.Pair("In", "city"), asked),
		runner.Options{}).Divergences)
	require.NotEmpty(t, oracletest.Run(t, places(held...), reports(spec.Pair("In", "elsewhere"), asked),
		runner.Options{}).Divergences)
	require.NotEmpty(t, oracletest.Run(t, places(slices.Delete(held, 1, 2)...),
		reports(spec.Pair("In", "elsewhere"), asked), runner.Options{}).Divergences)
}
