package query

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// A scan passes the same rows to every sink as the steps of the plan, with any variables preset.
func TestAScanGivesTheRowsOfTheSteps(t *testing.T) {
	scans, rows, toggled := 0, 0, 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 33))
		profile, alone := spec.Flecs3(), " DontInherit"
		if seed%2 == 1 {
			profile, alone = spec.Flecs4(), " OnInstantiate:DontInherit"
		}
		s := newScene(t, profile, "A", "B", "C"+alone, "R", "X Exclusive", "In Transitive"+alone,
			"Deep Transitive", "N Exclusive DontFragment", "M Exclusive DontFragment", "Same Reflexive", "K IsA:A")
		one := func(list ...string) string { return list[r.IntN(len(list))] }
		entity := func() string { return fmt.Sprintf("e%d", r.IntN(12)) }
		for i := range 12 {
			s.do(fmt.Sprintf("e%d", i))
		}
		relationships := []string{"R", "R", "R", "X", "In", "Deep", "N", "M", "IsA"}
		if seed%3 == 0 {
			relationships = relationships[:8] // without instances
		}
		change := func(n int) {
			for range n {
				s.try(entity() + " " + one("A", "B", "C", "Prefab", one(relationships...)+":"+entity()))
			}
		}
		change(80)
		var queries []*Query
		runs := map[*Query]*Exec{} // one run each, which caches the terms of its last use
		for range 80 {
			target := func() string { return one("*", "_", "$x", "$x", "$y", entity(), entity()) }
			terms := []string{}
			for range 1 + r.IntN(3) {
				source := one("", "", "", "$x", "$y", entity())
				term := one("A", "B", "C", "K") + map[bool]string{true: "(" + source + ")"}[source != ""]
				if r.IntN(2) == 0 {
					term = "(" + one("R", "X", "In", "Deep", "N", "M", "IsA", "Same") + ", " + target() + ")"
				}
				terms = append(terms, one("", "", "", "!", "?")+term)
			}
			if r.IntN(4) == 0 { // a join of tables
				terms = append(terms[:0], "("+one("X", "R", "In")+", $x)", one("", "!")+"("+one("R", "X")+", $x)")
			}
			text := strings.Join(terms, ", ")
			kind := []spec.QueryKind{spec.KindRule, spec.KindFilter}[r.IntN(2)]
			q, err := Compile(s.w, &spec.Query{Text: true, Expr: text, Kind: kind}, s.w.Named)
			if err != nil {
				continue
			}
			if r.IntN(4) == 0 && q.MakeExact() != nil {
				continue
			}
			queries, runs[q] = append(queries, q), &Exec{}
		}
		for i := range 3 * len(queries) { // first as it is, then in another world, then with disabled ids
			q := queries[i%len(queries)]
			if i == len(queries) {
				change(20)
				for _, line := range []string{"B DontInherit", "R Transitive", "X DontFragment", "N Reflexive"} {
					s.try(line)
				}
			}
			for n := 0; i == 2*len(queries) && n < 8; n++ {
				e := s.entity(entity())
				if ids := s.w.OwnIDs(s.w.Table(e.Index()), e.Index()); len(ids) > 0 {
					_ = s.w.ToggleNow(e, ids[r.IntN(len(ids))], false)
				}
			}
			given := map[string]string{}
			for _, name := range []string{"This", "x", "y"} {
				if _, ok := q.Presettable(name); ok && r.IntN(4) == 0 {
					given[name] = entity()
				}
			}
			want, _ := s.run(&Exec{}, q, given, (*Exec).walkAll)
			got, scanned := s.run(runs[q], q, given, func(x *Exec) { x.Run(x.Sink) })
			about := fmt.Sprintf("seed %d: %s %v %v", seed, q.Text(), q.Kind, given)
			require.Equal(t, want, got, about)
			if q.UsesThis {
				matches, _ := s.run(runs[q], q, given, s.keepAll)
				require.Equal(t, want, matches, about)
			}
			if scanned {
				scans++
				rows += len(got)
				toggled += rules.Bit(Hides(&s.w.Toggles, q) && len(got) > 0)
			}
		}
	}
	require.Greater(t, scans, 2000)
	require.Greater(t, rows, 2000)
	require.Greater(t, toggled, 80)
}

// try is like do for a change that may be refused.
func (s *scene) try(line string) {
	words := strings.Fields(line)
	if e := s.entity(words[0]); e != 0 {
		_ = s.w.AddNow(e, s.id(words[1]))
	}
}

var storedPair = regexp.MustCompile(`(\([MN],\*\))=\([MN],[^)]*\)`)

