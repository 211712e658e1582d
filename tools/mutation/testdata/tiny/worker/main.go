// Command worker runs the mutants of package tiny.
package main

import (
	"fmt"
	"os"

	"github.com/relspec/relspec/tools/mutation"
	"github.com/relspec/relspec/tools/mutation/testdata/tiny"
)

func main() {
	units := []mutation.Unit{
		{Name: "clamp", Run: func() string {
			return unless(tiny.Clamp(3, 5) == 3 && tiny.Clamp(7, 5) == 5 && tiny.Clamp(-2, 5) == 0 && tiny.Clamp(5, 5) == 5)
		}},
		{Name: "sum", Run: func() string { return unless(tiny.Sum([]int{1, 2, 0, 4}) == 3) }},
		{Name: "down", Run: func() string { return unless(tiny.Down(3) == 3) }},
	}
	if err := mutation.Serve(units, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func unless(right bool) string {
	if right {
		return ""
	}
	return "wrong"
}
