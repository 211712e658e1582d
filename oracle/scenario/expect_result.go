package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Order is how the rows of a [Result] are compared.
type Order uint8

// The orders.
const (
	AnyOrder Order = iota // as a set
	InOrder               // one after the other, as returned
	InBlocks              // blocks one after the other, the rows of a block as a set
)

// Result expects the rows of a query, each exactly once. It compares only the given columns.
type Result struct {
	Columns []Column
	Rows    [][]Cell
	Order   Order
	Blocks  []int // InBlocks: the block of each row, ascending
}

// Column is a part of a row: a variable, a part of a field, or a property of the row, such as its
// group.
type Column struct {
	Title string // as written: $this, $place, 1, 1.id, group, ...
	Var   string // the variable without '$'
	Field int    // from 1
	kind  *columnKind
}

// columnKind says how the cells of a column are formatted and parsed.
type columnKind struct {
	show func(Column, spec.Row) []string
	read func(*reader) string
}

// Cell lists the texts that a row may have in a column. Any of them matches.
type Cell []string

func (e Result) judge(r ran) []string {
	if r.out.Err != nil {
		return nil // the failure has been reported
	}
	if r.out.Kind != spec.OutRows {
		return []string{"want rows, but the previous operation does not return rows"}
	}
	rows := make([]shownRow, len(r.out.Rows))
	for i, row := range r.out.Rows {
		rows[i] = e.show(row)
	}
	if e.Order == AnyOrder {
		e.renumber(rows)
	}
	missing, extra := e.compare(rows)
	if len(missing)+len(extra) == 0 {
		return nil
	}
	lines := []string{fmt.Sprintf("want %d rows, got %d, which differ", len(e.Rows), len(rows)), "    " + e.titles()}
	for _, i := range missing {
		lines = append(lines, "  - "+e.rowText(e.Rows[i]))
	}
	for _, i := range extra {
		lines = append(lines, "  + "+e.rowText(rows[i].text()))
	}
	if e.Order != AnyOrder {
		lines = append(lines, "the rows as returned")
		for _, row := range rows {
			lines = append(lines, "    "+e.rowText(row.text()))
		}
	}
	return lines
}

// shownRow holds the texts of a row, by column. A column has several texts if the outcome itself
// allows several.
type shownRow [][]string

func (s shownRow) text() []Cell {
	cells := make([]Cell, len(s))
	for i, c := range s {
		cells[i] = c
	}
	return cells
}

func (e Result) show(row spec.Row) shownRow {
	shown := make(shownRow, len(e.Columns))
	for i, c := range e.Columns {
		shown[i] = c.kind.show(c, row)
	}
	return shown
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// unset is the text of an empty cell.
const unset = "-"

func cellHandle(h spec.Handle) string {
	if h == "" {
		return unset
	}
	return nameText(h)
}

// compare returns the wanted rows that are missing and the returned rows that are not wanted.
func (e Result) compare(rows []shownRow) (missing, extra []int) {
	switch e.Order {
	case AnyOrder:
		return match(e.Rows, rows, 0, 0)
	case InOrder:
		return e.inBlocks(rows, func(i int) int { return i })
	case InBlocks:
		return e.inBlocks(rows, func(i int) int { return e.Blocks[i] })
	}
	return nil, nil
}

// inBlocks cuts the returned rows into blocks of the same lengths as the wanted blocks, and
// compares block by block.
func (e Result) inBlocks(rows []shownRow, block func(int) int) (missing, extra []int) {
	from := 0
	for from < len(e.Rows) {
		to := from + 1
		for to < len(e.Rows) && block(to) == block(from) {
			to++
		}
		m, x := match(e.Rows[from:to], rows[min(from, len(rows)):min(to, len(rows))], from, from)
		missing, extra = append(missing, m...), append(extra, x...)
		from = to
	}
	for i := from; i < len(rows); i++ {
		extra = append(extra, i)
	}
	return missing, extra
}

// match matches wanted and returned rows. It returns the indices of those without a match, plus the
// offsets.
func match(want [][]Cell, got []shownRow, wantOffset, gotOffset int) (missing, extra []int) {
	taken, missing := pair(want, got)
	for i := range missing {
		missing[i] += wantOffset
	}
	for g, by := range taken {
		if by == 0 {
			extra = append(extra, g+gotOffset)
		}
	}
	return missing, extra
}

// pair finds a largest matching of wanted and returned rows by augmenting paths. taken holds, for
// each returned row, its wanted row plus one, or 0. missing lists the wanted rows without a match.
func pair(want [][]Cell, got []shownRow) (taken, missing []int) {
	taken = make([]int, len(got))
	var place func(w int, tried []bool) bool
	place = func(w int, tried []bool) bool {
		for g := range got {
			if tried[g] || !allows(want[w], got[g]) {
				continue
			}
			tried[g] = true
			if taken[g] == 0 || place(taken[g]-1, tried) {
				taken[g] = w + 1
				return true
			}
		}
		return false
	}
	for w := range want {
		if !place(w, make([]bool, len(got))) {
			missing = append(missing, w)
		}
	}
	return taken, missing
}

func allows(want []Cell, got shownRow) bool {
	for i, cell := range want {
		if !slices.ContainsFunc(got[i], func(text string) bool { return slices.Contains(cell, text) }) {
			return false
		}
	}
	return true
}

func (e Result) titles() string {
	return "| " + strings.Join(each(e.Columns, func(c Column) string { return c.Title }), " | ") + " |"
}

func (e Result) rowText(cells []Cell) string {
	return "| " + strings.Join(each(cells, func(c Cell) string { return strings.Join(c, " or ") }), " | ") + " |"
}
