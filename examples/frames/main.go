// Frames is a game loop with a scheduler and states. Systems are entities: DependsOn orders them,
// and a pair names the state that they run in. The state of the game is a pair of an exclusive
// relationship, so entering one state leaves the other. Observers are notified of both.
//
//	go run ./examples/frames
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/relspec/relspec/fast"
)

type (
	// System is a function that runs once in each frame of its state.
	System struct{ Run func() }
	// Fuel is the fuel that a ship has left.
	Fuel struct{ Litres int }
)

// schedule runs the systems of a world and knows its current state.
type schedule struct {
	w       *fast.World
	runsIn  fast.Entity // (runsIn, S): the system runs in state S
	in      fast.Entity // (in, S) of the game: the state
	game    fast.Entity
	systems fast.Query1[System]
}

func newSchedule(w *fast.World) *schedule {
	s := &schedule{w: w, runsIn: w.NewRelationship("RunsIn"), in: w.NewRelationship("In", fast.Exclusive)}
	s.game = w.Spawn(fast.Named("Game"))
	// Cascade visits a system after the systems that it depends on. Optional includes systems that
	// depend on no other.
	before := fast.Optional(fast.Cascade(fast.DependsOn, fast.Register[System](w).ID()))
	s.systems = fast.NewQuery1[System](w, before, fast.Pair(s.runsIn, fast.Wildcard))
	return s
}

// system adds a system that runs in a state, after others.
func (s *schedule) system(name string, state fast.Entity, run func(), after ...fast.Entity) fast.Entity {
	with := []fast.Initial{fast.Named(name), fast.Pair(s.runsIn, state)}
	for _, other := range after {
		with = append(with, fast.Pair(fast.DependsOn, other))
	}
	return fast.Spawn1(s.w, System{run}, with...)
}

// enter changes the state.
func (s *schedule) enter(state fast.Entity) { must(s.w.AddPair(s.game, s.in, state)) }

// onEnter calls a function each time the game enters a state, and onLeave when it leaves it.
func (s *schedule) onEnter(state fast.Entity, f func()) {
	s.w.Observe(fast.OnAdd, fast.Pair(s.in, state), func(fast.Event) { f() })
}

func (s *schedule) onLeave(state fast.Entity, f func()) {
	s.w.Observe(fast.OnRemove, fast.Pair(s.in, state), func(fast.Event) { f() })
}

// frame runs the systems of the current state. Each runs in a deferral, so its changes are applied
// before the next system runs.
func (s *schedule) frame() {
	var due []func()
	for _, system := range s.systems.With(s.runsIn, s.w.Target(s.game, s.in, 0)).All() {
		due = append(due, system.Run)
	}
	for _, run := range due {
		must(s.w.Defer(run))
	}
}

func run(out io.Writer) {
	w := fast.NewWorld()
	s := newSchedule(w)
	docked, flying := w.Spawn(fast.Named("Docked")), w.Spawn(fast.Named("Flying"))
	ships := fast.NewQuery1[Fuel](w)
	fast.Spawn1(w, Fuel{3}, fast.Named("Heron"))
	fast.Spawn1(w, Fuel{2}, fast.Named("Tern"))

	// Systems may be added at any time, even while the game runs.
	burn := s.system("burn", flying, func() {
		for _, fuel := range ships.All() {
			fuel.Litres--
		}
	})
	watch := s.system("watch", flying, func() {
		for e, fuel := range ships.All() {
			fmt.Fprintf(out, "  %s has %d\n", w.Name(e), fuel.Litres)
		}
	}, burn)
	s.system("land", flying, func() {
		for _, fuel := range ships.All() {
			if fuel.Litres == 0 {
				s.enter(docked)
				return
			}
		}
	}, watch)
	s.system("refuel", docked, func() {
		for _, fuel := range ships.All() {
			fuel.Litres = 3
		}
		fmt.Fprintln(out, "  all have 3")
	})

	s.onEnter(flying, func() { fmt.Fprintln(out, "take off") })
	s.onLeave(flying, func() { fmt.Fprintln(out, "touch down") })
	s.enter(flying)
	for frame := range 4 {
		fmt.Fprintln(out, "frame", frame)
		s.frame()
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() { run(os.Stdout) }
