package oracle

import (
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/variant"
)

// Implementation is an engine that traces run on: Name identifies it in reports, and New makes an
// empty world of a profile, or says that the engine has none. Foreign marks an engine whose
// refusals have codes of its own, Info is the declaration of its capabilities (nil asks it hello),
// and Variant, where set, rewrites every trace before it runs.
type Implementation = runner.Implementation

// Variant is another way to ask the same of an engine, whose answers must be those of the trace as it stands. It has a
// Name, the Law that it relies on in one sentence, and Rewrite, which turns the Recorded trace into steps. For
// example, the variant "deferred" makes each change wait and ends the deferral at once.
type Variant = variant.Variant

// Recorded is a trace with the answers of the reference, as a [Variant] rewrites it.
type Recorded = variant.Recorded

// Step is one operation of a rewritten trace: Of is the recorded operation whose outcome it must have, World the one
// after which the world must be as it is now; both are indexes from 0, or -1.
type Step = variant.Step

// Variants lists the variants that this version knows, in the order of reports (docs/oracle.md).
func Variants() []*Variant { return variant.All() }

// WithVariants lists each implementation as it stands and then under each variant.
func WithVariants(ims ...Implementation) []Implementation { return runner.WithVariants(ims...) }

// Law is something that one engine's answers must obey among themselves. It has a Name, Says, which
// is the law in one sentence, and Check, which is called after each operation that succeeded. For
// example, by the law "permutation" the order of a query's terms makes no difference to its rows.
type Law = law.Law

// LawCase is an operation with its outcome, on an engine that has just answered it, as the Check of a [Law] gets it.
type LawCase = law.Case

// Laws lists the laws that this version knows, in the order of reports. Each asks a few queries more for one of the
// trace.
func Laws() []*Law { return law.All() }
