package query

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// A term that searches upwards with a cache returns the same rows as a visit of each entity above:
// with cycles, forks, bases, long paths, and pairs stored outside the tables.
func TestClimbsAgreeWithVisits(t *testing.T) {
	rows, climbs, scans := 0, 0, 0
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 34))
		profile, alone := spec.Flecs3(), " DontInherit"
		if seed%2 == 1 {
			profile, alone = spec.Flecs4(), " OnInstantiate:DontInherit"
		}
		s := newScene(t, profile, "A", "C"+alone, "R", "T Traversable", "X Exclusive Traversable",
			"N Exclusive DontFragment Traversable", "Way Transitive", "Tree Acyclic Exclusive Traversable", "K IsA:A")
		one := func(list ...string) string { return list[r.IntN(len(list))] }
		n := 30
		entity := func() string { return fmt.Sprintf("e%d", r.IntN(n)) }
		for i := range n {
			if s.do(fmt.Sprintf("e%d", i)); i > 0 && seed%3 > 0 {
				s.try(fmt.Sprintf("e%d %s:e%d", i, []string{"X", "N", "Tree"}[seed%3], max(0, i-1-r.IntN(2))))
			}
		}
		for range 30 {
			s.try(entity() + " " + one("A", "C", "K", one("R", "T", "X", "N", "Way", "Tree", "IsA")+":"+entity()))
		}
		for range 40 {
			along := one("T", "X", "N", "Way", "Tree", "ChildOf")
			id := one("A", "C", "K", "R")
			text := fmt.Sprintf("%s%s(%s(%s))", one("", "", "?", "!"), id, one("up", "self|up"), along)
			if id == "R" {
				text = fmt.Sprintf("R(up(%s), %s)", along, entity())
			}
			if r.IntN(2) == 0 {
				text = one("A", "C", "?K") + ", " + text
			}
			q, err := Compile(s.w, &spec.Query{Text: true, Expr: text, Kind: spec.KindRule}, s.w.Named)
			if err != nil {
				continue
			}
			given := map[string]string{}
			if r.IntN(4) == 0 {
				given["This"] = entity()
			}
			got, _ := s.run(&Exec{}, q, given, (*Exec).walkAll)
			scan, scanned := s.run(&Exec{}, q, given, func(x *Exec) { x.Run(x.Sink) })
			want, _ := s.run(&Exec{}, q, given, func(x *Exec) {
				x.PlanFor(x.preset())
				for i := range x.matches {
					if x.matches[i].climber > 0 {
						climbs++
					}
					x.matches[i].climber = 0
				}
				x.Walk(0)
			})
			require.Equal(t, want, got, "seed %d: %s %v", seed, text, given)
			require.Equal(t, want, scan, "seed %d: %s %v", seed, text, given)
			if rows += len(got); scanned {
				scans += len(scan)
			}
		}
	}
	require.Greater(t, climbs, 1000)
	require.Greater(t, rows, 2000)
	require.Greater(t, scans, 150)
}

// A run caches results on a long path, so that entities further down do not climb it again.
func TestLongClimbsAreCached(t *testing.T) {
	s := newScene(t, spec.Flecs3(), "A", "Tree Exclusive Traversable")
	s.do("e0 A")
	for i := range 100 {
		s.do(fmt.Sprintf("e%d Tree:e%d", i+1, i))
	}
	q, err := Compile(s.w, &spec.Query{Text: true, Expr: "A(up(Tree))"}, s.w.Named)
	require.Nil(t, err)
	remembered := 0
	rows, _ := s.run(&Exec{}, q, nil, func(x *Exec) {
		x.walkAll()
		remembered = len(x.climbers[0].known)
	})
	require.Len(t, rows, 100)
	require.Greater(t, remembered, 80)
}
