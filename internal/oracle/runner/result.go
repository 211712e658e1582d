package runner

import (
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/spec"
)

// Options say how a trace is compared.
type Options struct {
	// DumpEvery compares the whole worlds after every n-th operation that is not a read, and after the last one.
	// 0 is every one, negative is never.
	DumpEvery int
	// Laws are checked on every engine after the operations that they concern.
	Laws []*law.Law
	// Foreign asks the reference also for the answers that engines that are not ours may give in
	// its place: other targets, and stored pairs (facts.reported). [Run] and [campaign.Run] set it
	// where one of their implementations is foreign.
	Foreign bool
	// StoredWorlds bounds the worlds that are kept for comparing, in entities and ids together; 0
	// is [DefaultStoredWorlds]. Past it a world is compared whenever the number of writes has
	// doubled, and after the last operation.
	StoredWorlds int
	// Uncounted leaves the content of the trace out of [Result.Counts]: for whoever only asks
	// whether it fails, such as a reduction.
	Uncounted bool
	// Stop is asked before each operation; where it says true the run ends early without a divergence.
	Stop func() bool
}

// DefaultStoredWorlds is the value of [Options.StoredWorlds] if it is not given: some hundred megabytes.
const DefaultStoredWorlds = 500_000

// Result is the result of running a trace.
type Result struct {
	Counts cover.Counts
	// Divergences has at most one per implementation, in the order in which the implementations were given.
	Divergences []Divergence
}

// Divergence is an implementation's first wrong answer in a trace.
type Divergence struct {
	Implementation string             `json:"implementation"`
	Variant        string             `json:"variant,omitempty"`
	Law            string             `json:"law,omitempty"`
	Index          int                `json:"operation"` // of the trace, from 0
	Op             spec.Operation     `json:"op"`
	Difference     compare.Difference `json:"difference"`

	plain []spec.Operation
}

// Plain is a trace that asks as it stands the questions of the variant or law up to the divergence,
// nil for a divergence without either. Where the implementation differs from the reference on it,
// it says more than the original.
func (d Divergence) Plain(header spec.Header) *spec.Trace {
	if d.plain == nil {
		return nil
	}
	t := spec.NewTrace(header.Profile, d.plain...)
	t.Header = header
	return t
}

// Signature is the part that a reduced trace must keep: who differs, under which variant or law, and how.
func (d Divergence) Signature() string {
	return d.Implementation + "|" + d.Variant + "|" + d.Law + "|" + d.Difference.Signature()
}

// Of finds the implementation that the divergence is about among ims, with the variant of the
// divergence. If none of them has its name, that is the reference.
func (d Divergence) Of(reference Implementation, ims []Implementation) Implementation {
	v, _ := variant.ByName(d.Variant)
	of := reference.With(v)
	for _, im := range ims {
		switch {
		case im.Name != d.Implementation:
		case im.Variant != nil && im.Variant.Name == d.Variant: // perhaps a variant of the caller
			return im
		default:
			of = im.With(v)
		}
	}
	return of
}

// Label names the implementation with its variant or law.
func (d Divergence) Label() string {
	s := d.Implementation
	if d.Variant != "" {
		s += " (" + d.Variant + ")"
	}
	if d.Law != "" {
		s += " [law: " + d.Law + "]"
	}
	return s
}
