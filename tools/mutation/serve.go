package mutation

import (
	"bufio"
	"encoding/json"
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

// request asks a worker to run units with a mutant, until one fails. Each unit has a limit of steps.
type request struct {
	Mutant uint16   `json:"mutant"`
	Units  []int    `json:"units"`
	Limits []uint64 `json:"limits,omitempty"` // if empty, the worker reports the reached mutants instead
}

// response reports the run of one unit: without a mutant, or with a mutant that it does not kill. The
// last response has Done, and the result of the mutant.
type response struct {
	Unit    int    `json:"unit"`
	Name    string `json:"name,omitempty"`
	Wrong   string `json:"wrong,omitempty"` // the error of the unit; "" means that the mutant survived
	Steps   uint64 `json:"steps,omitempty"`
	Reached []byte `json:"reached,omitempty"` // a bit for each mutant
	// Dirty says that the unit also fails without the mutant, because this or an earlier mutant corrupted
	// the state of the process.
	Dirty bool `json:"dirty,omitempty"`
	Done  bool `json:"done,omitempty"`
}

// maxStack is the stack limit in bytes. The runtime kills a process with endless recursion at this limit.
const maxStack = 128 << 20

// Serve runs the worker of an instrumented build. It reads requests, one per line, and runs the units
// that they name, until the input ends.
func Serve(units []Unit, in io.Reader, out io.Writer) error {
	debug.SetMaxStack(maxStack)
	debug.SetPanicOnFault(true)
	lines, answers := bufio.NewReader(in), json.NewEncoder(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF { //nolint:errorlint // never wrapped
			return nil
		}
		if err != nil {
			return err
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("a request of a worker: %w", err)
		}
		if err := r.serve(units, answers); err != nil {
			return err
		}
	}
}

func (r *request) serve(units []Unit, answers *json.Encoder) error {
	last := response{Done: true, Unit: len(units)} // the answer to an empty request: the number of units
	for i, number := range r.Units {
		if number < 0 || number >= len(units) {
			return fmt.Errorf("a worker has no unit %d of %d: it was built from other sources", number, len(units))
		}
		u := &units[number]
		if len(r.Limits) == 0 {
			if err := answers.Encode(covered(number, u)); err != nil {
				return err
			}
			continue
		}
		if last = tried(number, u, r.Mutant, r.Limits[i]); last.Wrong != "" {
			break
		}
		// Respond after each unit: the time limit is for one unit.
		if err := answers.Encode(response{Unit: number}); err != nil {
			return err
		}
	}
	return answers.Encode(last)
}

// covered runs a unit without a mutant and reports which mutants it reaches.
func covered(number int, u *Unit) response {
	schemata.Reset()
	schemata.Mutant = 0
	wrong := attempt(u)
	reached := make([]byte, (schemata.Max+1)/8)
	for id, n := range schemata.Reached {
		reached[id/8] |= n << (id % 8)
	}
	return response{Unit: number, Name: u.Name, Wrong: wrong, Steps: schemata.Steps, Reached: reached}
}

// tried runs a unit with a mutant. If the unit fails, tried runs it again without the mutant.
func tried(number int, u *Unit, mutant uint16, limit uint64) response {
	out := response{Unit: number, Done: true}
	schemata.Steps, schemata.Limit, schemata.Mutant = 0, limit, mutant
	out.Wrong = attempt(u)
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
