package fast

import (
	"fmt"

	"github.com/relspec/relspec/spec"
)

// Engine applies operations of the shared vocabulary to a world: it is the world under handles. It implements
// [spec.Engine], answers unsupported what is not built, and never panics: a defect shows as an outcome with code crash.
type Engine struct {
	w         *World
	handles   handles
	queries   map[string]*heldQuery
	snapshots map[string]*engineSnapshot
	dump      dumper
	variant   variant
}

// variant is how an engine differs from the plain one without changing an answer.
type variant struct {
	keep    bool // every query keeps its matches if it can
	options []Option
}

// EngineOption makes an engine do the same in another way, for the oracle to compare.
type EngineOption func(*variant)

// RecycledIDs makes the engine reuse numeric ids from the start, in scrambled order.
func RecycledIDs(n int) EngineOption {
	return func(v *variant) { v.options = append(v.options, WithRecycledIndices(n)) }
}

// NeverRecycle makes the engine use every numeric id once.
func NeverRecycle() EngineOption {
	return func(v *variant) { v.options = append(v.options, WithoutRecycling()) }
}

// KeptMatches makes every query keep its matches as cached ones do, whatever its kind.
func KeptMatches() EngineOption { return func(v *variant) { v.keep = true } }

// NewEngine makes an engine with an empty world of a profile.
func NewEngine(p spec.Profile, options ...EngineOption) *Engine {
	e := &Engine{}
	for _, set := range options {
		set(&e.variant)
	}
	e.reset(p)
	return e
}

func (e *Engine) reset(p spec.Profile) {
	e.w = NewWorld(append([]Option{WithProfile(p)}, e.variant.options...)...)
	e.handles = newHandles(e.w)
	e.queries = map[string]*heldQuery{}
	e.snapshots = map[string]*engineSnapshot{}
	e.dump = dumper{}
	e.w.touched = e.dump.touch
}

// World is the world behind the handles.
func (e *Engine) World() *World { return e.w }

// Apply applies one operation. One that errs has no effect.
func (e *Engine) Apply(op spec.Operation) (out spec.Outcome) {
	defer func() {
		if p := recover(); p != nil {
			out = spec.Fail(spec.Errorf(spec.CodeCrash, "panic: %v", p))
		}
	}()
	return e.apply(&op)
}

func (e *Engine) apply(op *spec.Operation) spec.Outcome {
	switch op.Op {
	case spec.OpHello:
		return spec.Outcome{Kind: spec.OutInfo, Info: e.info()}
	case spec.OpReset:
		p, err := spec.ProfileByName(op.Profile)
		if err == nil {
			e.reset(p)
		}
		return done(err)
	case spec.OpQuit, spec.OpNote:
		return spec.OK()
	case spec.OpComponent, spec.OpEntity:
		return done(e.create(op))
	case spec.OpDelete, spec.OpClear, spec.OpAdd, spec.OpRemove, spec.OpSet, spec.OpModified, spec.OpRemoveAll,
		spec.OpDeleteWith, spec.OpScope, spec.OpSetName, spec.OpEnable, spec.OpDisable:
		return e.change(op)
	case spec.OpAlive, spec.OpCount, spec.OpGet, spec.OpHas, spec.OpOwns, spec.OpIDs, spec.OpTypeOf, spec.OpLookup,
		spec.OpPath:
		return e.read(op)
	case spec.OpTarget, spec.OpTargets, spec.OpSources, spec.OpParent, spec.OpChildren, spec.OpDepth, spec.OpWalkUp,
		spec.OpTraverse:
		return e.related(op)
	case spec.OpSnapshot:
		e.snapshot(op.As)
		return spec.OK()
	case spec.OpRestore:
		return done(e.restore(op.As))
	case spec.OpDump:
		return spec.Outcome{Kind: spec.OutDump, Dump: e.dump.of(e)}
	case spec.OpQuery, spec.OpPrepare, spec.OpIterate, spec.OpRelease, spec.OpExplain, spec.OpPlan:
		return e.query(op)
	case spec.OpOverride, spec.OpDeferBegin, spec.OpDeferEnd, spec.OpTeardown, spec.OpChanged, spec.OpIterBegin,
		spec.OpIterNext, spec.OpIterEnd, spec.OpObserve, spec.OpEvents:
		return spec.Fail(unsupported(string(op.Op)))
	}
	return spec.Fail(unsupported(fmt.Sprintf("operation %q", op.Op)))
}

// done is the outcome of an operation without answer.
func done(err *spec.Error) spec.Outcome {
	if err != nil {
		return spec.Fail(err)
	}
	return spec.OK()
}
