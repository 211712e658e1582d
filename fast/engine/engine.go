package engine

import (
	"fmt"
	"math"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	tecs "github.com/relspec/relspec/fast/tecs/engine"
	"github.com/relspec/relspec/spec"
)

// Engine applies operations to a world whose entities are named by handles. It implements
// [spec.Engine]. It answers unsupported to operations that are not implemented. It never panics: a
// bug in the engine is answered with code crash.
type Engine struct {
	profile   spec.Profile
	front     spec.Engine // the engine for profiles of libraries other than Flecs; else nil
	world     *fast.World
	w         *change.World
	handles   handles
	queries   map[string]*trackedQuery
	iterators map[string]*iterator
	snapshots map[string]*savedWorld
	observers []*namedObserver
	recorded  []recordedEvent
	log       []spec.Event
	acting    acting
	failures  []spec.Failure // of operations that observers ran
	made      int            // entities created since the reset
	applied   int            // operations; variants do something after every few of them
	over      bool           // torn down
	op        spec.Operation // being applied
	edit      edited
	variant   variant
}

// variant has the settings that change how an engine works but not what it answers.
type variant struct {
	cache   bool // every query caches its matches if it can
	compact bool // WorldWithoutFragmenting; only for Flecs, because Tecs shows how edges are stored
	files   bool // the world is saved and loaded after every fourth operation
	undoes  bool // the changes of operations are recorded, undone and redone
	shrinks bool // the world frees unused memory after every fifth operation
	options []fast.Option
	limits  spec.Limits
}

// Option changes how an engine works without changing its answers, so that the oracle can compare
// variants.
type Option func(*variant)

// RecycledIDs makes the engine reuse numeric ids from the start, in scrambled order.
func RecycledIDs(n int) Option {
	return func(v *variant) { v.options = append(v.options, WorldWithRecycledIndices(n)) }
}

// NeverRecycle makes the engine use every numeric id once.
func NeverRecycle() Option {
	return func(v *variant) { v.options = append(v.options, fast.WithoutRecycling()) }
}

// NotFragmenting makes the engine store the pairs of every exclusive relationship without a table
// per target.
func NotFragmenting() Option {
	return func(v *variant) { v.compact = true }
}

// TradingTables makes deletions swap whole tables however small they are, makes small worlds use
// the data structures of large ones, and frees unused memory now and then.
func TradingTables() Option {
	return func(v *variant) {
		v.shrinks = true
		v.options = append(v.options, WorldWithTradingTables())
	}
}

// SavedAndLoaded makes the engine save and load its world after every fourth operation, unless the
// operation has an answer, an iterator is open, or changes are deferred.
func SavedAndLoaded() Option { return func(v *variant) { v.files = true } }

// CachedMatches makes every query cache its matches, whatever its kind.
func CachedMatches() Option { return func(v *variant) { v.cache = true } }

// New returns an engine with an empty world of a profile.
func New(p spec.Profile, options ...Option) *Engine {
	e := &Engine{}
	for _, set := range options {
		set(&e.variant)
	}
	e.reset(p)
	return e
}

func (e *Engine) reset(p spec.Profile) {
	e.profile, e.front = p, nil
	if p.Family == spec.TecsFamily {
		e.front = tecs.New(p, e.variant.limitsOf(), e.variant.options...)
		p = spec.Flecs3() // never used
	}
	options := append([]fast.Option{fast.WithProfile(p)}, e.variant.options...)
	if e.variant.compact {
		options = append(options, WorldWithoutFragmenting())
	}
	e.world = fast.NewWorld(options...)
	e.w = bridge.Core(e.world)
	e.handles = newHandles(e.w)
	e.queries = map[string]*trackedQuery{}
	e.iterators = map[string]*iterator{}
	e.snapshots = map[string]*savedWorld{}
	e.made = 0
	e.w.Meter.Limits = e.variant.limitsOf()
	e.observers, e.recorded, e.log, e.over = nil, nil, nil, false
	e.acting, e.failures, e.edit = acting{}, nil, edited{}
	observers := &e.w.Observers
	observers.Deepest, observers.AfterCallbacks, observers.Failed = e.w.Meter.Limits.Nesting, e.act, e.noteFailure
	observers.Unbounded()
	e.w.MarkEvents = func() func() {
		n, lost := len(e.recorded), e.w.Meter.Lost
		return func() { e.recorded, e.w.Meter.Lost = e.recorded[:n], lost }
	}
	e.w.Referred = func(r rules.HandleRef) Entity { return e.handles.list[r].entity }
	e.w.Reference = func(entity Entity) rules.HandleRef { return e.handles.ref(string(e.handles.name(entity))) }
	e.w.Naming = func(entity Entity) string { return string(e.handles.name(entity)) }
}

