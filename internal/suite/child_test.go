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

// behaviours are what goes wrong in a child; nil is nothing.
var behaviours = map[string]func(*spec.Operation, *spec.Outcome){
	"good": nil,
	"garbage": func(op *spec.Operation, _ *spec.Outcome) {
		if op.Op == spec.OpClear {
			fmt.Println("segmentation fault")
		}
	},
	"slow": slowAtFirst(),
}

// slowness is how late the answers of the child are that is slow.
const slowness = 600 * time.Millisecond

// slowAtFirst answers the first two queries of a process late, as on a machine that does too much at a time.
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

// forgetsRow leaves out the last row of every answer with several.
func forgetsRow(_ *spec.Operation, out *spec.Outcome) {
	if n := len(out.Rows); n > 1 {
		out.Rows = out.Rows[:n-1]
	}
}

// spoilt is an engine whose outcomes something goes wrong with.
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

// fewCapabilities is what a small library has.
func fewCapabilities() spec.Info { return misbehaving.Info() }

// child opens test binaries that behave in some way.
func child(behaviour string) Open {
	return Adapter("'"+os.Args[0]+"'", adapter.Options{
		Env:     []string{behaviourVariable + "=" + behaviour, "GORACE=atexit_sleep_ms=0"},
		Timeout: time.Minute, Grace: 200 * time.Millisecond,
	})
}

// inProcess opens the model with something wrong.
func inProcess(info spec.Info, spoil func(*spec.Operation, *spec.Outcome)) Open {
	return InProcess(func(p spec.Profile) spec.Engine { return spoilt{model.New(p), spoil} }, info, false)
}
