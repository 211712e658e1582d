package scenario

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
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

var orders = []string{AnyOrder: "in any order", InOrder: "in order", InBlocks: "in blocks"}

// Result expects the rows of a query, each exactly once. It compares only the given columns.
type Result struct {
	Columns []Column
	Rows    [][]Cell
	Order   Order
	Blocks  []int // InBlocks: the block of each row, ascending
}

// Cell lists the texts that a row may have in a column. Any of them matches.
type Cell []string

// unset is the text of an empty cell, blockTitle the title of the column with the block of a row.
const (
	unset      = "-"
	blockTitle = "block"
)

// readResult reads the order of a result and its table.
func readResult(r *reader, _ *spec.Operation) {
	e := Result{Order: Order(max(slices.Index(orders, r.expect(orders...)), 0))}
	if len(r.table) == 0 {
		r.refuse(errors.New("a result that is not empty has a table: a line of columns, then a line for each row"))
		return
	}
	for _, title := range r.table[0] {
		column, ok := newColumn(title)
		if !ok {
			r.refuse(fmt.Errorf("%q is not a column; docs/steps.md lists them", title))
			return
		}
		e.Columns = append(e.Columns, column)
	}
	for _, row := range r.table[1:] {
		cells := make([]Cell, len(row))
		for i, text := range row {
			cells[i] = e.Columns[i].cell(r, text)
		}
		e.Rows = append(e.Rows, cells)
	}
	block := slices.Index(r.table[0], blockTitle)
	if (block >= 0) != (e.Order == InBlocks) {
		r.refuse(errors.New("if and only if a result is in blocks, it has a column named block"))
	}
	if r.failed == nil && block >= 0 {
		for _, row := range e.Rows {
			n, err := strconv.Atoi(orText(row[block]))
			if e.Blocks = append(e.Blocks, n); err != nil || !slices.IsSorted(e.Blocks) {
				r.refuse(errors.New("blocks are whole numbers that do not decrease"))
			}
		}
		e.Rows, e.Columns = without(e.Rows, block), slices.Delete(e.Columns, block, block+1)
	}
	r.states = e
}

// cell reads the text of one cell. The text may list alternatives, separated by "or". It must not
// create entities, because an expectation creates nothing.
func (c Column) cell(r *reader, text string) (cell Cell) {
	inner := &reader{compiler: r.compiler, text: text}
	cell = choice(inner, func() string {
		if inner.accept(unset) {
			return unset
		}
		return c.read(inner)
	})
	if err := inner.end(); err != nil {
		r.refuse(fmt.Errorf("in column %s: %w", c.Title, err))
	}
	r.refuseUnknown(c.Title, inner.mentioned)
	return cell
}

// refuseUnknown reports an error if a cell names an entity that no earlier step creates.
func (r *reader) refuseUnknown(column string, mentioned []spec.Handle) {
	for _, h := range mentioned {
		if !r.known[h] {
			r.refuse(fmt.Errorf("in column %s: no earlier step creates %s", column, nameText(h)))
		}
	}
}

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
	lines := []string{
		fmt.Sprintf("want %d rows, got %d, which differ", len(e.Rows), len(rows)),
		"    " + rowText(e.Columns, func(c Column) string { return c.Title }),
	}
	for _, i := range missing {
		lines = append(lines, "  - "+rowText(e.Rows[i], func(c Cell) string { return orText(c) }))
	}
	for _, i := range extra {
		lines = append(lines, "  + "+rows[i].text())
	}
	if e.Order != AnyOrder {
		lines = append(lines, "the rows as returned")
		for _, row := range rows {
			lines = append(lines, "    "+row.text())
		}
	}
	return lines
}

// shownRow holds the texts of a row, by column. A column has several texts if the outcome itself
// allows several.
type shownRow [][]string

func (s shownRow) text() string {
	return rowText(s, orText)
}

func orText(texts []string) string { return strings.Join(texts, " or ") }

