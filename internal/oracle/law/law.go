package law

import (
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// Law is a relation between the answers of one engine. Check is called after an operation that
// succeeded. It may run its own queries on the engine, and returns a contradiction or nil. Applied
// is the number of times that the law could be checked on the operation.
type Law struct {
	Name string
	// Summary is the law in one sentence, for reports.
	Summary string
	// Needs reports whether the law applies in a profile. A nil Needs means every profile.
	Needs func(*spec.Profile) bool
	// Check checks the law on a case.
	Check func(Case) (applied int, d *compare.Difference)
}

// Case is an operation with its outcome, on an engine that has just answered it.
type Case struct {
	Profile      spec.Profile
	Engine       spec.Engine
	Expectations *compare.Expectations // of the engine
	Op           spec.Operation
	Outcome      spec.Outcome
	// Tags are the single ids that the trace has given to entities, in order of first use, for random
	// choices.
	Tags []spec.Handle
	// Questions collects the operations with which the law asked the engine, so that a report can
	// show them.
	Questions *[]spec.Operation
	// Untouched is set if the trace uses change detection, so a law must not write
	// (changes.writing).
	Untouched bool
	// Monitors are the observers of the trace, if the laws track them.
	Monitors map[string]*monitor
	// Fresh is a number that is unique to this case in the trace. Laws use it to vary what they
	// try.
	Fresh uint64
}

func needsVariables(p *spec.Profile) bool { return p.Variables != spec.Nowhere }

// needsText reports whether queries of a profile can be text.
func needsText(p *spec.Profile) bool { return p.Family == spec.FlecsFamily }
