package engine

import (
	"errors"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// Entity is a handle of an entity.
type Entity = tecs.Entity

// Engine applies operations to a world of Tecs. An operation that fails has no effect. The engine
// in front of it answers hello and reset, and refuses operations that the profile does not have.
type Engine struct {
	profile   spec.Profile
	limits    spec.Limits
	world     *tecs.World
	handles   handles
	queries   map[string]*query
	observers map[string]*observer
	snapshots map[string]*savedWorld
	recorded  []recordedEvent
	log       []spec.Event
	lost      *spec.Error    // why events were lost, until that is reported (limits.events)
	made      int            // entities created so far
	left      int            // steps that the operation may still use
	op        spec.Operation // the current operation
}

// New returns an engine with an empty world of a profile. All limits must be set. The options are
// for the underlying world.
func New(p spec.Profile, limits spec.Limits, options ...fast.Option) *Engine {
	e := &Engine{
		profile: p, limits: limits, world: tecs.NewWorld(options...),
		queries: map[string]*query{}, observers: map[string]*observer{}, snapshots: map[string]*savedWorld{},
	}
	e.world.Follow(p)
	e.handles = newHandles(e.world)
	e.handles.answersDead = p.AnswersDead
	e.world.LimitParts(limits.IDs)
	e.world.LimitWork(limits.Work)
	e.world.HandleFailures(func(err error) {
		if known := refusal(err); known.Exhausted {
			e.lose(known)
		}
	})
	return e
}

// Apply applies one operation.
func (e *Engine) Apply(op spec.Operation) spec.Outcome {
	do, ok := operations[op.Op]
	if !ok {
		return spec.Fail(unsupported("operation " + string(op.Op)))
	}
	e.left = e.limits.Work
	e.op = op
	out := do(e, &e.op)
	e.writeLog()
	e.endObservers()
	return out
}

// operations maps each operation to its implementation.
var operations = map[spec.OpKind]func(*Engine, *spec.Operation) spec.Outcome{
	spec.OpRelationship: (*Engine).relationship, spec.OpTables: (*Engine).tables,
	spec.OpComponent: (*Engine).component, spec.OpEntity: (*Engine).entity, spec.OpDelete: (*Engine).delete,
	spec.OpClear: (*Engine).clear, spec.OpAlive: (*Engine).alive, spec.OpCount: (*Engine).count,
	spec.OpSet: (*Engine).set, spec.OpRemove: (*Engine).remove, spec.OpGet: (*Engine).get, spec.OpHas: (*Engine).has,
	spec.OpTarget: (*Engine).target, spec.OpTargets: (*Engine).targets, spec.OpSources: (*Engine).sources,
	spec.OpWalkUp: (*Engine).walkUp, spec.OpTraverse: (*Engine).traverse,
	spec.OpDeferBegin: (*Engine).deferBegin, spec.OpDeferEnd: (*Engine).deferEnd,
	spec.OpSnapshot: (*Engine).snapshot, spec.OpRestore: (*Engine).restore, spec.OpDump: (*Engine).dump,
	spec.OpQuery: (*Engine).query, spec.OpPrepare: (*Engine).prepare, spec.OpIterate: (*Engine).iterate,
	spec.OpRelease: (*Engine).release, spec.OpExplain: (*Engine).explain,
	spec.OpObserve: (*Engine).observe, spec.OpEvents: (*Engine).events,
}

func unsupported(what string) *spec.Error {
	return spec.Errorf(spec.CodeUnsupported, "%s: not supported in this profile", what)
}

// Errors for invalid arguments.
var (
	errMissing  = spec.Errorf(spec.CodeInvalid, "an argument that the operation needs is missing")
	errWildcard = spec.Errorf(spec.CodeInvalid, "the target is a wildcard; use it only in patterns")
	errDead     = spec.Errorf(spec.CodeNotAlive, "the entity is not alive")
	errNoEntity = spec.Errorf(spec.CodeInvalid, "expected an entity, got a relationship or component")
	errNegative = spec.Errorf(spec.CodeInvalid, "max_depth or take is negative; pass 0 or more")
	errKind     = spec.Errorf(spec.CodeInvalid,
		"the id is not a component, a relationship, or a relationship with a target")
)

// done returns the outcome of an operation without answer.
func done(err *spec.Error) spec.Outcome {
	if err != nil {
		return spec.Fail(err)
	}
	return spec.OK()
}

// doneError is done for an error of the world.
func doneError(err error) spec.Outcome { return done(refusal(err)) }

// refusal converts an error of the world to a *spec.Error, or nil.
func refusal(err error) *spec.Error {
	if err == nil {
		return nil
	}
	var known *spec.Error
	if errors.As(err, &known) {
		return known
	}
	return spec.Errorf(spec.CodeInvalid, "%v", err)
}

// step counts steps and returns an error if the operation uses more than it may (limits.work). A
// step is an entity that a query or a walk visits, or a term of its proof.
func (e *Engine) step(n int) *spec.Error {
	if e.left -= n; e.left < 0 {
		return spec.Exhaustedf("this takes more than %d steps; ask for less at once", e.limits.Work)
	}
	return nil
}

// fits returns an error if an answer would have too many elements (limits.elements).
func (e *Engine) fits(elements int) *spec.Error {
	if elements > e.limits.Elements {
		return spec.Exhaustedf("an answer has at most %d elements; ask for less at once", e.limits.Elements)
	}
	return nil
}
