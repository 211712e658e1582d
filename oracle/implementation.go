package oracle

import (
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/variant"
)

// Implementation is an engine that traces run on. Name identifies it in reports. New makes an empty
// world of a profile, or returns an error if the engine does not support the profile. Foreign marks
// an engine that has its own error codes. Info declares the capabilities of the engine; if it is
// nil, the engine is asked with hello. If Variant is set, it rewrites every trace before it runs.
type Implementation = runner.Implementation

// Variant rewrites a trace so that it uses the engine in another way but must give the same
// answers. Law says in one sentence why the answers must be the same. Rewrite turns a Recorded
// trace into steps. For example, the variant "deferred" puts changes that follow each other into
// one deferral.
type Variant = variant.Variant

// Recorded is a trace with the answers of the reference. It is the input of a [Variant].
type Recorded = variant.Recorded

// Step is one operation of a rewritten trace. Of is the index of the recorded operation whose
// outcome the step must have. World is the index of the recorded operation whose resulting world
// must equal the current world. Either is -1 if there is none.
type Step = variant.Step

// Variants lists all variants, in the order of reports (docs/oracle.md).
func Variants() []*Variant { return variant.All() }

// WithVariants lists each implementation, first without a variant and then with each variant.
func WithVariants(ims ...Implementation) []Implementation { return runner.WithVariants(ims...) }

// Law is a relation that must hold between the answers of a single engine. Summary states the law
// in one sentence. Check tests it after each operation that succeeded. For example, the law
// "permutation" says that the order of the terms of a query does not change its rows.
type Law = law.Law

// LawCase is the argument of the Check function of a [Law]: an operation, its outcome, and the
// engine.
type LawCase = law.Case

// Laws lists all laws, in the order of reports. Each law asks the engine a few additional questions
// after each operation that it applies to.
func Laws() []*Law { return law.All() }
