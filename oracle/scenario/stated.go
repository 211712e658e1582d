package scenario

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/relspec/relspec/spec"
)

// OfFinding returns a trace as a feature with one scenario. The scenario states the reference's
// answer to the operation at index, and how that operation changes the world. engine is the
// reference in an empty world. hash, in hexadecimal digits, becomes the id of the scenario, and
// statements and clauses become its tags.
func OfFinding(
	t *spec.Trace, engine spec.Engine, index int, hash string, statements []spec.StatementID, clauses []string,
) string {
	printing := Printing{Feature: "A finding of diffcheck", ID: "finding-1"}
	if number, err := strconv.ParseUint(hash, 16, 64); err == nil {
		printing.ID = fmt.Sprintf("finding-%d", number) // a stable id ends in decimal digits
	}
	for _, id := range statements {
		printing.Tags = append(printing.Tags, string(id))
	}
	printing.Tags = append(printing.Tags, clauses...)
	stated := *t
	stated.Entries = slices.Clone(t.Entries)
	for i := range stated.Entries {
		var out spec.Outcome
		if i == index {
			out, printing.change = changesOf(engine, stated.Entries[i].Op)
			printing.at = i
		} else {
			out = engine.Apply(stated.Entries[i].Op)
		}
		if i == index || out.Err != nil {
			stated.Entries[i].Got = &out
		}
	}
	return Print(&stated, printing)
}
