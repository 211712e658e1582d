package tecs

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// arguments says which arguments an operation has, and how it is applied.
type arguments struct {
	entity   bool // an alive entity
	id       idKind
	relation bool // a relationship, which has no default
	name     bool // a name of a snapshot
	waits    bool // the operation is deferred while the world is deferred
	changes  bool // the operation can be undone and causes events
}

// operation is a row of the table of operations.
type operation struct {
	arguments
	do func(*World, spec.Operation) (spec.Outcome, *spec.Error)
}

var operations map[spec.OpKind]operation

func init() {
	change := arguments{entity: true, waits: true, changes: true}
	setting, removing := change, change
	setting.id, removing.id = exact, pattern
	about := arguments{entity: true}
	having := arguments{entity: true, id: pattern}
	along := arguments{entity: true, relation: true}
	named := arguments{name: true}
	operations = map[spec.OpKind]operation{
		spec.OpRelationship: {do: plain((*World).declare)}, spec.OpComponent: {do: plain((*World).component)},
		spec.OpEntity: {arguments{changes: true}, plain((*World).entity)},
		spec.OpSet:    {setting, plain((*World).set)}, spec.OpRemove: {removing, plain((*World).remove)},
		spec.OpClear: {change, plain((*World).clear)}, spec.OpDelete: {change, plain((*World).kill)},

		spec.OpAlive: {do: alive}, spec.OpCount: {arguments{id: pattern}, count}, spec.OpTables: {do: tables},
		spec.OpHas: {having, has}, spec.OpGet: {having, get},
		spec.OpTarget: {along, oneTarget}, spec.OpTargets: {along, allTargets}, spec.OpSources: {along, allSources},
		spec.OpTraverse: {about, traverse}, spec.OpWalkUp: {about, walkUp},

		spec.OpDeferBegin: {do: deferBegin}, spec.OpDeferEnd: {do: deferEnd},
		spec.OpSnapshot: {named, takeSnapshot}, spec.OpRestore: {named, restore}, spec.OpDump: {do: dump},

		spec.OpQuery: {do: ask}, spec.OpPrepare: {do: prepare}, spec.OpIterate: {do: iterate},
		spec.OpRelease: {do: release}, spec.OpExplain: {do: explain},
		spec.OpObserve: {do: observe}, spec.OpEvents: {do: drain},
	}
}

// Apply performs one operation. It never panics. An operation that fails has no effect. The caller
// handles operations about the engine, such as reset.
func (w *World) Apply(op spec.Operation) spec.Outcome {
	out, err := w.apply(op)
	if err != nil {
		return spec.Fail(err)
	}
	out.Kind = op.Op.Outcome()
	return out
}

func (w *World) apply(op spec.Operation) (out spec.Outcome, err *spec.Error) {
	w.work = w.limits.Work
	o, known := operations[op.Op]
	if !known || !w.profile.Has(op.Op) {
		return out, unsupported("operation " + string(op.Op))
	}
	if err := w.check(o.arguments, op); err != nil {
		return out, err
	}
	switch {
	case o.changes && o.entity && w.isDead(op.Entity): // only in profiles with AnswersDead
		return out, nil
	case o.waits && w.deferred > 0 && !w.isEarly(op):
		w.commands = append(w.commands, op)
		return out, nil
	case o.changes:
		return out, w.operate(func() *spec.Error { return second(o.do(w, op)) })
	}
	return o.do(w, op)
}

func second(_ spec.Outcome, err *spec.Error) *spec.Error { return err }

// isEarly reports whether a deferred set takes effect at once (declared.early-value). In some
// profiles it does, if the entity already has the component and no command for the entity is
// queued.
func (w *World) isEarly(op spec.Operation) bool {
	_, has := w.parts[part{op.Entity, op.ID.First}]
	return w.profile.ValuesEarly && op.Op == spec.OpSet && has &&
		!slices.ContainsFunc(w.commands, func(c spec.Operation) bool { return c.Entity == op.Entity })
}

