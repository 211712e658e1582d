package reduce_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// noise returns a random trace of about n operations that shows the fault.
func noise(t testing.TB, n int) (*spec.Trace, runner.Divergence) {
	t.Helper()
	for seed := range uint64(200) {
		tr := fuzz.Generate(seed, spec.Flecs3(), fuzz.Operations(n))
		res, err := runner.Run(tr, oracletest.Sound("model"), []runner.Implementation{oracletest.LosesWildcardPairs()},
			runner.Options{})
		require.NoError(t, err)
		if len(res.Divergences) == 1 && res.Divergences[0].Index > n/2 &&
			res.Divergences[0].Difference.Kind == compare.DiffMissing {
			return tr, res.Divergences[0]
		}
	}
	t.Fatal("no trace shows the fault")
	return nil, runner.Divergence{}
}

func TestReduceIsMinimal(t *testing.T) {
	tr, d := noise(t, 500)
	fails := reduce.FailsLike(d, oracletest.Sound("model"), oracletest.LosesWildcardPairs(), runner.Options{})
	small := reduce.Trace(tr, fails, reduce.Options{})
	require.True(t, fails(small))
	require.LessOrEqual(t, len(small.Entries), 5, strings.Join(show.Trace(small), "\n"))
	require.Equal(t, tr.Header, small.Header)
	again := reduce.Trace(tr, fails, reduce.Options{})
	require.Equal(t, show.Trace(small), show.Trace(again), "the same input gives the same bytes")
}

func TestReduceRenamesEntities(t *testing.T) {
	x := spec.Term{First: spec.EntityRef("Likes"), Second: spec.VarRef("whom")}
	position := build.Component("Position", spec.Member{Name: "x", Type: spec.F32})
	position.Name = build.Named("Position").Name
	tr := build.Trace(
		build.Named("Likes"), position, build.Named("Bob"), build.Named("Alice"),
		build.Add("Bob", "Likes", "Alice"), build.Add("Bob", "Position"),
		spec.Operation{Op: spec.OpPrepare, As: "everyone", Query: build.Terms(build.Tag("Position"), x)},
		spec.Operation{Op: spec.OpIterate, On: "everyone", Vars: map[string]spec.Handle{"whom": "Alice"}},
		build.Query(build.Text("Position, Likes($this, $whom)")),
	)
	// This failure needs every operation, so that only names change.
	fails := func(c *spec.Trace) bool {
		return len(c.Entries) == len(tr.Entries) && slices.EqualFunc(c.Entries, tr.Entries, sameShape)
	}
	got := reduce.Trace(tr, fails, reduce.Options{})
	require.Equal(t, []string{
		`1 entity R name "R"`, `2 component P (x f32) name "P"`, `3 entity a name "a"`, `4 entity b name "b"`,
		`5 add a (R, b)`, `6 add a P`, `7 prepare q  "P, (R, $x)"`, `8 iterate q $x=b`, `9 query  "P, (R, $x)"`,
	}, show.Trace(got))
	reduced := reduce.Trace(tr, fails, reduce.Options{KeepNames: true})
	require.Equal(t, show.Trace(tr), show.Trace(reduced))
}

func sameShape(a, b spec.Entry) bool {
	return a.Op.Op == b.Op.Op && (a.Op.Name == nil) == (b.Op.Name == nil) && len(a.Op.Members) == len(b.Op.Members) &&
		len(a.Op.Vars) == len(b.Op.Vars) && a.Op.ID.IsPair() == b.Op.ID.IsPair() &&
		sameQueryShape(a.Op.Query, b.Op.Query)
}

func sameQueryShape(a, b *spec.Query) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.IsText() == b.IsText() && len(a.Terms) == len(b.Terms) &&
		slices.EqualFunc(a.Terms, b.Terms, func(x, y spec.Term) bool {
			return x.Second.Kind == y.Second.Kind
		})
}

func TestReduceIsBounded(t *testing.T) {
	tr, d := noise(t, 200)
	like := reduce.FailsLike(d, oracletest.Sound("model"), oracletest.LosesWildcardPairs(), runner.Options{})
	checks := 0
	got := reduce.Trace(tr, func(c *spec.Trace) bool { checks++; return like(c) }, reduce.Options{Checks: 20})
	require.LessOrEqual(t, checks, 21, "one more check after renaming")
	require.True(t, like(got))
	slow := reduce.Trace(tr, func(c *spec.Trace) bool { time.Sleep(time.Millisecond); return like(c) },
		reduce.Options{Timeout: time.Millisecond})
	require.True(t, like(slow))
}

