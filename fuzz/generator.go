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

// New returns a generator. It compiles the tables of weights, which takes a few hundred microseconds,
// so use one generator for all traces of a campaign.
func New(p spec.Profile, opts ...Option) *Generator {
	o := options{operations: 200, minimum: 4, maximum: 30, features: content.DefaultFeatures(p)}
	for _, set := range opts {
		set(&o)
	}
	return compile(p, o)
}

// compile makes a generator from options.
func compile(p spec.Profile, o options) *Generator {
	g := &Generator{profile: p, options: o, features: o.features.Within(&p)}
	for i := range groupCount {
		g.tables[i] = newTable(o.weights.of(i, &g.features))
	}
	if !hasDeclared(&g.profile) {
		g.flecs = flecs.Options{
			Profile: p, Features: g.features, Operations: o.operations, Min: o.minimum, Max: o.maximum,
			Arbitrary: o.arbitrary, Start: expected.New(&p),
		}
	}
	return g
}

// Generate returns the trace of a seed. The same version, profile and options always give the same
// trace. It takes about a microsecond per operation.
func (g *Generator) Generate(seed uint64) *spec.Trace {
	t := g.From(newRandomSource(seed))
	t.Header.Seed = seed
	return t
}

// Decode makes a trace from any byte string. Every byte string is valid. If a string is extended, the
// new trace begins with the operations of the old one. Simple operations take 2 to 4 bytes, queries 2
// and about 5 more for each term.
func (g *Generator) Decode(data []byte) *spec.Trace { return g.From(&byteSource{data: data}) }

// From makes a trace from the decisions of a source. The trace ends when the source is spent or the
// trace has the maximum length of the options.
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

// entries returns the operations of a trace, and counts the choices in made.
func (g *Generator) entries(s Source, made *chosen) []spec.Entry {
	if hasDeclared(&g.profile) {
		return g.buildDeclared(s, made)
	}
	return flecs.Build(&g.flecs, s, g.chooser(s, made))
}

// chosen counts choices by group and number.
type chosen [groupCount][128]uint64

// chooser returns a function that chooses in a group by weight.
func (g *Generator) chooser(s Source, made *chosen) func(group) int {
	return func(of group) int {
		i := g.tables[of].pick(s)
		if !s.Spent() {
			made[of][i]++
		}
		return i
	}
}

// Generate returns the trace of a seed; see [Generator.Generate].
func Generate(seed uint64, p spec.Profile, opts ...Option) *spec.Trace {
	return New(p, opts...).Generate(seed)
}

// Decode makes a trace from any byte string; see [Generator.Decode].
func Decode(data []byte, p spec.Profile, opts ...Option) *spec.Trace {
	return New(p, opts...).Decode(data)
}
