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
	// New makes an empty world of a profile. An error means that the implementation cannot have that profile; the
	// trace is then skipped for it and counted.
	New func(spec.Profile) (spec.Engine, error)
	// Foreign marks an engine that is not ours: all its refusals compare equal, ids that stand for "any" match any
	// id, and a target by index may be any of the targets (docs/protocol.md, Answers).
	Foreign bool
	// Info is the engine's declaration; if it is nil, the engine is asked with hello. If the
	// reference answers an operation that the engine declares, the engine may not answer
	// [spec.CodeUnsupported].
	Info *spec.Info
	// Variant, where set, rewrites every trace before it runs on this engine.
	Variant *variant.Variant
}

// Label is the name with the variant, if there is one.
func (im Implementation) Label() string {
	if im.Variant == nil {
		return im.Name
	}
	return im.Name + " (" + im.Variant.Name + ")"
}

// With is the same implementation under a variant.
func (im Implementation) With(v *variant.Variant) Implementation {
	im.Variant = v
	return im
}

// Guarded makes an engine of which panics are outcomes with [spec.CodeCrash].
func Guarded(engine spec.Engine) spec.Engine { return guard{engine} }

type guard struct{ engine spec.Engine }

// Apply applies op; a panic becomes a crash.
func (g guard) Apply(op spec.Operation) (out spec.Outcome) {
	defer func() {
		if p := recover(); p != nil {
			out = spec.Fail(spec.Errorf(spec.CodeCrash, "panic: %v", p))
		}
	}()
	return g.engine.Apply(op)
}

// Steps are those of an engine that is a [spec.Reasoner]; others give none.
func (g guard) Steps() []spec.Proof {
	if r, ok := g.engine.(spec.Reasoner); ok {
		return r.Steps()
	}
	return nil
}

// Failing asks an engine that is a [spec.Blamer] which terms fail; others say nothing.
func (g guard) Failing(op spec.Operation) []int {
	if b, ok := g.engine.(spec.Blamer); ok {
		return b.Failing(op)
	}
	return nil
}

// Start makes a world whose panics are outcomes with [spec.CodeCrash]. An error says that the
// implementation cannot have the profile.
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

// WithVariants lists each implementation as it stands and then under each variant.
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
