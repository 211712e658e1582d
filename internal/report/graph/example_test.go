package graph_test

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/internal/report/graph"
)

// A child below its parent; the pair is marked as missing.
func ExampleGraph_SVG() {
	g := &graph.Graph{Boxes: []graph.Box{{Name: "child", Look: graph.Plain}, {Name: "parent", Look: graph.Plain}}}
	g.Connect(0, 1, graph.Text{Text: "ChildOf", Look: graph.Missing})
	drawn := g.SVG("a family")
	fmt.Println(strings.Count(drawn, `class="box`), strings.Count(drawn, `class="arrow missing"`))
	// Output: 2 1
}
