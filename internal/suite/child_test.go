package suite

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/misbehaving"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// behaviourVariable makes the test binary an adapter instead of running tests.
const behaviourVariable = "RELSPEC_SUITE_TEST_CHILD"

func TestMain(m *testing.M) {
	misbehaving.Play()
	name := os.Getenv(behaviourVariable)
	if name == "" {
		os.Exit(m.Run())
	}
	info := fewCapabilities()
	newEngine := func(p spec.Profile) spec.Engine { return spoilt{model.New(p), behaviours[name]} }
	if err := adapter.Serve(context.Background(), os.Stdin, os.Stdout, newEngine, info); err != nil {
		panic(err)
	}
}

// behaviours maps names to the defects of a child process. nil means no defect.
var behaviours = map[string]func(*spec.Operation, *spec.Outcome){
	"good": nil,
	"garbage": func(op *spec.Operation, _ *spec.Outcome) {
		if op.Op == spec.OpClear {
			fmt.Println("segmentation fault")
		}
	},
	"slow": slowAtFirst(),
}

// slowness is the delay of the answers of a slow child.
const slowness = 600 * time.Millisecond

// slowAtFirst delays the answers to the first two queries of a process, as on an overloaded
// machine.
func slowAtFirst() func(*spec.Operation, *spec.Outcome) {
	queries := 0
	return func(op *spec.Operation, _ *spec.Outcome) {
		if op.Op == spec.OpQuery {
			if queries++; queries <= 2 {
				time.Sleep(slowness)
			}
		}
	}
}

// forgetsRow removes the last row of every answer with several rows.
func forgetsRow(_ *spec.Operation, out *spec.Outcome) {
	if n := len(out.Rows); n > 1 {
		out.Rows = out.Rows[:n-1]
	}
}

// spoilt is an engine whose outcomes are changed by a defect.
type spoilt struct {
	engine spec.Engine
	spoil  func(*spec.Operation, *spec.Outcome)
}

func (s spoilt) Apply(op spec.Operation) spec.Outcome {
	out := s.engine.Apply(op)
	if s.spoil != nil {
		s.spoil(&op, &out)
	}
	return out
}

// fewCapabilities returns the capabilities of a small library.
func fewCapabilities() spec.Info { return misbehaving.Info() }

// child opens the test binary as an adapter with a defect.
func child(behaviour string) Open {
	return Adapter("'"+os.Args[0]+"'", adapter.Options{
		Env:     []string{behaviourVariable + "=" + behaviour, "GORACE=atexit_sleep_ms=0"},
		Timeout: time.Minute, Grace: 200 * time.Millisecond,
	})
}

// inProcess opens the model with a defect.
func inProcess(info spec.Info, spoil func(*spec.Operation, *spec.Outcome)) Open {
	return InProcess(func(p spec.Profile) spec.Engine { return spoilt{model.New(p), spoil} }, info, false)
}
