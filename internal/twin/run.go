package twin

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Result says how a run went.
type Result struct {
	Operations int
	Counts     map[string]int // by what was done
	Difference *Difference    // nil if the worlds are the same
}

// compareEvery is after how many steps the worlds are compared whole.
const compareEvery = 4

// Run begins two worlds and takes so many steps, each as pick decides, which gives a number below
// n. It ends with the first difference. A panic of a typed call that is no refusal is one.
func Run(steps int, pick func(n int) int) (r Result) {
	m := &machine{
		pick: pick, counts: map[string]int{}, handles: map[fast.Entity]spec.Handle{},
		entities: map[spec.Handle]fast.Entity{}, births: map[fast.Entity]int{},
		byIndex: map[uint32]fast.Entity{}, before: map[fast.Entity]fast.Entity{},
	}
	defer func() {
		r.Operations, r.Counts = m.ops, m.counts
		switch p := recover().(type) {
		case nil:
		case *Difference:
			r.Difference = p
		default:
			r.Difference = &Difference{m.ops, fmt.Sprintf("panic: %v\n%s", p, debug.Stack()), m.calls}
		}
	}()
	m.begin()
	if steps > 0 && m.chance(16) {
		m.crowd()
		steps = m.ops
	}
	for m.ops < steps {
		m.ops++
		m.step()
		if m.compareEvents(); m.ops%compareEvery == 0 {
			m.compare()
		}
	}
	m.compare()
	return r
}

// Bytes takes decisions from a string; at its end every decision is the first choice.
func Bytes(data []byte) (steps int, pick func(n int) int) {
	return len(data) / 4, func(n int) int {
		if len(data) == 0 {
			return 0
		}
		b := int(data[0])
		data = data[1:]
		return b % n
	}
}

// Random is the n-th run of a seed.
func Random(seed, n uint64) (steps int, pick func(n int) int) {
	random := rand.New(rand.NewPCG(seed, n))
	return 20 + random.IntN(180), random.IntN
}

// Found is the end of a campaign.
type Found struct {
	Operations uint64
	Elapsed    time.Duration
	Difference *Difference // nil if none was found
	Run        uint64      // that has it
}

// Campaign makes random runs until one shows a difference, the time is over, or so many operations
// are done, 0 for no bound. Equal seeds give equal runs.
func Campaign(seed uint64, duration time.Duration, operations uint64) Found {
	begun, out := time.Now(), Found{}
	goesOn := func() bool {
		return time.Since(begun) < duration && out.Difference == nil && (operations == 0 || out.Operations < operations)
	}
	for ; goesOn(); out.Run++ {
		r := Run(Random(seed, out.Run))
		out.Operations += uint64(r.Operations)
		out.Difference = r.Difference
	}
	out.Elapsed = time.Since(begun)
	return out
}
