package scenario

import (
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// refusal expects the previous operation to fail.
func (c *compiler) refusal(_ Step, parts []string) {
	check := c.last()
	if len(check.Wants) > 0 {
		c.fail("an operation has an answer or fails, not both")
		return
	}
	c.want(check, Refused{Code: spec.ErrorCode(parts[1])})
}

// result expects the rows of the previous query.
func (c *compiler) result(step Step, parts []string) {
	check := c.last()
	if check.Op.Op.Outcome() != spec.OutRows {
		c.fail("the previous operation is not a query")
		return
	}
	var e Result
	switch {
	case parts[1] == "empty":
		if step.Table != nil {
			c.fail("an empty result has no table")
		}
	case len(step.Table) == 0:
		c.fail("a result that is not empty has a table: a line of columns, then a line for each row")
	default:
		e = c.resultTable(step.Table, parts[2])
	}
	for _, column := range e.Columns {
		_, part, _ := strings.Cut(column.Title, ".")
		check.Op.Values = check.Op.Values || part == "value" || part == "access"
		check.Op.Batches = check.Op.Batches || column.Title == "batch"
		check.Op.Changes = check.Op.Changes || column.Title == "changed"
	}
	c.want(check, e)
}

func (c *compiler) resultTable(table [][]string, order string) Result {
	e := Result{Order: map[string]Order{"in any order": AnyOrder, "in order": InOrder, "in blocks": InBlocks}[order]}
	block := -1
	for i, title := range table[0] {
		if title == "block" {
			block = i
			continue
		}
		column, ok := newColumn(title)
		if !ok {
			c.fail("%q is not a column; docs/steps.md lists them", title)
		}
		e.Columns = append(e.Columns, column)
	}
	if (block >= 0) != (e.Order == InBlocks) {
		c.fail("if and only if a result is in blocks, it has a column named block")
	}
	for _, row := range table[1:] {
		var cells []Cell
		for i, text := range row {
			if i == block {
				n, err := strconv.Atoi(text)
				if err != nil || len(e.Blocks) > 0 && n < e.Blocks[len(e.Blocks)-1] {
					c.fail("blocks are whole numbers that do not decrease")
				}
				e.Blocks = append(e.Blocks, n)
				continue
			}
			if len(cells) < len(e.Columns) {
				cells = append(cells, c.cell(e.Columns[len(cells)], text))
			}
		}
		e.Rows = append(e.Rows, cells)
	}
	return e
}

// cell parses the text of one cell. The text may list alternatives, separated by "or".
func (c *compiler) cell(column Column, text string) Cell {
	r := &reader{text: text}
	cell := Cell(choice(r, func() string {
		if column.kind == nil || r.accept(unset) {
			return unset
		}
		return column.kind.read(r)
	}))
	if err := r.end(); err != nil {
		c.fail("in column %s: %w", column.Title, err)
	}
	c.mentionCell(column, r.mentioned)
	return cell
}

// mentionCell reports an error if a cell names an entity that no earlier step creates. An
// expectation must not create anything.
func (c *compiler) mentionCell(column Column, handles []spec.Handle) {
	for _, h := range handles {
		if !c.known[h] {
			c.fail("in column %s: no earlier step creates %s", column.Title, nameText(h))
		}
	}
}

// changes expects exactly the listed changes of the previous operation.
func (c *compiler) changes(step Step, _ []string) {
	check := c.last()
	if check.Op.Op.IsRead() {
		c.fail("the previous step does not change the world")
		return
	}
	var e Changes
	for _, row := range step.Table {
		if len(row) != 3 || row[0] != "+" && row[0] != "-" {
			c.fail("changes have three columns: + or -, an entity, and what it gains or loses (empty: the entity itself)")
			return
		}
		line := c.changeLine(row[1], row[2])
		if row[0] == "+" {
			e.Added = append(e.Added, line)
		} else {
			e.Removed = append(e.Removed, line)
		}
	}
	c.want(check, e)
}

func (c *compiler) changeLine(entity, fact string) string {
	r := &reader{text: entity}
	line := nameText(r.name())
	if err := r.end(); err != nil {
		c.fail("%w", err)
	}
	c.mentionCell(Column{Title: "2"}, r.mentioned)
	if fact == "" {
		return line
	}
	r = &reader{text: fact}
	switch {
	case r.accept("named"):
		line += " named " + strconv.Quote(r.quoted())
	case r.accept("without a name"):
		line += " without a name"
	case r.accept("component"):
		line += " component"
	case r.accept("open"):
		line += " open"
	case r.accept("off"):
		line += " off " + idText(r.id())
	case r.accept("override"):
		line += " override " + idText(r.id())
	default:
		line += " " + idText(r.id())
		if strings.HasPrefix(r.rest(), "{") {
			if value := rawText(r.value()); value != "{}" {
				line += " " + value
			}
		}
	}
	if err := r.end(); err != nil {
		c.fail("%w", err)
	}
	return line
}
