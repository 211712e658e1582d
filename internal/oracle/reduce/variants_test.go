package reduce_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// signs report, for two consecutive operations, whether only the variant could have produced the
// second one. Generated traces do not contain such operations.
var signs = map[string]func(before, op *spec.Operation) bool{
	"filter":      ofKind(spec.KindFilter),
	"cached":      ofKind(spec.KindCached),
	"rule":        ofKind(spec.KindRule),
	"held":        func(_, op *spec.Operation) bool { return strings.HasPrefix(op.On, "~held") },
	"held cached": func(_, op *spec.Operation) bool { return strings.HasPrefix(op.On, "~held") },
	"fresh":       func(_, op *spec.Operation) bool { return op.Op == spec.OpQuery },
	"permuted": func(_, op *spec.Operation) bool {
		return op.Query != nil && len(op.Query.Terms) > 1 && op.Query.Terms[0].Oper != spec.And
	},
	"text":     func(_, op *spec.Operation) bool { return op.Query != nil && op.Query.IsText() },
	"deferred": func(_, op *spec.Operation) bool { return op.Op == spec.OpDeferEnd || op.Op == spec.OpDeferBegin },
	"regrouped": func(_, op *spec.Operation) bool {
		return len(op.More) > 0
	},
	"snapshot": func(_, op *spec.Operation) bool { return op.Op == spec.OpRestore },
	"recycled": func(_, op *spec.Operation) bool { return strings.HasPrefix(string(op.Entity), "~used") },
	"renamed":  func(_, op *spec.Operation) bool { return strings.HasPrefix(string(op.Entity), "~00") },
	"stored":   func(_, op *spec.Operation) bool { return op.Op == spec.OpRelationship && op.Declared.Sparse },
	"swapped": func(before, op *spec.Operation) bool {
		return op.Op == spec.OpSet && before.Op == spec.OpSet && op.ID.First != before.ID.First &&
			op.ID.First > before.ID.First
	},
}

func ofKind(k spec.QueryKind) func(_, op *spec.Operation) bool {
	return func(_, op *spec.Operation) bool { return op.Query != nil && op.Query.Kind == k }
}

// faulty returns a model that fails at operations with the sign of a variant after two ids were
// removed: it panics or drops all rows.
func faulty(sign func(before, op *spec.Operation) bool, crashes bool) runner.Implementation {
	return runner.Implementation{Name: "engine", New: func(p spec.Profile) (spec.Engine, error) {
		removed, before := 0, spec.Operation{}
		return &oracletest.Mutant{Engine: model.New(p), Change: func(op *spec.Operation, out *spec.Outcome) {
			if removed > 1 && sign(&before, op) {
				if out.Rows = nil; crashes {
					panic("a fault of the test")
				}
			}
			if before = *op; op.Op == spec.OpRemove && out.Err == nil {
				removed++
			}
		}}, nil
	}}
}

// plainly returns a trace without operations that have a sign.
func plainly(tr *spec.Trace, sign func(before, op *spec.Operation) bool) *spec.Trace {
	var ops []spec.Operation
	before := spec.Operation{}
	for _, op := range tr.Operations() {
		if !sign(&before, &op) {
			ops = append(ops, op)
			before = op
		}
	}
	return tr.With(ops...)
}

// A fault that occurs only under a variant is reduced, for each variant, both for crashes and wrong answers.
func TestReduceUnderEveryVariant(t *testing.T) {
	for _, v := range variant.All() {
		sign := signs[v.Name]
		require.NotNil(t, sign, "a new variant needs a fault: %s", v.Name)
		for _, crashes := range []bool{true, false} {
			if !crashes && !v.OnlyQueries {
				continue
			}
			name := v.Name + " wrong"
			if crashes {
				name = v.Name + " crashes"
			}
			t.Run(name, func(t *testing.T) {
				profile := spec.Flecs4()
				if v.Needs != nil && !v.Needs(&profile) {
					profile = spec.Tecs()
				}
				im := faulty(sign, crashes)
				tr, d := shows(t, profile, sign, im, v)
				opts := runner.Options{}
				fails := reduce.FailsLike(d, oracletest.Sound("model"), im.With(v), opts)
				small := reduce.Trace(tr, fails, reduce.Options{Operations: d.Index + 1})
				require.True(t, fails(small))
				require.LessOrEqual(t, len(small.Entries), 20, strings.Join(show.Trace(small), "\n"))
			})
		}
	}
}

// shows returns a long trace on which an implementation diverges late, and only under the variant.
func shows(
	t *testing.T, profile spec.Profile, sign func(before, op *spec.Operation) bool, im runner.Implementation,
	v *variant.Variant,
) (*spec.Trace, runner.Divergence) {
	for seed := range uint64(400) {
		tr := plainly(fuzz.Generate(seed, profile, fuzz.Operations(200)), sign)
		res := oracletest.Run(t, tr, im.With(v), runner.Options{})
		if len(res.Divergences) != 1 || res.Divergences[0].Index < 10 || res.Divergences[0].Index > len(tr.Entries)-20 {
			continue
		}
		if len(oracletest.Run(t, tr, im, runner.Options{}).Divergences) == 0 {
			return tr, res.Divergences[0]
		}
	}
	require.Fail(t, "no trace shows the fault")
	return nil, runner.Divergence{}
}

// An engine may crash in a dump, or depend on the number of earlier operations. Then the checks
// that reduction skips for speed matter.
func TestReduceKeepsRequiredChecks(t *testing.T) {
	cases := map[string]func(calls int, deleted bool, op *spec.Operation) bool{
		"a crash in a dump": func(_ int, deleted bool, op *spec.Operation) bool {
			return deleted && op.Op == spec.OpDump
		},
		"a crash at every fourth call": func(calls int, deleted bool, op *spec.Operation) bool {
			return deleted && calls%4 == 0 && op.Op == spec.OpAdd
		},
		"a crash at an operation after many calls": func(calls int, deleted bool, op *spec.Operation) bool {
			return deleted && calls > 60 && op.Op == spec.OpAdd
		},
	}
	for name, crashes := range cases {
		t.Run(name, func(t *testing.T) {
			im := runner.Implementation{Name: "engine", New: func(p spec.Profile) (spec.Engine, error) {
				calls, deleted := 0, false
				return &oracletest.Mutant{Engine: model.New(p), Change: func(op *spec.Operation, out *spec.Outcome) {
					calls++
					deleted = deleted || op.Op == spec.OpDelete && out.Err == nil
					if crashes(calls, deleted, op) {
						panic("a fault of the test")
					}
				}}, nil
			}}
			tr := fuzz.Generate(3, spec.Flecs4(), fuzz.Operations(200))
			res := oracletest.Run(t, tr, im, runner.Options{})
			require.Len(t, res.Divergences, 1)
			d := res.Divergences[0]
			fails := reduce.FailsLike(d, oracletest.Sound("model"), im, runner.Options{})
			small := reduce.Trace(tr, fails, reduce.Options{Operations: d.Index + 1})
			require.True(t, fails(small))
			require.LessOrEqual(t, len(small.Entries), d.Index+1)
			require.Less(t, len(small.Entries), 60, strings.Join(show.Trace(small), "\n"))
			require.True(t, slices.ContainsFunc(small.Entries,
				func(e spec.Entry) bool { return e.Op.Op == spec.OpDelete }))
		})
	}
}