func TestReduceKeepsTheKindOfFailure(t *testing.T) {
	two := oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		out.Bool = out.Bool != (op.Op == spec.OpHas)
		out.Rows = nil
	})
	tr := build.Small()
	res := oracletest.Run(t, tr, two, runner.Options{})
	require.Equal(t, spec.OpQuery, res.Divergences[0].Op.Op)
	got := reduce.Trace(tr, reduce.FailsLike(res.Divergences[0], oracletest.Sound("model"), two, runner.Options{}),
		reduce.Options{})
	require.Equal(t, spec.OpQuery, got.Entries[len(got.Entries)-1].Op.Op)
}

// FuzzReduceAnything: for any trace and failure, the reduced trace still fails, is not longer, and
// reducing it again changes nothing.
func FuzzReduceAnything(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		which := int(data[0])
		tr := fuzz.Decode(data[1:], spec.Flecs3())
		if len(tr.Entries) == 0 || len(tr.Entries) > 60 {
			return
		}
		// The trace fails if it has an operation of the same kind as the one at index at, and one on the same entity.
		at := tr.Entries[which%len(tr.Entries)].Op
		checks := 0
		fails := func(c *spec.Trace) bool {
			checks++
			return slices.ContainsFunc(c.Entries, func(e spec.Entry) bool {
				return e.Op.Op == at.Op && (e.Op.Query == nil) == (at.Query == nil)
			})
		}
		got := reduce.Trace(tr, fails, reduce.Options{})
		if !fails(got) {
			t.Fatalf("the reduced trace does not fail:\n%s", strings.Join(show.Trace(got), "\n"))
		}
		if len(got.Entries) > len(tr.Entries) || checks > 5002 {
			t.Fatalf("%d operations from %d, %d checks", len(got.Entries), len(tr.Entries), checks)
		}
		again := reduce.Trace(got, fails, reduce.Options{})
		if a, b := fmt.Sprint(show.Trace(got)), fmt.Sprint(show.Trace(again)); a != b {
			t.Fatalf("reducing again changes\n%s\nto\n%s", a, b)
		}
	})
}

func TestReduceSimplifiesQueries(t *testing.T) {
	or := spec.Term{Kind: spec.TermOr, Terms: []spec.Term{build.Tag("T"), build.Related("*")}}
	scope := spec.Term{Kind: spec.TermScope, Oper: spec.Not, Terms: []spec.Term{build.Tag("T"), build.Related("b")}}
	far := spec.Term{
		Access: spec.AccessIn, Oper: spec.Optional, First: spec.EntityRef("R"), Second: spec.VarRef("x"),
		Src: spec.Ref{
			Kind: spec.RefVariable, Name: "y",
			Trav: &spec.Traversal{Flags: spec.TravUp, Rel: &spec.Ref{Kind: spec.RefEntity, Name: "ChildOf"}},
		},
	}
	q := build.Query(&spec.Query{
		Terms: []spec.Term{or, scope, far}, Kind: spec.KindCached, OrderBy: &spec.OrderBy{},
		GroupBy: "R", Instanced: true,
	})
	q.Vars, q.Values, q.Limit = map[string]spec.Handle{"x": "b"}, true, 3
	tr := build.Trace(build.Entity("R"), build.Entity("T"), build.Entity("b"), q)
	reducedTo := func(keep func(*spec.Query) bool) string {
		fails := func(c *spec.Trace) bool {
			return len(c.Entries) > 0 && c.Entries[len(c.Entries)-1].Op.Query != nil &&
				keep(c.Entries[len(c.Entries)-1].Op.Query)
		}
		return strings.Join(show.Trace(reduce.Trace(tr, fails, reduce.Options{})), "; ")
	}
	has := func(q *spec.Query, test func(*spec.Term) bool) bool {
		found := false
		q.Walk(func(t *spec.Term) { found = found || test(t) })
		return found
	}
	require.Equal(t, `1 query  "R"`, reducedTo(func(q *spec.Query) bool {
		return has(q, func(t *spec.Term) bool { return t.First.Name == "R" || t.First.Name == "S" })
	}))
	require.Equal(t, `1 query  "!{ P }"`, reducedTo(func(q *spec.Query) bool {
		return has(q, func(t *spec.Term) bool { return t.Kind == spec.TermScope })
	}))
	require.Equal(t, `1 query  "P(up)"`, reducedTo(func(q *spec.Query) bool {
		return has(q, func(t *spec.Term) bool { return t.Src.Trav != nil })
	}))
}

// BenchmarkReduce measures the reduction of a failing trace of 500 operations.
func BenchmarkReduce(b *testing.B) {
	tr, d := noise(b, 500)
	fails := reduce.FailsLike(d, oracletest.Sound("model"), oracletest.LosesWildcardPairs(), runner.Options{})
	for b.Loop() {
		reduce.Trace(tr, fails, reduce.Options{})
	}
}