// operate applies one change and notifies observers. If the change fails, operate undoes it.
func (w *World) operate(change func() *spec.Error) *spec.Error {
	before := w.copied()
	err := w.try(change)
	if err == nil {
		w.notify(&before)
	}
	return err
}

// try applies one change. If the change fails, try undoes it.
func (w *World) try(change func() *spec.Error) *spec.Error {
	before, waiting, staged := w.copied(), len(w.commands), len(w.staged)
	err := change()
	if err == nil {
		err = w.fits()
	}
	if err != nil {
		w.state, w.commands, w.staged = before, w.commands[:waiting], w.staged[:staged]
	}
	return err
}

// deferEnd ends a deferral. When the outermost one ends, staged entities become alive, and then the
// queued operations are applied in order. An operation is skipped if its entity or target died in
// the meantime. An operation that fails has no effect and is reported (TECS-072,
// declared.deferral). Depending on the profile, observers are notified after each change or once at
// the end (declared.scope-events).
func deferEnd(w *World, _ spec.Operation) (out spec.Outcome, _ *spec.Error) {
	if w.deferred == 0 {
		return out, invalid("the world is not deferred")
	}
	if w.deferred--; w.deferred > 0 {
		return out, nil
	}
	commands, before, do := w.commands, w.copied(), w.operate
	if w.profile.NetEvents {
		do = w.try
	}
	_ = do(w.bear) // bear never fails
	w.commands = nil
	for n, c := range commands {
		if !w.alive[c.Entity] || w.kind(c.ID.Second) == entity && !w.alive[c.ID.Second] {
			continue
		}
		w.work = w.limits.Work
		if err := do(func() *spec.Error { return second(operations[c.Op].do(w, c)) }); err != nil {
			out.Failures = append(out.Failures,
				spec.Failure{Command: n, Err: err, Op: c.Op, Entity: c.Entity, ID: c.ID})
		}
	}
	if w.profile.NetEvents {
		w.work = w.limits.Work
		w.notify(&before)
	}
	return out, nil
}

// bear makes the staged entities alive.
func (w *World) bear() *spec.Error {
	for _, e := range w.staged {
		w.alive[e] = true
	}
	w.staged = nil
	return nil
}

func deferBegin(w *World, _ spec.Operation) (out spec.Outcome, _ *spec.Error) {
	w.deferred++
	return out, nil
}

// plain returns an operation without an answer.
func plain(do func(*World, spec.Operation) *spec.Error) func(*World, spec.Operation) (spec.Outcome, *spec.Error) {
	return func(w *World, op spec.Operation) (spec.Outcome, *spec.Error) { return spec.Outcome{}, do(w, op) }
}

func alive(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	if op.Entity == "" {
		return spec.Outcome{}, invalid("alive needs an entity")
	}
	err := w.find(op.Entity)
	if err != nil && err.Code == spec.CodeInvalid {
		return spec.Outcome{}, err
	}
	return spec.Outcome{Bool: w.alive[op.Entity]}, nil
}

func count(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	return spec.Outcome{Number: int64(len(w.all(func(e spec.Handle) bool { return w.has(e, op.ID) })))}, nil
}

func tables(w *World, _ spec.Operation) (spec.Outcome, *spec.Error) {
	return spec.Outcome{Number: int64(w.tables())}, nil
}

func has(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	return spec.Outcome{Bool: w.has(op.Entity, op.ID)}, nil
}

func get(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	return spec.Outcome{Value: w.get(op.Entity, op.ID)}, nil
}

func oneTarget(w *World, op spec.Operation) (out spec.Outcome, _ *spec.Error) {
	r, err := w.follow(op)
	if targets := w.targets(op.Entity, r); err == nil && op.Index >= 0 && op.Index < len(targets) {
		out.Entity = targets[op.Index]
	}
	return out, err
}

func allTargets(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	r, err := w.follow(op)
	return w.many(w.targets(op.Entity, r), err)
}

func allSources(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	r, err := w.indexed(op)
	if err == nil {
		err = w.steps(len(w.made))
	}
	return w.many(w.sources(op.Entity, r), err)
}

