package schematest

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/relspec/relspec/spec"
)

// Operation fails the test unless op is a valid request.
func Operation(t testing.TB, op spec.Operation) {
	t.Helper()
	check(t, Request, op)
}

// Outcome fails the test unless outcome is a valid answer to an operation of kind op.
func Outcome(t testing.TB, op spec.OpKind, outcome spec.Outcome) {
	t.Helper()
	check(t, ResponseTo(op), outcome)
}

// Trace fails the test unless every line of trace is valid.
func Trace(t testing.TB, trace *spec.Trace) {
	t.Helper()
	var text bytes.Buffer
	if _, err := trace.WriteTo(&text); err != nil {
		t.Fatalf("trace has no JSON form: %v", err)
	}
	for i, line := range bytes.Split(bytes.TrimSpace(text.Bytes()), []byte("\n")) {
		d := Entry
		if i == 0 {
			d = Header
		}
		if err := Validate(d, line); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
	}
}

func check(t testing.TB, d Definition, message any) {
	t.Helper()
	line, err := json.Marshal(message)
	if err == nil {
		err = Validate(d, line)
	}
	if err != nil {
		t.Fatalf("not a valid %s: %v", d, err)
	}
}

// Engine returns an engine that passes operations to e and fails the test if an operation or an
// outcome is not valid.
func Engine(t testing.TB, e spec.Engine) spec.Engine { return checked{t, e} }

type checked struct {
	t      testing.TB
	engine spec.Engine
}

// Apply checks the operation, applies it and checks the outcome.
func (c checked) Apply(op spec.Operation) spec.Outcome {
	c.t.Helper()
	Operation(c.t, op)
	outcome := c.engine.Apply(op)
	Outcome(c.t, op.Op, outcome)
	return outcome
}
