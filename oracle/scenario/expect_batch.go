package scenario

import (
	"slices"
	"strconv"
)

// renumber gives the batches of the rows the numbers of the wanted ones. Where rows come in any order the numbers mean
// only which rows came together, so that two answers agree if they put the same rows together. A batch gets the number
// that is wanted for the first of its rows, unless another batch has it already.
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

// without is rows without one of their columns.
func without[Row ~[]C, C any](rows []Row, column int) []Row {
	less := make([]Row, len(rows))
	for i, row := range rows {
		less[i] = slices.Delete(slices.Clone(row), column, column+1)
	}
	return less
}
