package playground

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/internal/ask"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// Limits of an answer, unless its state is Long: about half a second of work in a browser.
const (
	maxWork = 200_000
	maxRows = 1_000
)

func limitsOf(s *link.State) spec.Limits {
	if s.Long {
		return spec.Limits{Work: 100 * maxWork, Rows: 100 * maxRows}
	}
	return spec.Limits{Work: maxWork, Rows: maxRows, Elements: 10 * maxRows}
}

// run is the evaluation of a state: its world on both engines.
type run struct {
	state       *link.State
	profile     spec.Profile
	world       *World
	model, fast spec.Engine
	at          int // number of applied operations
	steps       []Step
	stated      []Stated
}

// Step is an operation of the world with its answers.
type Step struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	// Answer is the answer of the reference. Fast is the answer of the engine fast, if it differs.
	Answer  string `json:"answer,omitempty"`
	Fast    string `json:"fast,omitempty"`
	Refused bool   `json:"refused,omitempty"`
}

// Stated is a line of the world that states an expectation about an applied operation.
type Stated struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	Met  bool   `json:"met"`
}

// start parses the world of a state and makes both engines, without applying the operations.
func start(s *link.State) (*run, *spec.Error) {
	profile, err := spec.ProfileByName(s.Profile)
	if err != nil {
		return nil, err
	}
	r := &run{state: s, profile: profile, world: ReadWorld(profile, s.World)}
	limits := limitsOf(s)
	r.model, r.fast = model.New(profile, model.WithLimits(limits)), engine.New(profile, engine.WithLimits(limits))
	r.at = len(r.world.Checks)
	if s.At > 0 {
		r.at = min(s.At, r.at)
	}
	return r, nil
}

// quietly applies the operations to one engine without recording answers. It returns the number of
// refused operations.
func (r *run) quietly(e spec.Engine) (refused int) {
	for _, c := range r.world.Checks[:r.at] {
		if e.Apply(c.Op).Err != nil {
			refused++
		}
	}
	return refused
}

// recorder records the last outcome of an engine. The session applies each operation and returns
// only whether the expectations are met; the recorder has the answer.
type recorder struct {
	spec.Engine
	op  spec.OpKind
	out spec.Outcome
}

func (r *recorder) Apply(op spec.Operation) spec.Outcome {
	out := r.Engine.Apply(op)
	if op.Op == r.op {
		r.out = out
	}
	return out
}

// apply applies the operations to both engines. It records refusals, failed expectations, and
// differences.
func (r *run) apply() {
	recorded := &recorder{Engine: r.model}
	session := scenario.NewSession(recorded)
	for i, c := range r.world.Checks[:r.at] {
		line := r.world.Lines[i]
		recorded.op = c.Op.Op
		failure := session.Apply(c)
		want, got := recorded.out, r.fast.Apply(c.Op)
		step := Step{Line: line, Text: show.Operation(r.profile, &c.Op), Refused: want.Err != nil}
		if want.Err != nil || c.Op.Op.Outcome() != spec.OutNone {
			step.Answer = show.Outcome(want)
		}
		if d := compare.Outcomes(&c.Op, &want, &got, compare.Options{}); d != nil {
			step.Fast = show.Outcome(got)
			r.note(Problem{
				Line: line, Code: "differ", Message: "fast gives another answer: " + step.Fast,
				Severity: "error",
			})
		}
		met := c.Wants
		if failure != nil {
			r.note(r.failed(failure, &want, line))
			met = met[:max(slices.IndexFunc(met, func(w scenario.Want) bool { return w.Step == failure.Step }), 0)]
		}
		for i, w := range c.Wants {
			r.stated = append(r.stated, Stated{r.world.steps[w.Step].Line, r.world.steps[w.Step].Text, i < len(met)})
		}
		r.steps = append(r.steps, step)
	}
	for i := r.at; i < len(r.world.Checks); i++ {
		r.steps = append(r.steps, Step{Line: r.world.Lines[i], Text: show.Operation(r.profile, &r.world.Checks[i].Op)})
	}
}

func (r *run) note(p Problem) { r.world.Problems = append(r.world.Problems, p) }

// failed returns the result of a check: a refusal that was not expected, or an expectation that is
// not met.
func (r *run) failed(f *scenario.Failure, want *spec.Outcome, line int) Problem {
	if want.Err != nil &&
		(len(r.world.steps) == 0 || f.Step < len(r.world.steps) && r.world.steps[f.Step].Line == line) {
		return Problem{
			Line: line, Code: string(want.Err.Code), Message: "refused: " + want.Err.Message, Severity: "warning",
		}
	}
	if f.Step < len(r.world.steps) {
		line = r.world.steps[f.Step].Line
	}
	text := "not met"
	for _, l := range f.Lines {
		text += "\n" + l
	}
	return Problem{Line: line, Code: "not met", Message: text, Severity: "error"}
}

// question returns the query of the state as an operation, such as query or explain.
func question(s *link.State, op spec.OpKind) (spec.Operation, *spec.Error) {
	q := &spec.Query{Expr: s.Query, Text: true, GroupBy: spec.Handle(s.GroupBy), Instanced: s.Instanced}
	if err := q.Kind.UnmarshalText([]byte(cmp.Or(s.Kind, "auto"))); err != nil {
		return spec.Operation{}, spec.Errorf(spec.CodeInvalid, "the kind of a query must be auto, filter, cached or rule")
	}
	if s.OrderBy != "" {
		q.OrderBy = &spec.OrderBy{Component: spec.Handle(s.OrderBy), Desc: s.Desc}
	}
	operation := spec.Operation{Op: op, Query: q}
	preset(&operation, s.Vars)
	return operation, nil
}

func preset(op *spec.Operation, vars map[string]string) {
	for name, h := range vars {
		if op.Vars == nil {
			op.Vars = map[string]spec.Handle{}
		}
		op.Vars[name] = spec.Handle(h)
	}
}

// ask applies an operation to an engine that has the world.
func (r *run) ask(e spec.Engine, op spec.Operation) (spec.Outcome, spec.Operation) {
	return ask.Apply(e, r.profile, r.world.Operations()[:r.at], op)
}
