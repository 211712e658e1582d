package runner

import (
	"fmt"

	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/spec"
)

// Implementation is an engine that traces run on.
type Implementation struct {
	// Name identifies the implementation in reports, such as "fast" or "bitecs".
	Name string
	// New makes an empty world of a profile. If it returns an error, the implementation does not
	// support the profile, and the traces of the profile are skipped and counted.
	New func(spec.Profile) (spec.Engine, error)
	// Foreign marks an engine of another project. All its error codes compare equal, ids that stand
	// for "any" match any id, and a target by index may be any of the targets (docs/protocol.md,
	// Answers).
	Foreign bool
	// Info declares the capabilities of the engine. If it is nil, the engine is asked with hello.
	// For an operation whose capabilities are declared, the answer [spec.CodeUnsupported] is a
	// divergence if the reference answers the operation.
	Info *spec.Info
	// Variant, if not nil, rewrites every trace before it runs on this engine.
	Variant *variant.Variant
}

// Label returns the name and the variant, if there is one.
func (im Implementation) Label() string {
	if im.Variant == nil {
		return im.Name
	}
	return im.Name + " (" + im.Variant.Name + ")"
}

// With returns the implementation with a variant.
func (im Implementation) With(v *variant.Variant) Implementation {
	im.Variant = v
	return im
}

// Guarded returns an engine that converts panics of engine to outcomes with [spec.CodeCrash].
func Guarded(engine spec.Engine) spec.Engine { return guard{engine} }

type guard struct{ engine spec.Engine }

// Apply applies op. It converts a panic to a crash.
func (g guard) Apply(op spec.Operation) (out spec.Outcome) {
	defer func() {
		if p := recover(); p != nil {
			out = spec.Fail(spec.Errorf(spec.CodeCrash, "panic: %v", p))
		}
	}()
	return g.engine.Apply(op)
}

// Steps returns the steps of the engine if it is a [spec.Reasoner], and otherwise nil.
func (g guard) Steps() []spec.Proof {
	if r, ok := g.engine.(spec.Reasoner); ok {
		return r.Steps()
	}
	return nil
}

// Failing returns the failing terms if the engine is a [spec.Blamer], and otherwise nil.
func (g guard) Failing(op spec.Operation) []int {
	if b, ok := g.engine.(spec.Blamer); ok {
		return b.Failing(op)
	}
	return nil
}

// Start makes a world that converts panics to outcomes with [spec.CodeCrash]. It returns an error
// if the implementation does not support the profile.
func (im Implementation) Start(p spec.Profile) (eng spec.Engine, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s cannot make a world: panic: %v", im.Name, r)
		}
	}()
	eng, err = im.New(p)
	if err != nil {
		return nil, fmt.Errorf("%s cannot make a world of profile %s: %w", im.Name, p.Name, err)
	}
	return guard{eng}, nil
}

// WithVariants lists each implementation, first without a variant and then with each variant.
func WithVariants(ims ...Implementation) []Implementation {
	var out []Implementation
	for _, im := range ims {
		out = append(out, im)
		for _, v := range variant.All() {
			out = append(out, im.With(v))
		}
	}
	return out
}

// Refusing is an engine that refuses every operation with the same error.
type Refusing struct{ Err *spec.Error }

// Apply returns the error.
func (r Refusing) Apply(spec.Operation) spec.Outcome { return spec.Fail(r.Err) }
