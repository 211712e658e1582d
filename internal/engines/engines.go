// Package engines provides the engines of this repository to the command, the tests and
// oracle/enginetest. Package oracle does not depend on any engine.
//
//   - [Model], the reference; [Fast]; [Tested], the engines that are compared with the reference
//   - [StorageChoices], [Alternates]: fast with other settings, which must not change answers
//   - [Limited], [LowLimits]: both engines with limits that random traces reach
//   - [Verify], [VerifyTrace]: one trace on all of them, under all variants, with all laws
package engines

import (
	"strings"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Model is the reference of this repository.
func Model() oracle.Implementation { return modelWith() }

// Fast is the engine of this repository.
func Fast() oracle.Implementation { return fastWith("fast") }

// Tested returns the engines of this repository that are compared with the model. The model itself
// is one of them, so that variants and laws are also checked on it.
func Tested() []oracle.Implementation { return []oracle.Implementation{Fast(), Model()} }

// Alternates returns additional engines for a campaign: the model under each variant, and fast with
// each of several settings. With such a setting, fast recycles indices from the start or never,
// caches the matches of every query, stores as many ids as possible outside of tables, saves and
// loads its world all the time, or undoes and redoes its changes. A campaign runs each trace on one
// of these engines or on a variant of the first tested engine, in turn.
func Alternates() []oracle.Implementation {
	out := []oracle.Implementation{
		fastWith("fast, ids recycled", engine.RecycledIDs(64)), fastWith("fast, ids fresh", engine.NeverRecycle()),
	}
	out = append(out, StorageChoices()...)
	for _, v := range oracle.Variants() {
		out = append(out, Model().With(v))
	}
	return out
}

// StorageChoices returns fast with every storage setting except the default. No setting may change
// an answer (sparse.no-effect, "lawful" in docs/specification).
func StorageChoices() []oracle.Implementation {
	return []oracle.Implementation{
		fastWith("fast, matches cached", engine.CachedMatches(), engine.TradingTables()),
		fastWith("fast, not fragmenting", engine.NotFragmenting()),
		fastWith("fast, saved and loaded", engine.SavedAndLoaded()),
		fastWith("fast, undone and redone", engine.UndoneAndRedone()),
		fastWith("fast, not fragmenting, matches cached", engine.NotFragmenting(), engine.CachedMatches(),
			engine.TradingTables()),
	}
}

// Limited returns both engines with limits. Both engines count elements, ids, events and snapshots
// in the same way (limits.elements, limits.ids). Only steps of work are counted differently.
func Limited(l spec.Limits) (reference, tested oracle.Implementation) {
	return modelWith(model.WithLimits(l)), fastWith("fast", engine.WithLimits(l))
}

// LowLimits returns limits that random traces reach. n selects one of twenty sets of limits;
// elements is the lowest limit of elements in these sets.
func LowLimits(n uint64, elements int) spec.Limits {
	k := int(n % 20)
	return spec.Limits{Elements: elements + 3*k, Events: 1 + k, Snapshots: spec.SnapshotBase + 2*k, IDs: 1 + k}
}

func modelWith(options ...model.Option) oracle.Implementation {
	return oracle.Implementation{
		Name: "model",
		New:  func(p spec.Profile) (spec.Engine, error) { return model.New(p, options...), nil },
	}
}

func fastWith(name string, options ...engine.Option) oracle.Implementation {
	return oracle.Implementation{
		Name: name,
		New:  func(p spec.Profile) (spec.Engine, error) { return engine.New(p, options...), nil },
	}
}

// Verify runs a trace, given as JSON Lines, on the model and on every engine of this repository:
// unchanged, under every variant, with every storage setting, and with every law. It returns all
// divergences. The tests of findings and regressions call it.
func Verify(trace string) ([]oracle.Divergence, error) {
	t, err := spec.ReadTrace(strings.NewReader(trace), spec.ReadLimits{})
	if err != nil {
		return nil, err
	}
	return VerifyTrace(t)
}

// VerifyTrace is like [Verify] for a parsed trace.
func VerifyTrace(t *spec.Trace) ([]oracle.Divergence, error) {
	res, err := oracle.Run(t, Model(), append(oracle.WithVariants(Tested()...), StorageChoices()...),
		oracle.RunOptions{Laws: oracle.Laws()})
	if err != nil {
		return nil, err
	}
	return res.Divergences, nil
}
