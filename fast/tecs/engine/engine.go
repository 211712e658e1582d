package engine

import (
	"errors"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// Entity is a handle of an entity.
type Entity = tecs.Entity

// Engine applies operations to a world of Tecs. An operation that fails has no effect. Package
// fast/engine, which calls Engine, answers hello and reset itself and refuses operations that the
// profile does not have.
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
	lost      *spec.Error // why events were lost, until that is reported (limits.events)
	made      int         // entities created so far
	left      int         // steps that the operation may still use
	request   request     // the current operation
}

// New returns an engine with an empty world of a profile. All limits must be set. The options are
// for the underlying world.
func New(p spec.Profile, limits spec.Limits, options ...fast.Option) *Engine {
	e := &Engine{
		profile: p, limits: limits, world: tecs.NewWorld(options...),
		queries: map[string]*query{}, observers: map[string]*observer{}, snapshots: map[string]*savedWorld{},
	}
	e.world.Follow(p)
	e.handles = newHandles(e.world, p.AnswersDead)
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
	e.request = request{Operation: op}
	out, err := do.apply(e, &e.request)
	if out.Kind = op.Op.Outcome(); err != nil {
		out = spec.Fail(err)
	}
	e.writeLog()
	e.endObservers()
	return out
}

func needs(list ...argument) []argument { return list }

// Arguments that several operations have.
var (
	asks    = needs(someID, subject, pattern)
	related = needs(relatedBy(""))
	walks   = needs(relatedBy(spec.ChildOf), depths)
)

var operations = map[spec.OpKind]operation{
	spec.OpRelationship: {needs(newHandle), (*Engine).relationship}, spec.OpTables: {nil, (*Engine).tables},
	spec.OpComponent: {needs(births), (*Engine).component}, spec.OpEntity: {needs(births), (*Engine).entity},
	spec.OpDelete: {needs(subject), (*Engine).delete}, spec.OpClear: {needs(subject), (*Engine).clear},
	spec.OpAlive: {nil, (*Engine).alive}, spec.OpCount: {needs(pattern), (*Engine).count},
	spec.OpSet: {needs(someID, living, exactID), (*Engine).set}, spec.OpRemove: {asks, (*Engine).remove},
	spec.OpGet: {asks, (*Engine).get}, spec.OpHas: {asks, (*Engine).has},

	spec.OpTarget: {related, (*Engine).target}, spec.OpTargets: {related, (*Engine).targets},
	spec.OpSources: {related, (*Engine).sources},
	spec.OpWalkUp:  {walks, (*Engine).walkUp}, spec.OpTraverse: {walks, (*Engine).traverse},

	spec.OpDeferBegin: {nil, (*Engine).deferBegin}, spec.OpDeferEnd: {nil, (*Engine).deferEnd},
	spec.OpSnapshot: {needs(savedAs, settled), (*Engine).snapshot},
	spec.OpRestore:  {needs(savedAs, settled), (*Engine).restore},
	spec.OpDump:     {nil, (*Engine).dump},

	spec.OpQuery: {needs(compiled), (*Engine).rows}, spec.OpIterate: {needs(prepared), (*Engine).rows},
	spec.OpPrepare: {needs(newName, compiled), (*Engine).prepare}, spec.OpRelease: {nil, (*Engine).release},
	spec.OpExplain: {needs(compiled, explained), (*Engine).explain},

	spec.OpObserve: {needs(newName), (*Engine).observe}, spec.OpEvents: {nil, (*Engine).events},
}

// none is the outcome of an operation without an answer, or with an error.
var none spec.Outcome

func unsupported(what string) *spec.Error {
	return spec.Errorf(spec.CodeUnsupported, "%s: not supported in this profile", what)
}

// Errors for invalid arguments.
var (
	errMissing  = spec.Errorf(spec.CodeInvalid, "an argument that the operation needs is missing")
	errWildcard = spec.Errorf(spec.CodeInvalid, "the target is a wildcard; use it only in patterns")
	errDead     = spec.Errorf(spec.CodeNotAlive, "the entity is not alive")
	errNoEntity = spec.Errorf(spec.CodeInvalid, "expected an entity, got a relationship or component")
	errKind     = spec.Errorf(spec.CodeInvalid,
		"the id is not a component, a relationship, or a relationship with a target")
)

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
