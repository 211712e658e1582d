package mutation

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawn returns the lines of the mutants that are drawn, out of a hundred.
func drawn(o Options) ([]int, *Outcome) {
	r := &run{o: o, in: &Instrumented{}}
	for i := range 100 {
		r.in.Points = append(r.in.Points, Point{ID: uint16(i + 1), File: "a.go", Line: i + 1, Operator: Removal})
	}
	r.draw()
	var lines []int
	for _, p := range r.waiting {
		lines = append(lines, p.Line)
	}
	return lines, &r.out
}

func TestALargerSampleBeginsWithTheSmaller(t *testing.T) {
	five, _ := drawn(Options{Sample: 5, Seed: 7})
	ten, out := drawn(Options{Sample: 10, Seed: 7})
	require.Len(t, five, 5)
	require.Equal(t, five, ten[:5])
	require.Equal(t, 10, out.Drawn)
	require.False(t, slices.IsSorted(ten))
	other, _ := drawn(Options{Sample: 10, Seed: 8})
	require.NotEqual(t, ten, other)
	all, out := drawn(Options{})
	require.Len(t, all, 100)
	require.Equal(t, 100, out.Drawn)
}

func TestWhatIsKnownIsPartOfTheSample(t *testing.T) {
	at := func(line int, s Status) Result {
		return Result{Point: Point{File: "a.go", Line: line, Operator: Removal}, Status: s}
	}
	known := []Result{
		at(3, Killed), at(4, Survived), at(5, NotCovered),
		{Point: Point{File: "a.go", Digest: "another", Line: 6, Operator: Removal}},
	}
	lines, out := drawn(Options{Known: known, Sample: 10, Seed: 7})
	require.Len(t, lines, 7)
	require.Len(t, out.Results, 3)
	require.Equal(t, 10, out.Drawn)
	require.EqualValues(t, 3, out.Results[0].ID)
	lines, out = drawn(Options{Known: known, Sample: 10, Seed: 7, Again: true})
	require.Len(t, lines, 9)
	require.Equal(t, []int{4, 5}, lines[:2])
	require.Len(t, out.Results, 1)
	lines, out = drawn(Options{Known: known, Sample: 2, Seed: 7})
	require.Empty(t, lines)
	require.Equal(t, 3, out.Drawn, "what is known stays")
}
