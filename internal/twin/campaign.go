package twin

import (
	"math/rand/v2"
	"time"
)

// Found is the end of a campaign.
type Found struct {
	Operations uint64
	Elapsed    time.Duration
	Counts     map[string]int
	Difference *Difference // nil if none was found
	Data       []byte      // of the run that has it
}

// Campaign runs random strings until one shows a difference, the time is over, or so many
// operations are done, 0 for no bound. Equal seeds give equal strings.
func Campaign(seed uint64, duration time.Duration, operations uint64) Found {
	begun := time.Now()
	out := Found{Counts: map[string]int{}}
	for n := uint64(0); time.Since(begun) < duration && out.Difference == nil &&
		(operations == 0 || out.Operations < operations); n++ {
		data := Random(seed, n)
		r := Run(data)
		out.Operations += uint64(r.Operations)
		for what, times := range r.Counts {
			out.Counts[what] += times
		}
		if r.Difference != nil {
			out.Difference, out.Data = r.Difference, data
		}
	}
	out.Elapsed = time.Since(begun)
	return out
}

// Random is the n-th string of a seed: from a few to some hundred operations.
func Random(seed, n uint64) []byte {
	random := rand.New(rand.NewPCG(seed, n))
	data := make([]byte, 100+random.IntN(1500))
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	return data
}
