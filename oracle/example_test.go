package oracle_test

import (
	"context"
	"fmt"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// deaf is an engine that ignores ids added to an entity after the first.
type deaf struct {
	spec.Engine
	heard map[spec.Handle]bool
}

func (d deaf) Apply(op spec.Operation) spec.Outcome {
	if op.Op == spec.OpAdd && d.heard[op.Entity] {
		return spec.OK()
	}
	if op.Op == spec.OpAdd {
		d.heard[op.Entity] = true
	}
	return d.Engine.Apply(op)
}

func deafEngine() oracle.Implementation {
	return oracle.Implementation{Name: "deaf", New: func(p spec.Profile) (spec.Engine, error) {
		return deaf{model.New(p), map[spec.Handle]bool{}}, nil
	}}
}

func zoo() *spec.Trace {
	return spec.NewTrace(
		"flecs-3",
		spec.Operation{Op: spec.OpEntity, Entity: "Eats"},
		spec.Operation{Op: spec.OpEntity, Entity: "Apples"},
		spec.Operation{Op: spec.OpEntity, Entity: "Pears"},
		spec.Operation{Op: spec.OpEntity, Entity: "Bob"},
		spec.Operation{Op: spec.OpAdd, Entity: "Bob", ID: spec.Pair("Eats", "Apples")},
		spec.Operation{Op: spec.OpAdd, Entity: "Bob", ID: spec.Pair("Eats", "Pears")},
		spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Terms: []spec.Term{
			{First: spec.EntityRef("Eats"), Second: spec.EntityRef("*")},
		}}},
	)
}

// Compare an engine with the model: every outcome and, after each change, the whole world.
func ExampleRun() {
	res, err := oracle.Run(zoo(), engines.Model(), []oracle.Implementation{deafEngine()}, oracle.RunOptions{})
	if err != nil {
		panic(err)
	}
	for _, d := range res.Divergences {
		fmt.Printf("%s, operation %d: %s\n%s\n", d.Label(), d.Index+1, d.Difference.Signature(), &d.Difference)
	}
	// Output:
	// deaf, operation 6: add dump
	// - Bob:  (Eats, Apples)  (Eats, Pears)
	// + Bob:  (Eats, Apples)
}

// A divergence is reduced to a minimal trace that still shows it, with short names.
func ExampleReduce() {
	res, err := oracle.Run(zoo(), engines.Model(), []oracle.Implementation{deafEngine()},
		oracle.RunOptions{DumpEvery: -1})
	if err != nil {
		panic(err)
	}
	fails := oracle.FailsLike(res.Divergences[0], engines.Model(), deafEngine(), oracle.RunOptions{DumpEvery: -1})
	for _, line := range oracle.TraceText(oracle.Reduce(zoo(), fails, oracle.ReduceOptions{})) {
		fmt.Println(line)
	}
	// Output:
	// 1-2 entity R, a
	// 3 add a (R, b)
	// 4 add a (R, a)
	// 5 query  "(R, *)"
}

// A campaign compares generated traces, for example those of package fuzz. In this example all
// traces are equal. The campaign reduces each finding, and counts the other traces that show the
// same bug.
func ExampleCampaign() {
	report, err := oracle.Campaign(context.Background(), oracle.CampaignOptions{
		Generate:  func(seed uint64, p spec.Profile) *spec.Trace { return zoo() }, // fuzz.Generate(seed, p)
		Reference: engines.Model(), Implementations: []oracle.Implementation{deafEngine()},
		Seed: 1, Traces: 3, Workers: 1, // Save: "findings" keeps each finding in a folder
	})
	if err != nil {
		panic(err)
	}
	for _, f := range report.Findings {
		fmt.Printf("%s: %s, reduced from %d operations, %d repeats\n", f.Origin(),
			f.Reduced.Divergence.Difference.Signature(), f.Operations, f.Repeats)
		for _, line := range oracle.TraceText(f.Reduced.Trace) {
			fmt.Println(line)
		}
	}
	// Output:
	// seed 1/0: add dump, reduced from 7 operations, 2 repeats
	// 1-2 entity R, a
	// 3 add a (R, b)
	// 4 add a (R, a)
}

// Outcomes are compared by their meaning: the order of rows does not matter.
func ExampleCompare() {
	op := spec.Operation{Op: spec.OpQuery}
	field := func(h spec.Handle) []spec.Field { return []spec.Field{{Set: true, ID: spec.Single(h)}} }
	want := spec.Outcome{
		Kind: spec.OutRows,
		Rows: []spec.Row{{This: "a", Fields: field("P")}, {This: "b", Fields: field("P")}},
	}
	got := spec.Outcome{
		Kind: spec.OutRows,
		Rows: []spec.Row{{This: "b", Fields: field("P")}, {This: "a", Fields: field("P")}},
	}
	fmt.Println(oracle.Compare(&op, &want, &got, oracle.CompareOptions{}) == nil)
	got.Rows = got.Rows[:1]
	fmt.Println(oracle.Compare(&op, &want, &got, oracle.CompareOptions{}))
	// Output:
	// true
	// - $this=a  P
}

// Transcripts are recorded answers of released Flecs versions. Every difference is declared with
// its reason.
func ExampleReplayAll() {
	ts, err := transcript.Written()
	if err != nil {
		panic(err)
	}
	declared, err := transcript.Declarations()
	if err != nil {
		panic(err)
	}
	rep, err := transcript.ReplayAll(ts, transcript.ReplayOptions{Reference: engines.Model(), Declared: declared})
	if err != nil {
		panic(err)
	}
	fmt.Println(len(ts), "transcripts,", len(rep.Unexplained), "lines unexplained")
	// Output:
	// 789 transcripts, 0 lines unexplained
}
