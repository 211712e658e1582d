package acceptance

import (
	"context"
	"fmt"

	"github.com/cucumber/godog"

	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// world is the state of one scenario: its checks, and the engine that runs them step by step.
type world struct {
	profile spec.Profile
	fresh   func(spec.Profile) spec.Engine

	indexes map[string]int // by ids of steps
	step    int
	checks  []scenario.Check
	session *scenario.Session
	failure *scenario.Failure // failed expectations, reported at their step
}

// register binds the shapes. Every step runs its checks.
func (w *world) register(sc *godog.ScenarioContext) {
	sc.Before(func(ctx context.Context, pickle *godog.Scenario) (context.Context, error) {
		return ctx, w.begin(pickle)
	})
	sc.StepContext().Before(func(ctx context.Context, step *godog.Step) (context.Context, error) {
		w.step = w.indexes[step.Id]
		return ctx, nil
	})
	for _, shape := range scenario.Shapes() {
		sc.Step(shape.Pattern, w.apply)
	}
}

func (w *world) begin(pickle *godog.Scenario) error {
	w.indexes = map[string]int{}
	for i, step := range pickle.Steps {
		w.indexes[step.Id] = i
	}
	checks, err := scenario.Compile(w.profile, scenario.Steps(pickle))
	if err != nil {
		return fmt.Errorf("%s: %w", pickle.Uri, err)
	}
	w.checks = checks
	w.session = scenario.NewSession(w.fresh(w.profile))
	return nil
}

func (w *world) apply() error {
	for w.failure == nil && len(w.checks) > 0 && w.checks[0].Step == w.step {
		w.failure = w.session.Apply(w.checks[0])
		w.checks = w.checks[1:]
	}
	if w.failure != nil && w.failure.Step <= w.step {
		return w.failure
	}
	return nil
}
