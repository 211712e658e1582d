package mutation

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/relspec/relspec/tools/mutation/schemata"
)

// Unit is a check that a worker can run with any mutant, or without a mutant.
type Unit struct {
	Name string
	// Run returns the first error that it finds, or "". Every call must give the same result. Run must not
	// keep state of the instrumented packages between calls.
	Run func() string
}

// request asks a worker to run a unit with a mutant, in a limited number of steps. Without a mutant, the
// worker measures the unit.
type request struct {
	Unit   int
	Mutant uint16 `json:",omitempty"`
	Limit  uint64 `json:",omitempty"`
}

// response is the result of a unit. It has no name if the worker has no such unit.
type response struct {
	Name    string
	Wrong   string `json:",omitempty"` // the error of the unit
	Steps   uint64 `json:",omitempty"` // without a mutant
	Reached []byte `json:",omitempty"` // without a mutant: a bit for each mutant whose code was executed
	// Dirty says that the unit also fails without the mutant, because this or an earlier mutant corrupted
	// the state of the process.
	Dirty bool `json:",omitempty"`
}

func (r *response) reaches(id uint16) bool { return r.Reached[id/8]>>(id%8)&1 != 0 }

// maxStack is the stack limit in bytes. The runtime kills a process with endless recursion at this limit.
const maxStack = 128 << 20

// Serve runs the worker of an instrumented build: it answers requests until the input ends.
func Serve(units []Unit, in io.Reader, out io.Writer) error {
	debug.SetGCPercent(400) // a worker makes many short-lived worlds
	debug.SetMaxStack(maxStack)
	debug.SetPanicOnFault(true)
	requests, responses := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var r request
		err := requests.Decode(&r)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("a request of a worker: %w", err)
		case r.Unit >= len(units):
			err = responses.Encode(response{})
		case r.Mutant == 0:
			err = responses.Encode(measured(&units[r.Unit]))
		default:
			err = responses.Encode(tried(&units[r.Unit], &r))
		}
		if err != nil {
			return err
		}
	}
}

// measured runs a unit without a mutant and reports which mutants it reaches.
func measured(u *Unit) response {
	schemata.Reset()
	out := response{Name: u.Name, Wrong: attempt(u), Steps: schemata.Steps, Reached: make([]byte, (schemata.Max+1)/8)}
	for id, n := range schemata.Reached {
		out.Reached[id/8] |= n << (id % 8)
	}
	return out
}

// tried runs a unit with a mutant. If the unit fails, tried runs it again without the mutant.
func tried(u *Unit, r *request) response {
	schemata.Steps, schemata.Limit, schemata.Mutant = 0, r.Limit, r.Mutant
	out := response{Name: u.Name, Wrong: attempt(u)}
	schemata.Steps, schemata.Mutant = 0, 0
	if out.Wrong != "" {
		out.Dirty = attempt(u) != ""
	}
	return out
}

// attempt calls Run. A panic counts as an error.
func attempt(u *Unit) (wrong string) {
	defer func() {
		if p := recover(); p != nil {
			wrong = fmt.Sprintf("panic: %v", p)
		}
	}()
	return u.Run()
}
