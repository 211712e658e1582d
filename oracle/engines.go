package oracle

import (
	"strings"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// Model is the reference of this repository.
func Model() Implementation {
	return Implementation{Name: "model", New: func(p spec.Profile) (spec.Engine, error) { return model.New(p), model.Supports(p) }}
}

// Fast is the engine of this repository.
func Fast() Implementation {
	return Implementation{Name: "fast", New: func(p spec.Profile) (spec.Engine, error) { return fast.NewEngine(p), fast.Supports(p) }}
}

// Engines lists the engines of this repository that are held against the model. The model itself is among them, so
// that variants and laws are also checked on it.
func Engines() []Implementation { return []Implementation{Fast(), Model()} }

// Alternates lists what takes turns with the variants in a campaign: fast that recycles numeric ids from the start or
// never, keeps the matches of every query, or stores what can be stored so without making tables, and the model under
// every variant.
func Alternates() []Implementation {
	out := []Implementation{
		fastWith("fast, ids recycled", fast.RecycledIDs(64)), fastWith("fast, ids fresh", fast.NeverRecycle()),
	}
	out = append(out, StorageChoices()...)
	for _, v := range Variants() {
		out = append(out, Model().With(v))
	}
	return out
}

// StorageChoices lists fast with every choice of how it stores what it has, but for the plain one: answers never depend
// on them (P-40, ruling "lawful").
func StorageChoices() []Implementation {
	return []Implementation{
		fastWith("fast, matches kept", fast.KeptMatches(), fast.TradingTables()),
		fastWith("fast, not fragmenting", fast.NotFragmenting()),
		fastWith("fast, not fragmenting, matches kept", fast.NotFragmenting(), fast.KeptMatches(), fast.TradingTables()),
	}
}

func fastWith(name string, options ...fast.EngineOption) Implementation {
	return Implementation{Name: name, New: func(p spec.Profile) (spec.Engine, error) { return fast.NewEngine(p, options...), fast.Supports(p) }}
}

// Verify runs a trace, given as JSON Lines, on the model and on every engine of this repository, as it stands, under
// every variant, on every storage choice, and with every law, and gives all divergences. It is what the tests of findings and regressions call.
func Verify(trace string) ([]Divergence, error) {
	t, err := spec.ReadTrace(strings.NewReader(trace), spec.ReadLimits{})
	if err != nil {
		return nil, err
	}
	return VerifyTrace(t)
}

// VerifyTrace is [Verify] of a trace that was read.
func VerifyTrace(t *spec.Trace) ([]Divergence, error) {
	res, err := Run(t, Model(), append(WithVariants(Engines()...), StorageChoices()...), RunOptions{Laws: Laws()})
	if err != nil {
		return nil, err
	}
	return res.Divergences, nil
}

// WithVariants lists each implementation as it stands and then under each variant.
func WithVariants(ims ...Implementation) []Implementation {
	var out []Implementation
	for _, im := range ims {
		out = append(out, im)
		for _, v := range Variants() {
			out = append(out, im.With(v))
		}
	}
	return out
}