func traverse(w *World, op spec.Operation) (out spec.Outcome, err *spec.Error) {
	r, err := w.indexed(op)
	if err == nil {
		err = w.steps(len(w.made) + w.count())
	}
	if err == nil {
		out, err = w.below(op.Entity, r, op.MaxDepth)
	}
	if err == nil {
		_, err = w.many(out.Entities, nil)
	}
	return out, err
}

func walkUp(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	r, err := w.indexed(op)
	if err != nil {
		return spec.Outcome{}, err
	}
	limit := op.MaxDepth
	if limit == 0 {
		limit = w.profile.WalkUp
	}
	return w.many(w.walkUp(op.Entity, r, limit, op.Take))
}

func ask(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	q, err := w.compile(op)
	if err != nil {
		return spec.Outcome{}, err
	}
	return w.answer(q, op)
}

func prepare(w *World, op spec.Operation) (out spec.Outcome, _ *spec.Error) {
	if err := w.newName(&op); err != nil {
		return out, err
	}
	q, err := w.compile(op)
	if err == nil {
		w.queries[op.As] = q
	}
	return out, err
}

// newName checks the name of a new query or observer. Queries and observers share one namespace.
func (w *World) newName(op *spec.Operation) *spec.Error {
	if op.As == "" || op.Query == nil {
		return spec.Errorf(spec.CodeInvalid, "%s needs a name and a query", op.Op)
	}
	_, taken := w.queries[op.As]
	if taken || slices.ContainsFunc(w.observers, func(o *observer) bool { return o.name == op.As }) {
		return spec.Errorf(spec.CodeExists, "the name %q of a query or observer is taken", op.As)
	}
	return nil
}

func iterate(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	q, known := w.queries[op.On]
	switch {
	case !known:
		return spec.Outcome{}, spec.Errorf(spec.CodeUnresolved, "no query is named %q", op.On)
	case hasOptions(op):
		return spec.Outcome{}, errOptions
	}
	return w.answer(q, op)
}

// release removes a prepared query or an observer.
func release(w *World, op spec.Operation) (out spec.Outcome, err *spec.Error) {
	named := func(o *observer) bool { return o.name == op.On }
	if _, known := w.queries[op.On]; !known && !slices.ContainsFunc(w.observers, named) {
		return out, spec.Errorf(spec.CodeUnresolved, "no query or observer is named %q", op.On)
	}
	delete(w.queries, op.On)
	w.observers = slices.DeleteFunc(w.observers, named)
	return out, nil
}

// answer returns the rows of a query, after skip and limit.
func (w *World) answer(q *query, op spec.Operation) (out spec.Outcome, _ *spec.Error) {
	found, err := w.rows(q)
	if err != nil {
		return out, err
	}
	found = found[max(0, min(op.Skip, len(found))):]
	if op.Limit > 0 {
		found = found[:min(op.Limit, len(found))]
	}
	if len(found) > w.limits.Rows || len(found) > w.limits.Elements {
		return out, spec.Exhaustedf("an answer has at most %d rows", min(w.limits.Rows, w.limits.Elements))
	}
	for _, e := range found {
		out.Rows = append(out.Rows, row(e))
	}
	return out, nil
}

func explain(w *World, op spec.Operation) (out spec.Outcome, _ *spec.Error) {
	q, err := w.compile(op)
	if err == nil && op.Entity != "" {
		err = w.findAlive(op.Entity)
	}
	if err == nil {
		err = w.steps(w.cost(q))
	}
	if err == nil {
		out.Explanation = w.explain(q, op.Entity)
		_, err = w.many(make([]spec.Handle, len(w.made)*(1+len(q.terms))), nil)
	}
	return out, err
}

// many answers with a list of entities, or with an error if the list is too long.
func (w *World) many(es []spec.Handle, err *spec.Error) (spec.Outcome, *spec.Error) {
	if err == nil && len(es) > w.limits.Elements {
		err = spec.Exhaustedf("an answer has at most %d elements; ask for less at once", w.limits.Elements)
	}
	return spec.Outcome{Entities: es}, err
}
