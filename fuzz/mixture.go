package fuzz

import (
	"math/bits"

	"github.com/relspec/relspec/spec"
)

// Turns lists profiles in the order in which a campaign takes them. Those in which terms carry
// sets, and those that declare what may be written, come half as often as the others: the former
// spend half of their traces on sets, the latter have half the features.
func Turns(profiles []spec.Profile) []spec.Profile {
	var twice []spec.Profile
	for _, p := range profiles {
		if !p.Substitution && !declares(&p) {
			twice = append(twice, p)
		}
	}
	return append(twice, profiles...)
}

// Mixture makes the traces of a campaign for a profile: 8 of 100 with the default weights, 6
// without care for validity, 2 that are large, and the rest by presets that take turns. It is safe
// for concurrent use.
type Mixture struct {
	kinds  [presetTrace]*Generator
	shares [presetTrace]int // of a thousand traces
	turns  []*Generator     // of a preset each, which leave nothing out
	swarms bool             // every other one of these is a swarm
}

// The kinds of traces: without care for validity, large, with the default weights, by a preset.
const (
	arbitraryTrace = iota
	largeTrace
	usualTrace
	presetTrace
)

// arbitraryShare is how many of a thousand traces ignore validity.
const arbitraryShare = 60

// The bounds of large traces. The model, which tries every entity for every term, answers one of
// them in some tenths of a second.
const (
	largeOperations = 2000
	largeWorld      = 450
)

// inTurn are the presets that take turns: twice those of classes that the default weights reach
// seldom, among them the others.
var inTurn = []string{
	"beside", "held", "tracked", "copied", "cached", "refusals", "reuse", "inheritance", "cleanup", "transitive", "acting",
	"held", "inheritance", "copied",
	"beside", "held", "tracked", "wildcards", "refusals", "reuse", "inheritance", "variables", "names", "queries",
	"ordered", "acting", "tracked", "heard", "above", "ordered", "above", "transitive", "above",
}

// turnsOf are the presets that take turns in a profile. Every other one is of sets where elements
// of terms carry them: their mistakes need dense worlds, which no other preset makes.
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

// NewMixture makes a mixture. opts are for all of its traces but the large ones, which have bounds
// and weights of their own.
func NewMixture(p spec.Profile, opts ...Option) *Mixture {
	with := func(more ...Option) *Generator { return New(p, append(opts[:len(opts):len(opts)], more...)...) }
	m := &Mixture{kinds: [presetTrace]*Generator{
		arbitraryTrace: with(Arbitrary()),
		largeTrace:     with(WithWeights(mustPreset("scale")), Operations(largeOperations), Entities(40, largeWorld)),
		usualTrace:     with(),
	}, shares: [presetTrace]int{arbitraryTrace: arbitraryShare, largeTrace: 20, usualTrace: 80}, swarms: true}
	made := map[string]*Generator{} // a preset has several turns
	for _, name := range turnsOf(&p) {
		if made[name] == nil {
			made[name] = with(WithWeights(mustPreset(name)))
		}
		m.turns = append(m.turns, made[name])
	}
	return m
}

// NewMixtureOf makes a mixture whose traces have weights of the caller's, but for 6 of 100, which
// ignore validity as well.
func NewMixtureOf(p spec.Profile, w Weights) *Mixture {
	valid := New(p, WithWeights(w))
	m := &Mixture{turns: []*Generator{valid}, shares: [presetTrace]int{arbitraryTrace: arbitraryShare}}
	m.kinds[arbitraryTrace], m.kinds[usualTrace] = New(p, WithWeights(w), Arbitrary()), valid
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

// Of is the generator for the trace of a seed.
func (m *Mixture) Of(seed uint64) *Generator {
	kind, turn := m.kindOf(seed)
	switch {
	case kind != presetTrace:
		return m.kinds[kind]
	case m.swarms && seed*rootOfTwo>>63 == 0:
		return m.turns[turn].swarmed(seed)
	}
	return m.turns[turn]
}

// kindOf is the kind of the trace of a seed, and the preset whose turn it is. Multiples of the
// golden ratio decide, less whole numbers: those of successive seeds lie evenly between 0 and 1, so
// that each preset comes soon, and again after about as many traces.
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

// The golden ratio and the square root of two, less one, as parts of 1<<64. A swarm is every other trace by the latter.
const (
	goldenRatio = 0x9e3779b97f4a7c15
	rootOfTwo   = 0x6a09e667f3bcc909
)

// Usual is the generator with the default weights, or those of the caller's, which leaves nothing out.
func (m *Mixture) Usual() *Generator { return m.kinds[usualTrace] }
