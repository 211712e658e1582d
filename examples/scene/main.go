// Scene draws a tree of transforms in the terminal: moons circle planets, planets circle a star,
// and a station circles a moon. The position of a child depends on its parent, so the loop visits
// parents before their children.
//
//	go run ./examples/scene -frames 200 -delay 50ms
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/relspec/relspec/fast"
)

type (
	// Local is the position of an entity relative to its parent. The entity circles its parent once
	// in Period steps. If the period is negative, it moves backward.
	Local struct {
		Radius, Angle float64
		Period        float64
	}
	// Global is the position of an entity in the scene.
	Global struct{ X, Y float64 }
	// Glyph is the character with which an entity is drawn.
	Glyph struct{ Rune rune }
)

type scene struct {
	w      *fast.World
	spin   fast.Query1[Local]
	place  fast.Query3[Local, Global, Global]
	draw   fast.Query2[Global, Glyph]
	canvas [][]rune
}

func newScene(columns, rows int) *scene {
	w := fast.NewWorld()
	global := fast.Register[Global](w)
	// Instances get copies of the transforms of their prefab, and share its glyph.
	must(w.AddPair(fast.Register[Glyph](w).Entity(), fast.OnInstantiate, fast.Inherit))
	s := &scene{
		w:    w,
		spin: fast.NewQuery1[Local](w, fast.Not(fast.Prefab)),
		// The last Global is the parent's. Cascade visits parents first; Optional visits roots, too.
		place: fast.NewQuery3[Local, Global, Global](w,
			fast.Field[Global](fast.Optional(fast.Cascade(fast.ChildOf, global.ID())))),
		draw:   fast.NewQuery2[Global, Glyph](w, fast.ReadOnly[Global](), fast.ReadOnly[Glyph]()),
		canvas: make([][]rune, rows),
	}
	for i := range s.canvas {
		s.canvas[i] = make([]rune, columns)
	}
	return s
}

// body creates an entity that circles its parent.
func (s *scene) body(parent fast.Entity, name string, glyph rune, at Local, with ...fast.Initial) fast.Entity {
	if parent != 0 {
		with = append(with, fast.Below(parent))
	}
	return fast.Spawn3(s.w, at, Global{}, Glyph{glyph}, append(with, fast.Named(name))...)
}

func (s *scene) fill() {
	star := s.body(0, "star", '*', Local{})
	s.body(star, "near", 'o', Local{Radius: 5, Period: 24})
	far := s.body(star, "far", 'O', Local{Radius: 11, Angle: math.Pi / 6, Period: 90})

	// A prefab with a child. Its instances get a copy of the child.
	moon := s.body(0, "moon", '.', Local{Radius: 4, Period: 16}, fast.Prefab)
	s.body(moon, "station", '+', Local{Radius: 1.5, Period: -8}, fast.Prefab)
	for i := range 2 {
		made, err := s.w.Instantiate(moon, fast.Pair(fast.ChildOf, far))
		must(err, s.w.SetName(made.Root, fmt.Sprint("moon", i+1)))
		fast.Get[Local](s.w, made.Root).Angle = float64(i) * math.Pi
	}
}

// step advances the time by one step and computes the global positions.
func (s *scene) step() {
	for _, at := range s.spin.All() {
		if at.Period != 0 {
			at.Angle += 2 * math.Pi / at.Period
		}
	}
	for batch := range s.place.Batches() {
		locals, globals, parents := batch.Columns()
		for i := range batch.Len() {
			sin, cos := math.Sincos(locals.At(i).Angle)
			global := Global{locals.At(i).Radius * cos, locals.At(i).Radius * sin}
			if parents.IsSet() {
				global.X, global.Y = global.X+parents.At(i).X, global.Y+parents.At(i).Y
			}
			*globals.At(i) = global
		}
	}
}

func (s *scene) print(out io.Writer) {
	for _, line := range s.canvas {
		for x := range line {
			line[x] = ' '
		}
	}
	for _, row := range s.draw.All() {
		// A character is about twice as high as it is wide.
		x, y := len(s.canvas[0])/2+int(math.Round(2*row.A.X)), len(s.canvas)/2-int(math.Round(row.A.Y))
		if y >= 0 && y < len(s.canvas) && x >= 0 && x < len(s.canvas[0]) {
			s.canvas[y][x] = row.B.Rune
		}
	}
	for _, line := range s.canvas {
		fmt.Fprintln(out, strings.TrimRight(string(line), " "))
	}
}

// tree prints an entity with everything below it.
func (s *scene) tree(out io.Writer, e fast.Entity, depth int) {
	at := fast.Get[Global](s.w, e)
	fmt.Fprintf(out, "%s%s at %.1f, %.1f\n", strings.Repeat("  ", depth), s.w.Name(e), at.X, at.Y)
	for _, child := range s.w.Children(e) {
		s.tree(out, child, depth+1)
	}
}

func run(out io.Writer, frames int, delay time.Duration) {
	s := newScene(72, 27)
	s.fill()
	for frame := range frames {
		s.step()
		if delay > 0 {
			time.Sleep(delay)
			fmt.Fprint(out, "\033[H\033[2J") // to the first line of a cleared screen
		} else {
			fmt.Fprintf(out, "-- step %d\n", frame+1)
		}
		s.print(out)
	}
	star, err := s.w.Find("star")
	must(err)
	s.tree(out, star, 0)

	// Entities below a deleted one are deleted with it: that is the policy of ChildOf.
	far, err := s.w.Find("star::far")
	must(err, s.w.Delete(far))
	fmt.Fprintln(out, "without far:")
	s.tree(out, star, 0)
}

// must panics on an error, because in this program a refused change is a bug.
func must(errs ...error) {
	for _, err := range errs {
		if err != nil {
			panic(err)
		}
	}
}

func main() {
	frames := flag.Int("frames", 3, "number of steps that are drawn")
	delay := flag.Duration("delay", 0, "time between frames, each drawn over the one before (0: print them one below the other)")
	flag.Parse()
	run(os.Stdout, *frames, *delay)
}
