package scenario

import (
	"slices"
	"strconv"
)

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
	less := make([]Row, len(rows))
	for i, row := range rows {
		less[i] = slices.Delete(slices.Clone(row), column, column+1)
	}
	return less
}
