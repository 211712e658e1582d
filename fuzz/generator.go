package fuzz

import (
	"github.com/relspec/relspec/fuzz/content"
	"github.com/relspec/relspec/fuzz/internal/flecs"
	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// Generator makes traces for a profile with fixed options. It is safe for concurrent use.
type Generator struct {
	profile  spec.Profile
	options  options
	features content.Features
	tables   [groupCount]*table
	flecs    flecs.Options
}

// New compiles the tables of weights, which takes some hundred microseconds: campaigns make one generator and use it
// for all traces.
func New(p spec.Profile, opts ...Option) *Generator {
	o := options{operations: 200, minimum: 4, maximum: 30, features: content.DefaultFeatures(p)}
	for _, set := range opts {
		set(&o)
	}
	return compile(p, o)
}

// compile makes a generator of options.
func compile(p spec.Profile, o options) *Generator {
	g := &Generator{profile: p, options: o, features: o.features.Within(&p)}
	for i := range groupCount {
		weights := o.weights.of(i, &g.features)
		if later := groups[i].Later; later != nil {
			g.tables[i] = newGrowingTable(weights, later)
		} else {
			g.tables[i] = newTable(weights)
		}
	}
	if !declares(&g.profile) {
		g.flecs = flecs.Options{
			Profile: p, Features: g.features, Operations: o.operations, Min: o.minimum, Max: o.maximum,
			Arbitrary: o.arbitrary,
			Start:     expected.New(&p), Reserved: newReservedHandles(&p),
		}
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
	var made chosen
	t.Entries = g.entries(s, &made)
	t.Fragments = map[string]uint64{}
	for _, of := range fragmentGroups {
		for i := range groups[of].Choices {
			if n := made[of][i]; n > 0 {
				t.Fragments[fragmentName(of, i)] = n
			}
		}
	}
	return t
}

// entries are the operations of a trace; made counts the choices made.
func (g *Generator) entries(s Source, made *chosen) []spec.Entry {
	if declares(&g.profile) {
		return g.buildDeclared(s, made)
	}
	return flecs.Build(&g.flecs, s, g.chooser(s, made))
}

// chosen counts choices by group and number.
type chosen [groupCount][128]uint64

// chooser makes choices of groups by their weights.
func (g *Generator) chooser(s Source, made *chosen) func(group) int {
	return func(of group) int {
		i := g.tables[of].pick(s)
		if !s.Spent() {
			made[of][i]++
		}
		return i
	}
}

// Generate makes the trace of a seed; see [Generator.Generate].
func Generate(seed uint64, p spec.Profile, opts ...Option) *spec.Trace {
	return New(p, opts...).Generate(seed)
}

// Decode makes a trace of any byte string; see [Generator.Decode].
func Decode(data []byte, p spec.Profile, opts ...Option) *spec.Trace {
	return New(p, opts...).Decode(data)
}