// World returns the world of the engine. In a profile of a library other than Flecs, this world is
// not used.
func (e *Engine) World() *fast.World { return e.world }

// Apply applies one operation. If it returns an error, the world is unchanged.
func (e *Engine) Apply(op spec.Operation) (out spec.Outcome) {
	m := &e.w.Meter
	m.On = true
	m.Begin()
	defer func() {
		m.On, m.Left = false, math.MaxInt // calls from outside have no work limit
		if p := recover(); p != nil {
			out = spec.Fail(spec.Errorf(spec.CodeCrash, "panic: %v", p))
		}
	}()
	e.op = op
	return e.apply(&e.op)
}

func (e *Engine) apply(op *spec.Operation) spec.Outcome {
	if !e.profile.Has(op.Op) {
		return spec.Fail(rules.Unsupported(fmt.Sprintf("operation %q", op.Op)))
	}
	if len(op.Acts) > 0 && !e.profile.Offers(spec.CapActs) {
		return spec.Fail(rules.Unsupported("observers that act"))
	}
	if e.front != nil && !outlasts(op.Op) {
		return e.front.Apply(*op)
	}
	do, ok := operations[op.Op]
	if !ok {
		return spec.Fail(rules.Unsupported(fmt.Sprintf("operation %q", op.Op)))
	}
	if e.over && !outlasts(op.Op) {
		return spec.Fail(rules.ErrOver)
	}
	if e.variant.undoes {
		e.beginEdit(op)
	}
	var out spec.Outcome
	if locks(op) && !e.world.IsDeferred() {
		out = e.applyUnderLocks(do, op)
	} else {
		out = do.apply(e, op)
	}
	if len(e.recorded) > 0 || e.w.Meter.Lost != nil {
		e.writeLog()
	}
	if e.applied++; e.variant.shrinks && e.applied%5 == 0 && !e.over {
		_ = e.world.Shrink() // fails while an iterator locks a table
	}
	if e.edit.recording && e.applied >= e.edit.until {
		e.endEdit()
	}
	if e.variant.files && e.applied%4 == 0 {
		e.saveAndLoad(op)
	}
	return out
}

// operations maps each operation to its implementation.
var operations map[spec.OpKind]operation

