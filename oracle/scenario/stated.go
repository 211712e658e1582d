package scenario

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Stated is a trace that says what an engine in an empty world answers to the operation with an index, and what it
// refuses. With the reference as the engine, [Print] makes a scenario of it that wants that answer.
func Stated(t *spec.Trace, engine spec.Engine, index int) *spec.Trace {
	stated := *t
	stated.Entries = slices.Clone(t.Entries)
	for i := range stated.Entries {
		out := engine.Apply(stated.Entries[i].Op)
		if i == index || out.Err != nil {
			stated.Entries[i].Got = &out
		}
	}
	return &stated
}
