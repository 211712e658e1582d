package scenario

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// byHandleText formats terms in a dialect, with handles instead of names. The printer checks that
// the result parses to the same terms.
func byHandleText(d spec.Dialect, terms []spec.Term) (string, bool) {
	text, err := lang.Print(d, terms, lang.PrintHandlesAsNames())
	return text, err == nil && text != "" && !strings.ContainsAny(text, "`\n\r")
}

// outcomeText returns the outcome of an operation as a Then step. ok is false if no step can state
// it.
func outcomeText(o spec.Outcome) (text string, table [][]string, ok bool) {
	if o.Err != nil {
		return "it fails with " + string(o.Err.Code), nil, true
	}
	switch o.Kind {
	case spec.OutNone, spec.OutDump, spec.OutExplanation, spec.OutInfo:
		return "", nil, false
	case spec.OutRows:
		return rowsText(o.Rows)
	case spec.OutValue, spec.OutBool, spec.OutNumber, spec.OutEntity, spec.OutText, spec.OutEntities, spec.OutPath,
		spec.OutIDs, spec.OutEvents, spec.OutFailures:
		return "the answer is " + answerText(o), nil, true
	}
	return "", nil, false
}

// rowsText returns rows with every variable and field, but without values.
func rowsText(rows []spec.Row) (string, [][]string, bool) {
	if len(rows) == 0 {
		return "the result is empty", nil, true
	}
	e := Result{Columns: columnsOf(rows)}
	blocks := rows[len(rows)-1].Block > 0
	var header []string
	if blocks {
		header = append(header, "block")
	}
	for _, c := range e.Columns {
		header = append(header, c.Title)
	}
	table := [][]string{header}
	for _, row := range rows {
		var cells []string
		if blocks {
			cells = append(cells, strconv.Itoa(row.Block))
		}
		for _, shown := range e.show(row) {
			cells = append(cells, strings.Join(shown, " or "))
		}
		table = append(table, cells)
	}
	if blocks {
		return "the result is, in blocks", table, true
	}
	return "the result is, in any order", table, true
}

func columnsOf(rows []spec.Row) (columns []Column) {
	add := func(title string) {
		if c, ok := newColumn(title); ok {
			columns = append(columns, c)
		}
	}
	if slices.ContainsFunc(rows, func(r spec.Row) bool { return r.This != "" }) {
		add("$this")
	}
	for _, name := range slices.Sorted(maps.Keys(rows[0].Vars)) {
		add("$" + name)
	}
	for i := range rows[0].Fields {
		add(strconv.Itoa(i + 1))
	}
	if len(columns) == 0 {
		add("fields")
	}
	return columns
}