func init() { // avoids an init cycle: observers apply operations
	needs := func(list ...argument) []argument { return list }
	var (
		entity  = needs(living)
		matches = needs(pattern)
		adds    = needs(someID, living, exactID)
		asks    = needs(someID, living, pattern)
		related = needs(relatedBy(""))
		climbs  = needs(relatedBy(spec.ChildOf))
		settled = needs(undeferred)
	)
	operations = map[spec.OpKind]operation{
		spec.OpHello: {nil, (*Engine).hello}, spec.OpReset: {nil, (*Engine).resetTo},
		spec.OpQuit: {nil, nothing}, spec.OpNote: {nil, nothing},

		spec.OpComponent: {needs(births), (*Engine).component}, spec.OpEntity: {needs(births), (*Engine).entity},
		spec.OpClone:       {needs(copied, notDeferred), (*Engine).copy},
		spec.OpInstantiate: {needs(copied, notDeferred), (*Engine).copy},
		spec.OpDelete:      {entity, (*Engine).delete}, spec.OpClear: {entity, (*Engine).clear},
		spec.OpAlive: {nil, (*Engine).alive}, spec.OpCount: {matches, (*Engine).count},

		spec.OpAdd: {adds, (*Engine).add}, spec.OpRemove: {asks, (*Engine).remove},
		spec.OpSet: {adds, (*Engine).set}, spec.OpGet: {asks, (*Engine).get},
		spec.OpModified: {adds, (*Engine).modified}, spec.OpOverride: {adds, (*Engine).override},
		spec.OpHas: {asks, (*Engine).has}, spec.OpOwns: {asks, (*Engine).owns}, spec.OpIDs: {entity, (*Engine).ids},
		spec.OpTarget: {related, (*Engine).target}, spec.OpTargets: {related, (*Engine).targets},
		spec.OpSources: {related, (*Engine).sources}, spec.OpOrdered: {related, (*Engine).ordered},
		spec.OpReorder: {adds, (*Engine).reorder}, spec.OpTypeOf: {matches, (*Engine).typeOf},
		spec.OpRemoveAll: {matches, (*Engine).removeAll}, spec.OpDeleteWith: {matches, (*Engine).deleteWith},
		spec.OpDefine: {nil, (*Engine).define},

		spec.OpScope: {needs(optional), (*Engine).scope}, spec.OpLookup: {needs(from), (*Engine).lookup},
		spec.OpPath: {needs(living, from), (*Engine).path}, spec.OpSetName: {entity, (*Engine).setName},
		spec.OpParent: {entity, (*Engine).parent}, spec.OpChildren: {entity, (*Engine).children},
		spec.OpDepth: {climbs, (*Engine).depth}, spec.OpWalkUp: {climbs, (*Engine).walkUp},
		spec.OpTraverse: {climbs, (*Engine).traverse},

		spec.OpEnable: {entity, (*Engine).enable}, spec.OpDisable: {entity, (*Engine).enable},
		spec.OpDeferBegin: {nil, (*Engine).deferBegin}, spec.OpDeferEnd: {nil, (*Engine).deferEnd},
		spec.OpSnapshot: {settled, (*Engine).snapshot}, spec.OpRestore: {settled, (*Engine).restore},
		spec.OpReload: {settled, (*Engine).reload}, spec.OpTeardown: {settled, (*Engine).teardown},
		spec.OpDump: {nil, (*Engine).dumpWorld},

		spec.OpQuery: {needs(compiled), (*Engine).answer}, spec.OpIterate: {needs(prepared), (*Engine).answer},
		spec.OpPrepare:   {needs(newName("prepare needs a query and a name for it"), compiled), (*Engine).prepare},
		spec.OpExplain:   {needs(compiled, presets, optional), (*Engine).explain},
		spec.OpPlan:      {needs(compiled), (*Engine).plan},
		spec.OpChanged:   {needs(prepared), (*Engine).changed},
		spec.OpIterBegin: {nil, (*Engine).iterBegin}, spec.OpIterNext: {nil, (*Engine).iterNext},
		spec.OpIterEnd: {nil, (*Engine).iterEnd},
		spec.OpRelease: {nil, (*Engine).release},

		spec.OpObserve: {needs(newName("observe needs a query and a name")), (*Engine).observe},
		spec.OpEmit:    {entity, (*Engine).emit}, spec.OpEvents: {nil, (*Engine).events},
	}
}

// none is the outcome of an operation without an answer, or with an error.
var none spec.Outcome

func nothing(*Engine, *request) (spec.Outcome, *spec.Error) { return none, nil }

// hello answers which profiles the engine has, and which capabilities its current profile has.
func (e *Engine) hello(*request) (spec.Outcome, *spec.Error) {
	return spec.Outcome{Kind: spec.OutInfo, Info: &spec.Info{
		Implementation: "relspec/fast", Version: "1", Language: "Go", Protocol: spec.Version,
		Profiles: spec.Names(spec.Profiles()), Capabilities: e.profile.Capabilities(),
	}}, nil
}

func (e *Engine) resetTo(op *request) (spec.Outcome, *spec.Error) {
	p, err := spec.ProfileByName(op.Profile)
	if err == nil {
		e.reset(p)
	}
	return none, err
}
