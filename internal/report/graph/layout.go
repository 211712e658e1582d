package graph

import (
	"cmp"
	"slices"
)

// node is a box, or the point at which a long arrow crosses a row.
type node struct {
	box        int // -1 for a bend
	row        int
	x, y, w, h float64 // the centre, and the size including space for a loop
	wide       float64 // width of the box alone
	up, down   []int   // neighbours in the rows above and below
	weight     float64 // sort key within the row
}

// route is the path of an arrow: its two boxes and the bends between them.
type route struct {
	arrow    *Arrow
	nodes    []int // from the lower end to the upper one
	reversed bool  // the arrow points down
}

// layout computes the position of every box and arrow.
type layout struct {
	*Graph
	nodes         []node // boxes first, in their order
	rows          [][]int
	routes        []route
	width, height float64
}

const (
	margin     = 16
	gapX       = 44 // between boxes
	gapY       = 76 // between rows, for arrows and labels
	charWidth  = 7.3
	lineHeight = 17
	padX       = 12
	bendWidth  = 46 // the width of an arrow that passes a row
	fewest     = 54 // width of the smallest box
	loopOut    = 24 // how far a loop extends from its box
)

func (g *Graph) layout() *layout {
	l := &layout{Graph: g}
	for i := range g.Boxes {
		w, h := boxSize(&g.Boxes[i])
		l.nodes = append(l.nodes, node{box: i, w: w + 2*g.loopWidth(i), h: h, wide: w})
	}
	l.assignRows()
	l.routeArrows()
	l.fillRows()
	l.order()
	l.place()
	return l
}

func boxSize(b *Box) (w, h float64) {
	longest := textWidth(b.Name) + 4
	for _, t := range b.Lines {
		longest = max(longest, textWidth(t.Text))
	}
	return max(longest+2*padX, fewest), float64(len(b.Lines)+1)*lineHeight + 12
}

// loopWidth returns the width that a box needs at its side for an arrow to itself.
func (g *Graph) loopWidth(box int) float64 {
	for _, a := range g.Arrows {
		if a.From == box && a.To == box {
			return loopOut + labelWidth(a.Labels)
		}
	}
	return 0
}

func labelWidth(texts []Text) float64 {
	wide := 0.0
	for _, t := range texts {
		wide = max(wide, textWidth(t.Text)*0.93)
	}
	return wide + 8
}

func textWidth(text string) float64 { return float64(len([]rune(text))) * charWidth }

// assignRows puts every box below the boxes that it points to. A depth-first search in the order of
// the boxes finds the arrows that close a cycle. These are treated as reversed.
func (l *layout) assignRows() {
	const unseen, open, done = 0, 1, 2
	state := make([]int, len(l.Boxes))
	back := make([]bool, len(l.Arrows))
	var visit func(box int)
	visit = func(box int) {
		state[box] = open
		for i, a := range l.Arrows {
			switch {
			case a.From != box || a.To == box:
			case state[a.To] == open:
				back[i] = true
			case state[a.To] == unseen:
				visit(a.To)
			}
		}
		state[box] = done
	}
	for i := range l.Boxes {
		if state[i] == unseen {
			visit(i)
		}
	}
	for i := range l.Arrows {
		if a := &l.Arrows[i]; a.From != a.To {
			r := route{arrow: a, nodes: []int{a.From, a.To}, reversed: back[i]}
			if back[i] {
				slices.Reverse(r.nodes)
			}
			l.routes = append(l.routes, r)
		}
	}
	for range l.Boxes { // enough, because a path has fewer steps than there are boxes
		for _, r := range l.routes {
			low, high := &l.nodes[r.nodes[0]], &l.nodes[r.nodes[1]]
			low.row = max(low.row, high.row+1)
		}
	}
	l.apart()
}

// apart puts boxes without arrows into separate rows below the others.
func (l *layout) apart() {
	linked := make([]bool, len(l.Boxes))
	last := -1
	for _, r := range l.routes {
		for _, n := range r.nodes {
			linked[n], last = true, max(last, l.nodes[n].row)
		}
	}
	const perRow = 6
	alone := 0
	for i := range l.Boxes {
		if !linked[i] {
			l.nodes[i].row = last + 1 + alone/perRow
			alone++
		}
	}
}

