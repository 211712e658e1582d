package graph

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
)

// SVG returns the drawing, or "" for an empty graph. Screen readers read title. Texts are escaped.
// The elements have the CSS classes graph, box, arrow and label, and the names of their looks.
func (g *Graph) SVG(title string) string {
	if len(g.Boxes) == 0 {
		return ""
	}
	l := g.layout()
	d := &drawing{layout: l}
	ends := l.ports()
	for i, r := range l.routes {
		d.arrow(r, ends[i])
	}
	for i := range l.Arrows {
		if a := &l.Arrows[i]; a.From == a.To {
			d.loop(a)
		}
	}
	for i := range l.Boxes {
		d.box(i)
	}
	left, right := 0.0, l.width
	for _, a := range d.taken {
		left, right = min(left, a.left-4), max(right, a.right+4)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="graph" role="img" width="%s" height="%s" viewBox="%s 0 %s %s"><title>%s</title>`,
		px(right-left), px(l.height), px(left), px(right-left), px(l.height), html.EscapeString(title))
	b.WriteString(d.body.String())
	b.WriteString(d.labels.String())
	b.WriteString("</svg>")
	return b.String()
}

func px(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

// drawing collects the elements. Labels are drawn last, above all others.
type drawing struct {
	*layout
	body, labels strings.Builder
	taken        []area // by labels
}

type point struct{ x, y float64 }

type area struct{ left, top, right, bottom float64 }

func (a area) meets(b area) bool {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

func (d *drawing) box(i int) {
	n, box := &d.nodes[i], &d.Boxes[i]
	left, top := n.x-n.wide/2, n.y-n.h/2
	fmt.Fprintf(&d.body, `<g class="box %s"><rect x="%s" y="%s" width="%s" height="%s" rx="7"/>`, box.Look, px(left),
		px(top), px(n.wide), px(n.h))
	y := top + 6 + lineHeight*0.75
	fmt.Fprintf(&d.body, `<text class="name" x="%s" y="%s">%s</text>`, px(n.x), px(y), html.EscapeString(box.Name))
	for _, t := range box.Lines {
		y += lineHeight
		fmt.Fprintf(&d.body, `<text class="line %s" x="%s" y="%s">%s</text>`, t.Look, px(n.x), px(y),
			html.EscapeString(t.Text))
	}
	d.body.WriteString("</g>")
}

// arrow draws the path of an arrow with its labels.
func (d *drawing) arrow(r route, ends [2]point) {
	path := []point{ends[0]}
	for _, n := range r.nodes[1 : len(r.nodes)-1] {
		path = append(path, point{d.nodes[n].x, d.nodes[n].y})
	}
	path = append(path, ends[1])
	tip, before := ends[1], point{ends[1].x, ends[1].y + 1}
	if r.reversed {
		tip, before = ends[0], point{ends[0].x, ends[0].y - 1}
	}
	look := r.arrow.look()
	fmt.Fprintf(&d.body, `<path class="arrow %s" d="%s"/>%s`, r.arrow.class(), curve(path), head(tip, before, look))
	var anchors []point
	for i := 1; i < len(path); i++ {
		for _, t := range []float64{0.5, 0.36, 0.64, 0.25, 0.75} {
			anchors = append(anchors, onCurve(path[i-1], path[i], t))
		}
	}
	d.label(anchors, r.arrow.Labels)
}

// ports returns the two ends of each route, the lower one first. Ends at the same side of a box are
// sorted by the position of the box at the other end, so that they do not cross.
func (l *layout) ports() [][2]point {
	type end struct {
		route, which int
		towards      float64
	}
	sides := map[[2]int][]end{} // key: the node, and 0 for its upper side or 1 for its lower side
	for i, r := range l.routes {
		last := len(r.nodes) - 1
		low, high := [2]int{r.nodes[0], 0}, [2]int{r.nodes[last], 1}
		sides[low] = append(sides[low], end{i, 0, l.nodes[r.nodes[1]].x})
		sides[high] = append(sides[high], end{i, 1, l.nodes[r.nodes[last-1]].x})
	}
	out := make([][2]point, len(l.routes))
	for i := range l.Boxes {
		for side := range 2 {
			ends := sides[[2]int{i, side}]
			slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.towards, b.towards) })
			n := &l.nodes[i]
			at := point{n.x, n.y - n.h/2}
			if side == 1 {
				at.y = n.y + n.h/2
			}
			width := min(n.wide-16, float64(len(ends)-1)*34)
			for k, e := range ends {
				out[e.route][e.which] = at
				if len(ends) > 1 {
					out[e.route][e.which].x = n.x - width/2 + width*float64(k)/float64(len(ends)-1)
				}
			}
		}
	}
	return out
}

// curve returns an SVG path through points that is vertical at each of them.
func curve(path []point) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%s %s", px(path[0].x), px(path[0].y))
	for i := 1; i < len(path); i++ {
		a, z := path[i-1], path[i]
		middle := (a.y + z.y) / 2
		fmt.Fprintf(&b, "C%s %s %s %s %s %s", px(a.x), px(middle), px(z.x), px(middle), px(z.x), px(z.y))
	}
	return b.String()
}

// onCurve returns the point at t, from 0 to 1, of the segment of a curve from a to z.
func onCurve(a, z point, t float64) point {
	middle := (a.y + z.y) / 2
	u := 1 - t
	bezier := func(p0, p1, p2, p3 float64) float64 {
		return u*u*u*p0 + 3*u*u*t*p1 + 3*u*t*t*p2 + t*t*t*p3
	}
	return point{bezier(a.x, a.x, z.x, z.x), bezier(a.y, middle, middle, z.y)}
}

// head returns the triangle at the tip of an arrow that comes from from.
func head(tip, from point, look Look) string {
	const length, half = 9, 4.5
	dx, dy := tip.x-from.x, tip.y-from.y
	d := math.Hypot(dx, dy)
	dx, dy = dx/d, dy/d
	base := point{tip.x - dx*length, tip.y - dy*length}
	return fmt.Sprintf(`<path class="head %s" d="M%s %sL%s %sL%s %sZ"/>`, look, px(tip.x), px(tip.y),
		px(base.x-dy*half), px(base.y+dx*half), px(base.x+dy*half), px(base.y-dx*half))
}

// loop draws an arrow from a box to itself, at the right side of the box.
func (d *drawing) loop(a *Arrow) {
	n := &d.nodes[a.From]
	right, out := n.x+n.wide/2, loopOut+6.0
	top, bottom := n.y-n.h/4, n.y+n.h/4
	look := a.look()
	fmt.Fprintf(&d.body, `<path class="arrow %s" d="M%s %sC%s %s %s %s %s %s"/>%s`, a.class(), px(right), px(top),
		px(right+out), px(top-4),
		px(right+out), px(bottom+4), px(right), px(bottom),
		head(point{right, bottom}, point{right + 8, bottom + 1}, look))
	d.label([]point{{right + loopOut + labelWidth(a.Labels)/2, n.y}}, a.Labels)
}

// label writes texts as lines, centred on the first anchor where they overlap no other label. If
// there is no such anchor, it uses the first one.
func (d *drawing) label(anchors []point, texts []Text) {
	wide, tall := labelWidth(texts), float64(len(texts))*15+2
	around := func(p point) area { return area{p.x - wide/2, p.y - tall/2, p.x + wide/2, p.y + tall/2} }
	at := around(anchors[0])
	for _, p := range anchors {
		if a := around(p); !slices.ContainsFunc(d.taken, a.meets) {
			at = a
			break
		}
	}
	d.taken = append(d.taken, at)
	fmt.Fprintf(&d.labels, `<g class="label"><rect x="%s" y="%s" width="%s" height="%s" rx="4"/>`, px(at.left),
		px(at.top), px(wide), px(tall))
	for i, t := range texts {
		fmt.Fprintf(&d.labels, `<text class="%s" x="%s" y="%s">%s</text>`, t.Look, px((at.left+at.right)/2),
			px(at.top+12.5+float64(i)*15), html.EscapeString(t.Text))
	}
	d.labels.WriteString("</g>")
}