// run returns the rows of a run in order.
func (s *scene) run(x *Exec, q *Query, given map[string]string, run func(*Exec)) (rows []string, scanned bool) {
	x.Begin(q)
	defer x.End()
	r := &results{s: s}
	x.Sink = r
	for name, value := range given {
		slot, _ := q.Presettable(name)
		if !x.Preset(slot, s.entity(value).Index()) {
			return nil, false
		}
	}
	run(x)
	for i := range r.rows { // without a field, any of the non-fragmenting targets is right
		r.rows[i] = storedPair.ReplaceAllString(r.rows[i], "$1")
	}
	slices.Sort(r.rows)
	return r.rows, x.Scanned
}

// Ordered rows equal those of the steps, with the same fields. A list of matches has them in the
// same order as another sink.
func TestOrderedRowsAreThoseOfTheSteps(t *testing.T) {
	rows, matches := 0, 0
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 40))
		s := newScene(t, spec.Flecs3(), "A", "B", "C n/i64", "R", "X Exclusive", "N Exclusive DontFragment",
			"Tree Exclusive Traversable", "Beside Exclusive DontFragment Traversable")
		one := func(list ...string) string { return list[r.IntN(len(list))] }
		entity := func() string { return fmt.Sprintf("e%d", r.IntN(14)) }
		for i := range 14 {
			s.do(fmt.Sprintf("e%d C=%d", i, r.IntN(4)))
		}
		for range 70 {
			s.try(entity() + " " + one("A", "B", one("R", "X", "N", "Tree", "Beside", "IsA")+":"+entity()))
		}
		for range 40 {
			from := spec.Query{Text: true, Kind: spec.KindCached}
			terms := []string{one("A", "B", "C", "(R, $x)", "(N, *)"), one("A", "C", "?B", "?A", "(X, $x)", "!B", "(R, _)")}
			if r.IntN(2) == 0 {
				terms = append(terms, one("", "?")+one("A", "B", "C")+"(cascade("+one("Tree", "Beside")+"))")
			} else if r.IntN(2) == 0 {
				from.GroupBy = spec.Handle(one("R", "X", "N", "Beside"))
			}
			if r.IntN(2) == 0 {
				terms = append(terms, "C")
				from.OrderBy = &spec.OrderBy{Component: spec.Handle(one("C", "")), Desc: r.IntN(2) == 0}
			}
			from.Expr = strings.Join(terms, ", ")
			q, err := Compile(s.w, &from, s.w.Named)
			if err != nil {
				continue
			}
			var order, listed *results
			deliver := func(x *Exec) {
				all := x.Sink.(*results)
				order = &results{s: s}
				x.Deliver(order, false, nil)
				all.rows = append(all.rows, order.rows...)
			}
			want, _ := s.run(&Exec{}, q, nil, (*Exec).walkAll)
			got, _ := s.run(&Exec{}, q, nil, deliver)
			about := fmt.Sprintf("seed %d: %s %v %v", seed, q.Text(), from.GroupBy, from.OrderBy)
			require.Equal(t, want, got, about)
			_, _ = s.run(&Exec{}, q, nil, func(x *Exec) {
				listed = &results{s: s}
				list := Matches{Merges: r.IntN(2) == 0}
				x.Deliver(&list, false, nil)
				x.Sink = listed
				s.hand(x, &list)
			})
			for i := range listed.rows {
				listed.rows[i] = storedPair.ReplaceAllString(listed.rows[i], "$1")
				order.rows[i] = storedPair.ReplaceAllString(order.rows[i], "$1")
			}
			require.Equal(t, order.rows, listed.rows, about)
			rows += len(got)
			matches++
		}
	}
	require.Greater(t, rows, 5000)
	require.Greater(t, matches, 2000)
}

// keepAll stores the matches of a run and passes them on afterwards.
func (s *scene) keepAll(x *Exec) {
	sink := x.Sink
	matches := Matches{}
	x.Run(&matches)
	for i := range matches.Fields {
		require.True(s.t, matches.Fields[i].Set || matches.Fields[i].ID == 0)
	}
	x.Sink = sink
	s.hand(x, &matches)
}

// hand passes the rows of matches to the sink of a run.
func (s *scene) hand(x *Exec, matches *Matches) {
	n, vars := x.Q.Fields, len(x.Q.Variables)-1
	for i, m := range matches.Tables {
		part := Part{Count: int32(s.w.Store.Count(m.Table))}
		if len(matches.Parts) > 0 && matches.Parts[i].Count > 0 {
			part = matches.Parts[i]
		}
		x.This, x.Table = ThisEntity, m.Table
		copy(x.Values[1:], matches.Values[min(len(matches.Values), i*vars):])
		for _, e := range s.w.Store.Entities(m.Table)[part.From:][:part.Count] {
			x.Values[ThisSlot] = e.Index()
			for j := range n {
				f := matches.Fields[int(m.First)+j]
				x.Fields[j] = f.found(x.Q, j)
				if f.Set && rules.IsMark(f.ID) {
					x.Fields[j].ID = s.w.Actual(f.ID, e.Index())
					x.Fields[j].Stored = x.Fields[j].ID
				}
			}
			x.Sink.Take(x)
		}
	}
}