func rowText[T any](cells []T, text func(T) string) string {
	return "| " + strings.Join(each(cells, text), " | ") + " |"
}

func (e Result) show(row spec.Row) shownRow {
	return each(e.Columns, func(c Column) []string { return c.show(row) })
}

// renumber renumbers the batches of the rows to match the wanted ones. If rows come in any order,
// batch numbers only mean which rows belong together, so two answers agree if they group the rows
// in the same way. A batch gets the wanted number of its first row, unless another batch has that
// number already.
func (e Result) renumber(rows []shownRow) {
	column := slices.IndexFunc(e.Columns, func(c Column) bool { return c.Title == "batch" })
	if column < 0 {
		return
	}
	taken, _ := pair(without(e.Rows, column), without(rows, column))
	numbers, used := map[string]string{}, map[string]bool{}
	for i, row := range rows {
		given := row[column][0]
		if _, known := numbers[given]; known || taken[i] == 0 {
			continue
		}
		if wanted := e.Rows[taken[i]-1][column][0]; !used[wanted] {
			numbers[given], used[wanted] = wanted, true
		}
	}
	next := len(rows) + len(e.Rows)
	for _, row := range rows {
		given := row[column][0]
		if _, known := numbers[given]; !known {
			numbers[given] = strconv.Itoa(next)
			next++
		}
		row[column] = []string{numbers[given]}
	}
}

// without removes a column from rows.
func without[Row ~[]C, C any](rows []Row, column int) []Row {
	return each(rows, func(row Row) Row { return slices.Delete(slices.Clone(row), column, column+1) })
}

// compare returns the wanted rows that are missing and the returned rows that are not wanted. If
// the order matters, it cuts the returned rows into blocks of the same lengths as the wanted
// blocks, and compares block by block.
func (e Result) compare(rows []shownRow) (missing, extra []int) {
	if e.Order == AnyOrder {
		return match(e.Rows, rows, 0)
	}
	from := 0
	for from < len(e.Rows) {
		to := from + 1
		for e.Order == InBlocks && to < len(e.Rows) && e.Blocks[to] == e.Blocks[from] {
			to++
		}
		m, x := match(e.Rows[from:to], rows[min(from, len(rows)):min(to, len(rows))], from)
		missing, extra = append(missing, m...), append(extra, x...)
		from = to
	}
	for i := from; i < len(rows); i++ {
		extra = append(extra, i)
	}
	return missing, extra
}

// match matches wanted and returned rows. It returns the indices of the rows without a match, each
// plus offset.
func match(want [][]Cell, got []shownRow, offset int) (missing, extra []int) {
	taken, missing := pair(want, got)
	for i := range missing {
		missing[i] += offset
	}
	for g, by := range taken {
		if by == 0 {
			extra = append(extra, g+offset)
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

// rowsText returns rows as a step, with every variable and field but without values.
func rowsText(rows []spec.Row) (text string, table [][]string) {
	if len(rows) == 0 {
		return emptyText, nil
	}
	var e Result
	add := func(title string) {
		if c, ok := newColumn(title); ok {
			e.Columns = append(e.Columns, c)
		}
	}
	if slices.ContainsFunc(rows, func(r spec.Row) bool { return r.This != "" }) {
		add("$" + spec.This)
	}
	for _, name := range slices.Sorted(maps.Keys(rows[0].Vars)) {
		add("$" + name)
	}
	for i := range rows[0].Fields {
		add(strconv.Itoa(i + 1))
	}
	if len(e.Columns) == 0 {
		add("fields")
	}
	order := AnyOrder
	if rows[len(rows)-1].Block > 0 {
		order = InBlocks
		block, _ := newColumn(blockTitle)
		e.Columns = slices.Insert(e.Columns, 0, block)
	}
	table = [][]string{each(e.Columns, func(c Column) string { return c.Title })}
	for _, row := range rows {
		table = append(table, each(e.show(row), orText))
	}
	return resultText + orders[order], table
}
