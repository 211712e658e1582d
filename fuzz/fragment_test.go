package fuzz_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// fragmentNames lists the fragments of the profiles of Flecs.
func fragmentNames() (names []string) {
	for _, key := range fuzz.WeightKeys() {
		if name, is := strings.CutPrefix(key, "fragment."); is {
			names = append(names, name)
		}
	}
	return names
}

// onlyFragment returns weights with which one fragment makes half of all steps, and the other fragments none.
func onlyFragment(t *testing.T, name string) fuzz.Option {
	w, err := fuzz.ParseWeights("fragment=1000,invalid=0")
	require.NoError(t, err)
	for _, other := range fragmentNames() {
		if other != name {
			require.NoError(t, w.Set("fragment."+other, 0))
		}
	}
	return fuzz.WithWeights(w)
}

// asksOtherwise lists the fragments that check events, orders, names or dumps instead of rows.
var asksOtherwise = []string{
	"name_reuse", "marked", "waiting", "arranged", "id_events", "emitted",
	"heirs", "fixed_source", "names_above", "two_above", "newcomers", "recopied", "watched", "elsewhere", "monitored", "leading_on",
}

func TestEveryFragmentIsMostlyValidAndAsksSomething(t *testing.T) {
	long.Only(t, "generates 30 traces for each fragment")
	for _, name := range fragmentNames() {
		for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
			n := ask(fuzz.New(p, onlyFragment(t, name), fuzz.Operations(80)), p, 15)
			most := 0.12
			if name == "locked" || name == "late_refusal" { // the fragment tests refusals
				most = 0.2
			}
			require.Less(t, share(n.refused+n.unsupported, n.operations), most, "%s in %s", name, p.Name)
			if !slices.Contains(asksOtherwise, name) {
				require.Greater(t, share(n.answers, n.operations), 0.05, "%s in %s", name, p.Name)
				require.Less(t, share(n.empty, n.answers), 0.9, "%s in %s", name, p.Name)
			}
		}
	}
}

// shows are functions that recognise a pattern in the operations on the model.
var shows = map[string]func([]spec.Entry, []spec.Outcome) bool{
	"two_pairs": func(ops []spec.Entry, out []spec.Outcome) bool {
		return follows(ops, spec.OpPrepare, spec.OpRemove, spec.OpIterate, spec.OpQuery, spec.OpHas) &&
			hasRows(ops, out, spec.OpIterate)
	},
	"recycle": func(ops []spec.Entry, _ []spec.Outcome) bool {
		return follows(ops, spec.OpDelete, spec.OpEntity, spec.OpIterate)
	},
	"cascade": func(ops []spec.Entry, out []spec.Outcome) bool {
		return follows(ops, spec.OpSet, spec.OpDelete, spec.OpIterate) && hasRows(ops, out, spec.OpIterate)
	},
	"exclusive_override": func(ops []spec.Entry, out []spec.Outcome) bool {
		return follows(ops, spec.OpAdd, spec.OpEntity, spec.OpAdd, spec.OpQuery, spec.OpQuery, spec.OpTargets) &&
			inherited(out)
	},
	"inherited_pairs": func(_ []spec.Entry, out []spec.Outcome) bool { return inherited(out) },
	"diamond":         func(_ []spec.Entry, out []spec.Outcome) bool { return inherited(out) },
	"rewind": func(ops []spec.Entry, _ []spec.Outcome) bool {
		return follows(ops, spec.OpRestore, spec.OpIterate, spec.OpQuery)
	},
	"name_reuse": func(ops []spec.Entry, _ []spec.Outcome) bool {
		return follows(ops, spec.OpSetName, spec.OpDelete, spec.OpEntity, spec.OpLookup, spec.OpSetName, spec.OpLookup,
			spec.OpPath)
	},
}

// follows reports whether the kinds occur in a row.
func follows(ops []spec.Entry, kinds ...spec.OpKind) bool {
	for i := 0; i+len(kinds) <= len(ops); i++ {
		same := true
		for j, k := range kinds {
			same = same && ops[i+j].Op.Op == k
		}
		if same {
			return true
		}
	}
	return false
}

func hasRows(ops []spec.Entry, out []spec.Outcome, kind spec.OpKind) bool {
	for i := range ops {
		if ops[i].Op.Op == kind && len(out[i].Rows) > 0 {
			return true
		}
	}
	return false
}

// inherited reports whether a field was matched on another entity.
func inherited(out []spec.Outcome) bool {
	for i := range out {
		for _, row := range out[i].Rows {
			for _, f := range row.Fields {
				if f.Set && f.Src != "" && f.Src != row.This {
					return true
				}
			}
		}
	}
	return false
}

func TestFragmentsShowTheirPattern(t *testing.T) {
	for name, shown := range shows {
		for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
			t.Run(fmt.Sprint(name, " ", p.Name), func(t *testing.T) {
				g := fuzz.New(p, onlyFragment(t, name), fuzz.Operations(80))
				times := 0
				for seed := range uint64(20) {
					trace := g.Generate(seed)
					w := model.New(p)
					var out []spec.Outcome
					for _, e := range trace.Entries {
						out = append(out, w.Apply(e.Op))
					}
					if shown(trace.Entries, out) {
						times++
					}
				}
				require.GreaterOrEqual(t, times, 10)
			})
		}
	}
}
