package fuzz

import (
	"github.com/relspec/relspec/internal/believed"
	"github.com/relspec/relspec/spec"
)

// Generator makes traces for a profile with fixed options. It is safe for concurrent use.
type Generator struct {
	profile  spec.Profile
	options  options
	features Features
	tables   [groupCount]*table
	weighs   map[string]bool // keys whose weight is not zero
	start    *believed.World
	reserved reservedHandles
}

// New compiles the tables of weights, which takes some hundred microseconds: campaigns make one generator and use it
// for all traces.
func New(p spec.Profile, opts ...Option) *Generator {
	o := options{operations: 200, minimum: 4, maximum: 30, features: DefaultFeatures(p)}
	for _, set := range opts {
		set(&o)
	}
	g := &Generator{profile: p, options: o, features: o.features.within(&p), weighs: map[string]bool{}}
	for i := range groupCount {
		weights := o.weights.of(i, &g.features)
		if later := growing(i); later != nil {
			g.tables[i] = newGrowingTable(weights, later)
		} else {
			g.tables[i] = newTable(weights)
		}
		for j, c := range choicesOf(i) {
			g.weighs[weightKey(i, c.name)] = weights[j] > 0
		}
	}
	if !declares(&g.profile) {
		g.start, g.reserved = believed.New(&g.profile), newReservedHandles(&g.profile)
	}
	return g
}

// Generate makes the trace of a seed: always the same one for the same version, profile and options. The cost is
// about a microsecond an operation.
func (g *Generator) Generate(seed uint64) *spec.Trace {
	t := g.From(newRandomSource(seed))
	t.Header.Seed = seed
	return t
}

// Decode makes a trace of any byte string. It is total and deterministic, and prefix stable: the operations of a
// string are the first operations of every extension of it. Simple operations take 2 to 4 bytes, queries 2 and about
// 5 more for each term.
func (g *Generator) Decode(data []byte) *spec.Trace { return g.From(&byteSource{data: data}) }

// From makes a trace of decisions from elsewhere. It ends when the source is spent or the trace is as long as the
// options allow.
func (g *Generator) From(s Source) *spec.Trace {
	t := spec.NewTrace(g.profile.Name)
	t.Entries = g.entries(s, nil)
	return t
}

// entries are the operations of a trace; made, where it is not nil, counts the choices made.
func (g *Generator) entries(s Source, made *chosen) []spec.Entry {
	if declares(&g.profile) {
		return g.buildDeclared(s, made)
	}
	return g.build(s, made).out
}

// build runs a builder; chosen, where it is not nil, counts the choices made.
func (g *Generator) build(s Source, chosen *chosen) *builder {
	b := &builder{
		g: g, src: s, features: &g.features, world: g.start.Clone(), chosen: chosen,
		out: make([]spec.Entry, 0, min(g.options.operations, 256)),
	}
	b.run()
	return b
}

// Generate makes the trace of a seed; see [Generator.Generate].
func Generate(seed uint64, p spec.Profile, opts ...Option) *spec.Trace {
	return New(p, opts...).Generate(seed)
}

// Decode makes a trace of any byte string; see [Generator.Decode].
func Decode(data []byte, p spec.Profile, opts ...Option) *spec.Trace {
	return New(p, opts...).Decode(data)
}
