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
	// DumpEvery compares the worlds after every n-th operation that is not a read, and after the last
	// one. 0 means after every operation, a negative value never.
	DumpEvery int
	// Laws are checked after each operation that they apply to, on the reference and on each
	// implementation without a variant.
	Laws []*law.Law
	// Foreign also records the other answers that foreign engines may give: other targets, and stored
	// pairs (facts.reported). [Run] and [campaign.Run] set it if an implementation is foreign.
	Foreign bool
	// StoredWorlds limits the memory for recorded worlds. It is the total number of entities and
	// ids; 0 means [DefaultStoredWorlds]. Above the limit, worlds are compared only when the number
	// of writes has doubled, and after the last operation.
	StoredWorlds int
	// Uncounted omits the content of the trace from [Result.Counts], to save time in a reduction.
	Uncounted bool
	// Stop is called before each operation. If it returns true, the run ends without a divergence.
	Stop func() bool
}

// DefaultStoredWorlds is the default of [Options.StoredWorlds]. It takes a few hundred megabytes.
const DefaultStoredWorlds = 500_000

// Result is the result of running a trace.
type Result struct {
	Counts cover.Counts
	// Divergences has at most one element for each implementation, in the order of the arguments.
	Divergences []Divergence
}

// Divergence is an implementation's first wrong answer in a trace.
type Divergence struct {
	Implementation string             `json:"implementation"`
	Variant        string             `json:"variant,omitempty"`
	Law            string             `json:"law,omitempty"`
	Index          int                `json:"operation"` // of the operation in the trace, from 0
	Op             spec.Operation     `json:"op"`
	Difference     compare.Difference `json:"difference"`

	plain []spec.Operation
}

// Plain returns the trace with the operations that the variant or law sent up to the divergence, or
// nil if the divergence has neither. If the implementation also diverges on this trace, it is
// easier to understand than the original, because no variant or law is involved.
func (d Divergence) Plain(t *spec.Trace) *spec.Trace {
	if d.plain == nil {
		return nil
	}
	return t.With(d.plain...)
}

// Signature identifies the kind of divergence, for reduction: the implementation, the variant or
// law, and the kind of difference.
func (d Divergence) Signature() string {
	return d.Implementation + "|" + d.Variant + "|" + d.Law + "|" + d.Difference.Signature()
}

// Of returns the implementation of the divergence, with its variant. If none of ims has its name,
// Of returns the reference.
func (d Divergence) Of(reference Implementation, ims []Implementation) Implementation {
	v, _ := variant.ByName(d.Variant)
	of := reference.With(v)
	for _, im := range ims {
		switch {
		case im.Name != d.Implementation:
		case im.Variant != nil && im.Variant.Name == d.Variant: // may be a variant that the caller defined
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