// routeArrows adds a bend to an arrow for every row that it crosses.
func (l *layout) routeArrows() {
	for i := range l.routes {
		r := &l.routes[i]
		low, high := r.nodes[0], r.nodes[1]
		nodes := []int{low}
		for row := l.nodes[low].row - 1; row > l.nodes[high].row; row-- {
			l.nodes = append(l.nodes, node{box: -1, row: row, w: bendWidth})
			nodes = append(nodes, len(l.nodes)-1)
		}
		nodes = append(nodes, high)
		r.nodes = nodes
		for k := 1; k < len(r.nodes); k++ {
			below, above := r.nodes[k-1], r.nodes[k]
			l.nodes[below].up = append(l.nodes[below].up, above)
			l.nodes[above].down = append(l.nodes[above].down, below)
		}
	}
}

func (l *layout) fillRows() {
	for i, n := range l.nodes {
		for len(l.rows) <= n.row {
			l.rows = append(l.rows, nil)
		}
		l.rows[n.row] = append(l.rows[n.row], i)
	}
}

// order sorts the nodes of each row by the average position of their neighbours, alternately in the
// row above and in the row below. This reduces crossings.
func (l *layout) order() {
	at := make([]float64, len(l.nodes))
	number := func(row []int) {
		for i, n := range row {
			at[n] = float64(i) - float64(len(row)-1)/2
		}
	}
	for _, row := range l.rows {
		number(row)
	}
	l.sweep(8, func(row []int, upwards bool) {
		for _, n := range row {
			neighbours := l.nodes[n].up
			if upwards {
				neighbours = l.nodes[n].down
			}
			l.nodes[n].weight = middle(neighbours, at, at[n])
		}
		slices.SortStableFunc(row, func(a, b int) int { return cmp.Compare(l.nodes[a].weight, l.nodes[b].weight) })
		number(row)
	})
}

// sweep visits all rows several times, alternately from above and from below.
func (l *layout) sweep(rounds int, visit func(row []int, upwards bool)) {
	for round := range rounds {
		upwards := round%2 == 1
		for k, row := range l.rows {
			if upwards {
				row = l.rows[len(l.rows)-1-k]
			}
			visit(row, upwards)
		}
	}
}

func middle(nodes []int, at []float64, otherwise float64) float64 {
	if len(nodes) == 0 {
		return otherwise
	}
	sum := 0.0
	for _, n := range nodes {
		sum += at[n]
	}
	return sum / float64(len(nodes))
}

// place computes coordinates. It packs each row, then straighten moves the nodes towards their
// neighbours without changing their order.
func (l *layout) place() {
	y := float64(margin)
	for _, row := range l.rows {
		tall := 0.0
		for _, n := range row {
			tall = max(tall, l.nodes[n].h)
		}
		x := float64(margin)
		for _, n := range row {
			at := &l.nodes[n]
			at.x, at.y = x+at.w/2, y+tall/2
			x += at.w + gapX
		}
		y += tall + gapY
	}
	l.height = y - gapY + margin
	l.straighten()
	left, right := l.nodes[0].x, 0.0
	for _, n := range l.nodes {
		left, right = min(left, n.x-n.w/2), max(right, n.x+n.w/2)
	}
	for i := range l.nodes {
		l.nodes[i].x += margin - left
	}
	l.width = right - left + 2*margin
}

func (l *layout) straighten() {
	at := make([]float64, len(l.nodes))
	l.sweep(12, func(row []int, _ bool) {
		for i, n := range l.nodes {
			at[i] = n.x
		}
		wanted := make([]float64, len(row))
		for i, n := range row {
			around := slices.Concat(l.nodes[n].up, l.nodes[n].down)
			wanted[i] = middle(around, at, at[n])
		}
		l.settle(row, wanted)
	})
}

// settle moves the nodes of a row to their wanted positions. Nodes that would overlap form a group,
// and the group is centred on the average of the wanted positions.
func (l *layout) settle(row []int, wanted []float64) {
	type group struct {
		first, n int
		sum      float64 // each node wants a position for the first node of its group: the sum of these
	}
	offset := make([]float64, len(row)) // distance from the first node of the packed row
	for i := 1; i < len(row); i++ {
		offset[i] = offset[i-1] + l.nodes[row[i-1]].w/2 + gapX + l.nodes[row[i]].w/2
	}
	var groups []group
	for i := range row {
		groups = append(groups, group{i, 1, wanted[i] - offset[i]})
		for len(groups) > 1 {
			a, b := groups[len(groups)-2], groups[len(groups)-1]
			if a.sum/float64(a.n) <= b.sum/float64(b.n) {
				break
			}
			groups = append(groups[:len(groups)-2], group{a.first, a.n + b.n, a.sum + b.sum})
		}
	}
	for _, g := range groups {
		for i := g.first; i < g.first+g.n; i++ {
			l.nodes[row[i]].x = g.sum/float64(g.n) + offset[i]
		}
	}
}
