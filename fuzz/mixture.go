package fuzz

import "github.com/relspec/relspec/spec"

// Mixture makes the traces of a campaign for a profile: an eighth of them with the default weights, the rest by presets that take turns, one in
// eight without care for validity, and about one in fifty large. It is safe for concurrent use.
type Mixture struct {
	usual, arbitrary, large *Generator
	turns                   []*Generator // of a preset each, which leave nothing out
}

// One trace in so many ignores validity; of the others one in so many is large, one in so many has the default weights.
const (
	usualEvery     = 8
	arbitraryEvery = 8
	largeEvery     = 44
	swarmEvery     = 2
)

// The bounds of large traces. The model, which tries every entity for every term, answers one of them in some tenths of a second.
const (
	largeOperations = 2000
	largeWorld      = 300
)

// inTurn are the presets that take turns: twice those of classes that the default weights reach seldom, among them the others.
var inTurn = []string{
	"beside", "held", "tracked", "cached", "refusals", "reuse", "inheritance", "cleanup", "transitive", "acting",
	"beside", "held", "tracked", "wildcards", "refusals", "reuse", "inheritance", "variables", "names", "queries", "ordered", "acting", "tracked", "heard",
}

// turnsOf are the presets that take turns in a profile. Every other one is of sets where elements of terms carry them: their mistakes need dense
// worlds, which no other preset makes.
func turnsOf(p *spec.Profile) []string {
	if !p.Substitution {
		return inTurn
	}
	var list []string
	for _, name := range inTurn {
		list = append(list, name, "sets")
	}
	return list
}

// NewMixture makes a mixture. opts are for all of its traces but the large ones, which have bounds and weights of their own.
func NewMixture(p spec.Profile, opts ...Option) *Mixture {
	with := func(more ...Option) *Generator { return New(p, append(opts[:len(opts):len(opts)], more...)...) }
	m := &Mixture{usual: with(), arbitrary: with(Arbitrary())}
	for _, name := range turnsOf(&p) {
		m.turns = append(m.turns, with(WithWeights(mustPreset(name))))
	}
	m.large = with(WithWeights(mustPreset("scale")), Operations(largeOperations), Entities(40, largeWorld))
	return m
}

// mustPreset is a preset of this package.
func mustPreset(name string) Weights {
	w, err := Preset(name)
	if err != nil {
		panic(err)
	}
	return w
}

// Generate makes the trace of a seed: always the same one for the same version, profile and options.
func (m *Mixture) Generate(seed uint64) *spec.Trace { return m.Of(seed).Generate(seed) }

// Of is the generator for the trace of a seed. Each choice takes what the ones before it leave of the seed, so that none hides another.
func (m *Mixture) Of(seed uint64) *Generator {
	rest := seed
	choose := func(n int) int {
		c := rest % uint64(n)
		rest /= uint64(n)
		return int(c) //nolint:gosec // it is below n
	}
	switch {
	case choose(arbitraryEvery) == 0:
		return m.arbitrary
	case choose(largeEvery) == 0:
		return m.large
	case choose(usualEvery) == 0:
		return m.usual
	}
	turn := m.turns[choose(len(m.turns))]
	if choose(swarmEvery) == 0 {
		return turn.swarmed(seed)
	}
	return turn
}

// Usual is the generator with the default weights, which makes an eighth of the traces.
func (m *Mixture) Usual() *Generator { return m.usual }
