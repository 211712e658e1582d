package report_test

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/internal/report"
)

func saved(status string) *report.Run {
	r, err := report.Read(strings.NewReader(`{"ok": true, "info": {"implementation": "toy", "version": "1", "language": "C"},
		"cases": [{"name": "exclusive-01 (flecs-3)", "area": "properties/exclusive", "status": "` + status + `"}]}`))
	if err != nil {
		panic(err)
	}
	return r
}

// What changed from one saved run of "diffcheck test --json" to the next.
func ExampleCompare() {
	changes, err := report.Compare(saved("passed"), saved("failed"))
	if err != nil {
		panic(err)
	}
	for _, c := range changes.Cases {
		fmt.Printf("%s  %s  %s -> %s\n", c.Implementation, c.Name, c.From, c.To)
	}
	fmt.Println("worse:", changes.Worse)
	// Output:
	// toy  exclusive-01 (flecs-3)  passed -> failed
	// worse: true
}
