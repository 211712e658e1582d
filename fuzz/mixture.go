package fuzz

import (
	"math/bits"

	"github.com/relspec/relspec/spec"
)

// Turns lists profiles in the order in which a campaign uses them. Two kinds of profiles occur half
// as often as the others: profiles with sets, for which half of the traces are about sets, and
// profiles with declared relationships, which have half of the features.
func Turns(profiles []spec.Profile) []spec.Profile {
	var twice []spec.Profile
	for _, p := range profiles {
		if !p.Substitution && !hasDeclared(&p) {
			twice = append(twice, p)
		}
	}
	return append(twice, profiles...)
}

// Mixture makes the traces of a campaign for a profile. Of 100 traces, 70 are stories (35 in profiles with
// sets), 4 have the default weights, 4 ignore validity, 1 is large, and the others use the presets in
// turn. A Mixture is safe for concurrent use.
type Mixture struct {
	kinds  [presetTrace]*Generator
	shares [presetTrace]int // of a thousand traces
	turns  []*Generator     // one for each preset
	swarms bool             // every other story and trace of a preset is a swarm
}

// The kinds of traces: ignoring validity, large, stories, with the default weights, with a preset.
const (
	arbitraryTrace = iota
	largeTrace
	storyTrace
	usualTrace
	presetTrace
)

// arbitraryShare is the number of traces in a thousand that ignore validity.
const arbitraryShare = 40

// The limits of large traces. The model, which tries every entity for every term, takes a few tenths of
// a second for one.
const (
	largeOperations = 800
	largeWorld      = 450
)

// The limits of stories. Stories are short, so that the world has room for the entities of a
// fragment, and earlier operations do not hide its effects.
const (
	storyOperations = 150
	storyWorld      = 40
)

// inTurn lists the presets in the order in which they are used. Those that find most occur twice.
var inTurn = []string{
	"variables", "tracked", "acting", "above", "refusals", "id-events", "ordered", "names", "beside", "inheritance", "copied",
	"transitive", "held",
	"variables", "tracked", "acting", "above", "refusals", "id-events", "ordered", "reuse", "cached", "cleanup", "wildcards",
	"beside", "queries",
}

// turnsOf returns the presets that a profile uses in turn. In profiles with sets, every other preset is
// for sets, because bugs of sets need dense worlds, which no other preset makes.
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

// NewMixture makes a mixture. opts apply to all traces, except that stories and large traces have their
// own limits, and only the traces without a preset have the weights of opts.
func NewMixture(p spec.Profile, opts ...Option) *Mixture {
	with := func(more ...Option) *Generator { return New(p, append(opts[:len(opts):len(opts)], more...)...) }
	m := &Mixture{kinds: [presetTrace]*Generator{
		arbitraryTrace: with(Arbitrary()),
		largeTrace:     with(WithWeights(mustPreset("scale")), Operations(largeOperations), Entities(40, largeWorld)),
		storyTrace:     with(WithWeights(mustPreset("stories")), Operations(storyOperations), Entities(4, storyWorld)),
		usualTrace:     with(),
	}, shares: [presetTrace]int{
		arbitraryTrace: arbitraryShare, largeTrace: 10, storyTrace: 700, usualTrace: 40,
	}, swarms: true}
	if p.Substitution {
		m.shares[storyTrace] = 350 // bugs of sets need dense worlds, which the presets make
	}
	made := map[string]*Generator{} // a preset can occur several times
	for _, name := range turnsOf(&p) {
		if made[name] == nil {
			made[name] = with(WithWeights(mustPreset(name)))
		}
		m.turns = append(m.turns, made[name])
	}
	return m
}

// NewMixtureOf makes a mixture whose traces have the weights w. Of 100 traces, 4 ignore validity.
func NewMixtureOf(p spec.Profile, w Weights) *Mixture {
	valid := New(p, WithWeights(w))
	m := &Mixture{turns: []*Generator{valid}, shares: [presetTrace]int{arbitraryTrace: arbitraryShare}}
	m.kinds[arbitraryTrace], m.kinds[usualTrace] = New(p, WithWeights(w), Arbitrary()), valid
	return m
}

// mustPreset returns a preset of this package.
func mustPreset(name string) Weights {
	w, err := Preset(name)
	if err != nil {
		panic(err)
	}
	return w
}

// Generate returns the trace of a seed. The same version, profile and options always give the same
// trace.
func (m *Mixture) Generate(seed uint64) *spec.Trace { return m.Of(seed).Generate(seed) }

// Of returns the generator for the trace of a seed.
func (m *Mixture) Of(seed uint64) *Generator {
	kind, turn := m.kindOf(seed)
	swarm := m.swarms && seed*rootOfTwo>>63 == 0
	switch {
	case kind == storyTrace && swarm:
		return m.kinds[kind].shortened(seed)
	case kind != presetTrace:
		return m.kinds[kind]
	case swarm:
		return m.turns[turn].swarmed(seed)
	}
	return m.turns[turn]
}

// kindOf returns the kind of the trace of a seed, and the index of its preset. It uses the fractional
// part of seed times the golden ratio. For successive seeds these values are spread evenly between 0
// and 1, so each preset occurs early and at regular intervals.
func (m *Mixture) kindOf(seed uint64) (kind, turn int) {
	turns := len(m.turns)
	at, _ := bits.Mul64(seed*goldenRatio, uint64(1000*turns)) //nolint:gosec // there are some dozens of turns
	place := int(at)                                          //nolint:gosec // it is below 1000*turns
	left := 1000
	for kind, share := range m.shares {
		if place < share*turns {
			return kind, 0
		}
		place -= share * turns
		left -= share
	}
	return presetTrace, place / left
}

// The fractional parts of the golden ratio and of the square root of two, times 1<<64. The latter
// decides which traces are swarms.
const (
	goldenRatio = 0x9e3779b97f4a7c15
	rootOfTwo   = 0x6a09e667f3bcc909
)

// Usual returns the generator with the default weights, or those of [NewMixtureOf].
func (m *Mixture) Usual() *Generator { return m.kinds[usualTrace] }
