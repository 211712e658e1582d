package lang_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

func TestPositionOfEachTerm(t *testing.T) {
	const text = "A, \"é\" == $x"
	line, column := lang.Position(spec.DialectFlecs3, text, 0)
	require.Zero(t, line, "the text does not parse")
	require.Zero(t, column)

	const long = "A || B,\n  !{ C, $x == \"é\" }, ?D(\n e)"
	var places []string
	terms, err := lang.ParseChecked(spec.DialectFlecs3, long)
	require.Nil(t, err)
	q := spec.Query{Terms: terms}
	count := 0
	q.Walk(func(*spec.Term) {
		line, column := lang.Position(spec.DialectFlecs3, long, count)
		places = append(places, fmt.Sprintf("%d:%d", line, column))
		count++
	})
	require.Equal(t, []string{"1:1", "1:1", "1:6", "2:3", "2:6", "2:9", "2:22"}, places)
	for _, missing := range []int{-1, count} {
		line, column = lang.Position(spec.DialectFlecs3, long, missing)
		require.Zero(t, line)
		require.Zero(t, column)
	}
}
