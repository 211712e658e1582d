package graph_test

import (
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/internal/report/graph"
)

var update = flag.Bool("update", false, "rewrite golden files")

func box(name string) graph.Box { return graph.Box{Name: name, Look: graph.Plain} }

// city is a graph with a path over several rows, two arrows between the same boxes, a cycle, an arrow from a box to
// itself, and a box without arrows.
func city() *graph.Graph {
	g := &graph.Graph{Boxes: []graph.Box{box("usa"), box("ny"), box("bob"), box("alice"), box("rock")}}
	g.Boxes[1].Lines = []graph.Text{{Text: "City", Look: graph.Plain}, {Text: "Position {x=1}", Look: graph.Missing}}
	g.Boxes[2].Look = graph.Missing
	g.Connect(1, 0, graph.Text{Text: "LocatedIn", Look: graph.Plain})
	g.Connect(2, 1, graph.Text{Text: "LocatedIn", Look: graph.Matched})
	g.Connect(2, 0, graph.Text{Text: "LocatedIn", Look: graph.Missing, Derived: true})
	g.Connect(2, 3, graph.Text{Text: "Likes", Look: graph.Plain})
	g.Connect(3, 2, graph.Text{Text: "Likes", Look: graph.Extra})
	g.Connect(2, 3, graph.Text{Text: "Knows", Look: graph.Plain})
	g.Connect(3, 3, graph.Text{Text: "Likes", Look: graph.Plain})
	return g
}

func TestDrawing(t *testing.T) {
	got := strings.ReplaceAll(city().SVG("a city"), "><", ">\n<") + "\n"
	file := filepath.Join("testdata", "city.svg")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "-update accepts the drawing; look at it")
}

func TestNothingToDraw(t *testing.T) { require.Empty(t, new(graph.Graph).SVG("none")) }

func TestTextsAreEscaped(t *testing.T) {
	g := &graph.Graph{Boxes: []graph.Box{{Name: "<script>", Lines: []graph.Text{{Text: `"&'`}}}, box("b")}}
	g.Connect(0, 1, graph.Text{Text: "</svg>"})
	drawn := g.SVG("<title>")
	wellFormed(t, drawn)
	require.NotContains(t, drawn, "<script>")
	require.Equal(t, 1, strings.Count(drawn, "</svg>"))
}

func TestStrongerLooksWin(t *testing.T) {
	require.Equal(t, graph.Missing, graph.Stronger(graph.Missing, graph.Matched))
	require.Equal(t, graph.Extra, graph.Stronger(graph.Plain, graph.Extra))
	require.Equal(t, graph.Plain, graph.Stronger(graph.Quiet, graph.Plain))
}

type failer interface {
	require.TestingT
	Helper()
}

func wellFormed(t failer, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			require.NoError(t, err)
		}
	}
}

type rect struct{ x, y, w, h float64 }

var (
	boxRect = regexp.MustCompile(`<g class="box [a-z]+"><rect x="([-0-9.]+)" y="([-0-9.]+)" width="([-0-9.]+)" height="([-0-9.]+)"`)
	view    = regexp.MustCompile(`viewBox="([-0-9.]+) ([-0-9.]+) ([-0-9.]+) ([-0-9.]+)"`)
)

func rectOf(m []string) rect {
	var v [4]float64
	for i := range v {
		v[i], _ = strconv.ParseFloat(m[i+1], 64) // the expression matches only numbers
	}
	return rect{v[0], v[1], v[2], v[3]}
}

// In random graphs, boxes are inside the drawing and do not overlap, and equal graphs give equal bytes.
func TestBoxesDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 14).Draw(t, "boxes")
		g, again := &graph.Graph{}, &graph.Graph{}
		for i := range n {
			b := box(fmt.Sprint("e", i))
			for range rapid.IntRange(0, 3).Draw(t, "lines") {
				b.Lines = append(b.Lines, graph.Text{Text: "a line of a box", Look: graph.Plain})
			}
			g.Boxes, again.Boxes = append(g.Boxes, b), append(again.Boxes, b)
		}
		for range rapid.IntRange(0, 2*n).Draw(t, "arrows") {
			from, to := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
			g.Connect(from, to, graph.Text{Text: "R", Look: graph.Plain})
			again.Connect(from, to, graph.Text{Text: "R", Look: graph.Plain})
		}
		drawn := g.SVG("g")
		require.Equal(t, drawn, again.SVG("g"))
		wellFormed(t, drawn)
		require.Equal(t, len(g.Arrows), strings.Count(drawn, `class="head`))
		area := rectOf(view.FindStringSubmatch(drawn))
		var boxes []rect
		for _, m := range boxRect.FindAllStringSubmatch(drawn, -1) {
			b := rectOf(m)
			require.True(t, b.x >= area.x && b.y >= area.y && b.x+b.w <= area.x+area.w && b.y+b.h <= area.y+area.h,
				"%v is outside of %v", b, area)
			for _, o := range boxes {
				require.False(t, b.x < o.x+o.w && o.x < b.x+b.w && b.y < o.y+o.h && o.y < b.y+b.h, "%v and %v overlap", b,
					o)
			}
			boxes = append(boxes, b)
		}
		require.Len(t, boxes, n)
	})
}
