package query

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// tested lists queries, and whether their terms can be looked up directly if no property matters.
var tested = []struct {
	text  string
	plain bool
}{
	{"A", true},
	{"A, B", true},
	{"A, !B", true},
	{"!A", true},
	{"?A, B", true},
	{"(R, X)", true},
	{"(R, R)", true},
	{"A, !(R, X)", true},
	{"(R, X), ?(R, Y)", true},
	{"(A, X)", true},
	{"B, Disabled", true},
	{"Prefab, !A", true},
	{"(IsA, X)", true},
	{"!R", true},
	{"X", true},
	{"(ChildOf, X), !A", true},
	{"A(self)", false},
	{"(R, *)", false},
	{"A || B", false},
	{"B, A(X)", false},
	{"A, $this != X", false},
	{"(R, $x)", false},
}

// drawnWorld is a world of a few names with drawn ids, properties among them.
func drawnWorld(t *rapid.T) (w *rules.World, all []rules.Entity) {
	profile := rapid.SampledFrom([]spec.Profile{spec.Flecs3(), spec.Flecs4()}).Draw(t, "profile")
	w = &rules.World{}
	w.Init(rules.Options{Profile: profile})
	for _, name := range []string{"A", "B", "R", "X", "Y", "", "", ""} {
		e, err := w.CreateNow(&rules.Birth{Name: name}, rules.NoComponent)
		require.Nil(t, err)
		all = append(all, e)
	}
	user := rapid.SampledFrom(all)
	tags := rapid.SampledFrom([]rules.Entity{
		all[0], all[0], all[1], all[2], all[3], rules.Transitive, rules.Reflexive, rules.Final, rules.Disabled,
		rules.Prefab, rules.DontFragment,
	})
	firsts := rapid.SampledFrom([]rules.Entity{all[2], all[2], all[0], rules.IsA, rules.ChildOf})
	for range rapid.IntRange(3, 30).Draw(t, "steps") {
		e, id := user.Draw(t, "entity"), store.Single(tags.Draw(t, "tag").Index())
		if rapid.Bool().Draw(t, "pair") {
			id = store.Pair(firsts.Draw(t, "first").Index(), user.Draw(t, "second").Index())
		}
		first, _ := w.Store.At(id.First())
		second, _ := w.Store.At(id.Second())
		if !w.Store.Alive(e) || first == 0 || id.IsPair() && second == 0 {
			continue
		}
		switch rapid.IntRange(0, 9).Draw(t, "step") {
		case 0:
			_ = w.RemoveNow(e, id)
		case 1:
			_ = w.DeleteNow(e)
		case 2, 3:
			if ids := w.Store.IDs(w.Table(e.Index())); len(ids) > 0 {
				_ = w.ToggleNow(e, rapid.SampledFrom(ids).Draw(t, "toggled"), false)
			}
		default:
			_ = w.AddNow(e, id)
		}
	}
	return w, all
}

// thisOf collects the values of $this of a run.
type thisOf map[uint32]bool

func (s thisOf) Take(x *Exec) bool {
	eachThis(x, func(this uint32) { s[this] = true })
	return true
}

// A test of an entity agrees with a run over all, in whatever state the query was made and is asked.
func TestTestsAgreeWithRuns(t *testing.T) {
	looked := 0
	rapid.Check(t, func(t *rapid.T) {
		w, all := drawnWorld(t)
		kind := rapid.SampledFrom([]spec.QueryKind{spec.KindFilter, spec.KindRule, spec.KindCached}).Draw(t, "kind")
		tests := map[string]*Test{}
		for _, at := range tested {
			asked := &spec.Query{Text: true, Expr: at.text, Kind: kind}
			q, err := Compile(w, asked, func(h spec.Handle) (Entity, *spec.Error) { return w.Lookup(string(h), 0, true) })
			if err != nil {
				continue // a name that has gone, a relationship that is not traversed, a kind without the term
			}
			test := q.NewTest()
			require.Equal(t, at.plain, test.terms != nil, at.text)
			tests[at.text] = &test
		}
		for range 2 {
			for text, test := range tests {
				matching := thisOf{}
				x := test.q.NewExec()
				x.Run(matching)
				x.Release()
				for _, e := range append(all, rules.Prefab, rules.IsA) {
					if w.Store.Alive(e) {
						require.Equal(t, matching[e.Index()], test.Matches(e), "%s: %s", text, w.EntityText(e))
					}
				}
				if test.Plain() {
					looked++
				}
			}
			if gone := rapid.SampledFrom(all).Draw(t, "deleted"); w.Store.Alive(gone) && w.DeleteNow(gone) == nil {
				made, err := w.CreateNow(&rules.Birth{}, rules.NoComponent) // most likely with its index
				require.Nil(t, err)
				for _, e := range all {
					if w.Store.Alive(e) {
						_ = w.AddNow(e, store.Single(made.Index()))
						_ = w.AddNow(e, store.Pair(made.Index(), e.Index()))
					}
				}
			}
		}
	})
	require.NotZero(t, looked)
}
