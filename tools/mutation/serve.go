package mutation

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/relspec/relspec/tools/mutation/schemata"
)

// Unit is something that a worker can run, on all mutants and on none.
type Unit struct {
	Name string
	// Run gives the first error that it finds, "" for none. It must be the same whenever it is
	// asked, and keep nothing of the instrumented packages for the next time.
	Run func() string
}

// request asks a worker to run units with a mutant, up to the first that shows it, each within as
// many steps.
type request struct {
	Mutant uint16   `json:"mutant"`
	Units  []int    `json:"units"`
	Limits []uint64 `json:"limits,omitempty"` // none: the mutants that are reached are told instead
}

// response tells of one unit that was run without a mutant, or with one and showed nothing; the
// last one is done, and tells the result of a mutant.
type response struct {
	Unit    int    `json:"unit"`
	Name    string `json:"name,omitempty"`
	Wrong   string `json:"wrong,omitempty"` // the error that the unit shows; a mutant with "" has survived
	Steps   uint64 `json:"steps,omitempty"`
	Reached []byte `json:"reached,omitempty"` // a bit for each mutant
	// Dirty says that the unit is wrong without the mutant too, so that this or an earlier mutant
	// has left something behind.
	Dirty bool `json:"dirty,omitempty"`
	Done  bool `json:"done,omitempty"`
}

// maxStack is the stack, in bytes, that a recursion without end may take: the runtime kills a
// process that needs more.
const maxStack = 128 << 20

// Serve returns the worker of an instrumented build: it runs the units that requests name, one
// request a line, until there are no more.
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
	last := response{Done: true, Unit: len(units)} // of no request: how many there are
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
		if err := answers.Encode(response{Unit: number}); err != nil { // the limit of time is of one unit, not of all
			return err
		}
	}
	return answers.Encode(last)
}

// covered runs a unit without a mutant and tells which mutants it reaches.
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

// tried runs a unit with a mutant, and once more without it where something is wrong.
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

// attempt is Run; a panic is something wrong too.
func attempt(u *Unit) (wrong string) {
	defer func() {
		if p := recover(); p != nil {
			wrong = fmt.Sprintf("panic: %v", p)
		}
	}()
	return u.Run()
}
