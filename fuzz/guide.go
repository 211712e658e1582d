package fuzz

import (
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/relspec/relspec/spec"
)

// DefaultCorpus is how many traces of a profile a [Guide] keeps unless it is told otherwise: some ten kilobytes.
const DefaultCorpus = 32

const (
	mostSeen   = 1 << 21 // fingerprints of a profile that are remembered, about 100 MB; from then on none counts as new
	freshEvery = 3       // one trace in so many is new
	mostVaried = 1000    // operations of a trace that is varied: larger ones cost the reference too much
)

// Guide makes the traces of a campaign: new ones, and some that begin as others did on which an engine took ways that were new
// (docs/fuzzing.md, Guidance). With one worker the traces depend on the seeds and the engine alone. It is safe for concurrent use.
type Guide struct {
	generator func(seed uint64, p spec.Profile) *Generator
	most      int

	mu    sync.Mutex
	pools map[string]*pool // by profile
}

// NewGuide makes a guide. generator is the one for the trace of a seed; most is how many traces are kept for each profile. With none all
// traces are new, and fingerprints are only counted.
func NewGuide(generator func(seed uint64, p spec.Profile) *Generator, most int) *Guide {
	return &Guide{generator: generator, most: max(most, 0), pools: map[string]*pool{}}
}

// pool has the fingerprints and traces of a profile.
type pool struct {
	seen   map[spec.Fingerprint]struct{}
	news   [ways]float64 // how many new fingerprints an operation of a new trace has had lately
	corpus []*begunTrace
}

const ways = int(spec.WayStore) + 1

// begunTrace is a trace, as the decisions that it was made of.
type begunTrace struct {
	generator *Generator
	decisions []byte  // the first quarter
	worth     float64 // what it, and those that began like it, have found lately
}

// Next makes the trace of a seed. took is told the fingerprints of the engine that ran it, some of them repeatedly.
func (g *Guide) Next(seed uint64, p spec.Profile) (t *spec.Trace, took func([]spec.Fingerprint)) {
	generator, source := g.generator(seed, p), &recordedSource{rest: newRandomSource(seed)}
	if generator.options.operations > mostVaried {
		return generator.Generate(seed), func([]spec.Fingerprint) {}
	}
	g.mu.Lock()
	of := g.pools[p.Name]
	if of == nil {
		of = &pool{seen: map[spec.Fingerprint]struct{}{}}
		g.pools[p.Name] = of
	}
	random := rand.New(rand.NewPCG(seed, 0x6775696465)) //nolint:gosec // it draws traces
	var k *begunTrace
	if len(of.corpus) > 0 && random.IntN(freshEvery) != 0 {
		k = of.choose(random)
		generator, source.begin = k.generator, k.beginning(random)
	}
	g.mu.Unlock()
	t = generator.From(source)
	t.Header.Seed = seed
	return t, func(list []spec.Fingerprint) {
		if len(t.Entries) == 0 {
			return
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		worth := of.note(list, len(t.Entries), k == nil)
		if k != nil {
			k.worth = (k.worth + worth) / 2
		}
		if worth > 0 {
			of.keep(&begunTrace{generator: generator, decisions: slices.Clone(source.read[:len(source.read)/4]), worth: worth}, g.most)
		}
	}
}

// Seen is how many different fingerprints there were, by way, in all profiles together.
func (g *Guide) Seen() map[spec.Way]int {
	g.mu.Lock()
	defer g.mu.Unlock()
	out := map[spec.Way]int{}
	for _, p := range g.pools {
		for f := range p.seen {
			out[f.Way]++
		}
	}
	return out
}

// note remembers the fingerprints of a trace. It gives how many were new for each operation, those of each way held against the traces
// that are new.
func (p *pool) note(list []spec.Fingerprint, operations int, fresh bool) (worth float64) {
	var found [ways]int
	for _, f := range list {
		if _, ok := p.seen[f]; !ok && len(p.seen) < mostSeen {
			p.seen[f] = struct{}{}
			found[f.Way]++
		}
	}
	for way, n := range found {
		each := float64(n) / float64(operations)
		if fresh {
			p.news[way] += (each - p.news[way]) / 16
		}
		if p.news[way] > 0 {
			worth += each / p.news[way]
		}
	}
	return worth
}

// keep adds a trace; of too many the one that is worth least goes.
func (p *pool) keep(k *begunTrace, most int) {
	if len(p.corpus) < most {
		p.corpus = append(p.corpus, k)
		return
	}
	if most == 0 {
		return
	}
	least := 0
	for i := range p.corpus {
		if p.corpus[i].worth < p.corpus[least].worth {
			least = i
		}
	}
	if p.corpus[least].worth < k.worth {
		p.corpus[least] = k
	}
}

// choose draws some traces and takes the one that is worth most.
func (p *pool) choose(random *rand.Rand) *begunTrace {
	best := p.corpus[random.IntN(len(p.corpus))]
	for range 3 {
		if other := p.corpus[random.IntN(len(p.corpus))]; other.worth > best.worth {
			best = other
		}
	}
	return best
}

// beginning is a fortieth to a quarter of the decisions of the trace: those of its entities, and the first steps.
func (k *begunTrace) beginning(random *rand.Rand) []byte {
	n := len(k.decisions)
	return k.decisions[:n/10+random.IntN(n-n/10+1)]
}

// recordedSource reads decisions, then those of another source. It remembers all.
type recordedSource struct {
	begin []byte
	rest  Source
	read  []byte
}

// Next is the next decision.
func (s *recordedSource) Next() byte {
	var b byte
	if n := len(s.read); n < len(s.begin) {
		b = s.begin[n]
	} else {
		b = s.rest.Next()
	}
	s.read = append(s.read, b)
	return b
}

// Spent reports that there is no end.
func (s *recordedSource) Spent() bool { return false }
