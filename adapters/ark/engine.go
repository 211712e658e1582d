package main

import (
	"slices"

	"github.com/mlange-42/ark/ecs"
	"github.com/relspec/relspec/spec"
)

// thing is the entity of a handle. used is nil until an operation uses the entity as a component or
// relationship; then it is the component of Ark that represents the entity.
type thing struct {
	handle    spec.Handle
	entity    ecs.Entity
	component bool // created by the operation component
	members   []spec.Member
	used      *component
}

// component is a component of Ark in one world.
type component struct {
	kind
	mapper

	id       ecs.ID
	relation bool
}

type engine struct {
	shrink   bool
	world    *ecs.World
	things   map[spec.Handle]*thing
	byEntity map[ecs.Entity]*thing
	byID     map[ecs.ID]*thing
	free     [len(pool)]int // the next free type of each family
	queries  map[string]*query
}

// newEngine returns an engine with an empty world. Each table starts with space for one entity, so
// that tests make tables grow.
func newEngine(shrink bool) *engine {
	return &engine{
		shrink: shrink, world: ecs.NewWorld(1),
		things: map[spec.Handle]*thing{}, byEntity: map[ecs.Entity]*thing{}, byID: map[ecs.ID]*thing{},
		queries: map[string]*query{},
	}
}

// refusal is the value of a panic that ends an operation. Apply recovers from such a panic, but not
// from a panic of Ark.
type refusal struct{ err *spec.Error }

func refuse(code spec.ErrorCode, format string, args ...any) {
	panic(refusal{spec.Errorf(code, format, args...)})
}

func unsupported(format string, args ...any) { refuse(spec.CodeUnsupported, format, args...) }

// Apply implements spec.Engine.
func (e *engine) Apply(op spec.Operation) (out spec.Outcome) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			out = spec.Fail(r.err)
		default:
			panic(r)
		}
	}()
	if e.shrink {
		e.world.Shrink()
	}
	handle := handlers[op.Op]
	if handle == nil {
		unsupported("Ark has no %s", op.Op)
	}
	return handle(e, &op)
}

// known returns the thing of a handle; it may be dead.
func (e *engine) known(h spec.Handle) *thing {
	switch t := e.things[h]; {
	case h == "":
		refuse(spec.CodeInvalid, "an argument is missing")
	case h == "*" || h == "_":
		refuse(spec.CodeInvalid, "a wildcard is not an entity")
	case spec.IsReserved(h):
		unsupported("Ark has nothing like %s", h)
	case t == nil:
		refuse(spec.CodeUnresolved, "there is no %s", h)
	default:
		return t
	}
	return nil
}

func (e *engine) alive(h spec.Handle) *thing {
	t := e.known(h)
	if !e.world.Alive(t.entity) {
		refuse(spec.CodeNotAlive, "%s was deleted", h)
	}
	return t
}

// use returns the component of a thing. It makes the thing a component if necessary.
func (e *engine) use(t *thing, asRelation bool) *component {
	if t.used == nil {
		f := tags
		if asRelation {
			f = relations
		}
		if len(t.members) > 0 {
			f++
		}
		if e.free[f] == len(pool[f]) {
			unsupported("the adapter has Go types for only %d components of this kind", len(pool[f]))
		}
		k := pool[f][e.free[f]]
		e.free[f]++
		t.used = &component{kind: k, mapper: k.mapper(e.world), id: k.id(e.world), relation: asRelation}
		e.byID[t.used.id] = t
	}
	if asRelation && !t.used.relation {
		unsupported("%s is a component without targets", t.handle)
	}
	return t.used
}

// wanted is an id to add or to ask for: a component and, for a relation, its target. The zero
// entity means no target.
type wanted struct {
	*component

	target ecs.Entity
}

// targets returns the target as an argument for Ark's methods.
func (w wanted) targets() []ecs.Entity {
	if w.relation {
		return []ecs.Entity{w.target}
	}
	return nil
}

// added resolves an id to add.
func (e *engine) added(id spec.ID) wanted {
	first := e.alive(id.First)
	if !id.IsPair() {
		return wanted{component: e.use(first, false)}
	}
	second := e.alive(id.Second)
	if len(first.members) == 0 && len(second.members) > 0 {
		unsupported("a target of Ark gives no data")
	}
	return wanted{e.use(first, true), second.entity}
}

// pattern is an id in a question. It matches nothing if an element is dead.
type pattern struct {
	wanted

	none, anyTarget bool
}

func (e *engine) asked(id spec.ID) pattern {
	wild := func(h spec.Handle) bool { return h == "*" || h == "_" }
	if wild(id.First) {
		unsupported("Ark has no wildcards for components")
	}
	first := e.known(id.First)
	p := pattern{none: !e.world.Alive(first.entity), anyTarget: id.IsPair() && wild(id.Second)}
	if id.IsPair() && !p.anyTarget {
		second := e.known(id.Second)
		p.none = p.none || !e.world.Alive(second.entity)
		p.target = second.entity
	}
	if !p.none {
		p.component = e.use(first, id.IsPair())
	}
	return p
}

func (e *engine) has(t *thing, p pattern) bool {
	switch {
	case p.none || !p.Has(t.entity):
		return false
	case !p.relation:
		return true
	}
	target := p.GetRelation(t.entity)
	if p.anyTarget {
		return !target.IsZero()
	}
	return target == p.target
}

// add adds an id. If it returns true, the caller must set or reset the value. If it returns false,
// the entity had the id already. If the entity has the component with another target, add only sets
// the target, because adding the component again panics in Ark.
func (e *engine) add(t *thing, w wanted) bool {
	if !w.Has(t.entity) {
		w.component.add(t.entity, w.targets()...)
		return true
	}
	if !w.relation || w.GetRelation(t.entity) == w.target {
		return false
	}
	if w.target.IsZero() {
		unsupported("in Ark an entity cannot have a relation both with and without a target")
	}
	w.SetRelation(t.entity, w.target)
	return true
}

// own lists the ids of an entity in Ark.
func (e *engine) own(entity ecs.Entity) []spec.ID {
	var out []spec.ID
	ids := e.world.Unsafe().IDs(entity)
	for i := range ids.Len() {
		out = append(out, e.idOf(e.byID[ids.Get(i)], entity))
	}
	return out
}

// idOf returns the id of an entity that Ark stores as the component of t: a pair if the entity has a
// target for it, otherwise the component alone.
func (e *engine) idOf(t *thing, entity ecs.Entity) spec.ID {
	id := spec.Single(t.handle)
	if t.used.relation {
		if target := t.used.GetRelation(entity); !target.IsZero() {
			id.Second = e.handle(target)
		}
	}
	return id
}

func (e *engine) handle(entity ecs.Entity) spec.Handle {
	if t := e.byEntity[entity]; t != nil {
		return t.handle
	}
	return "?"
}

// read returns an entity's value of a component. In a new component of Ark the value is a nil
// slice, which read converts to zeros.
func (e *engine) read(t *thing, entity ecs.Entity) spec.Value {
	if len(t.members) == 0 {
		return nil
	}
	if v := *t.used.value(entity); v != nil {
		return v
	}
	return spec.Zero(t.members)
}

func (e *engine) register(h spec.Handle, entity ecs.Entity) *thing {
	t := &thing{handle: h, entity: entity}
	e.things[h], e.byEntity[entity] = t, t
	return t
}

// fresh refuses handles of new entities that are invalid or taken, and names and parents.
func (e *engine) fresh(op *spec.Operation) {
	made := append([]spec.Handle{op.Entity}, op.More...)
	for i, h := range made {
		switch {
		case h == "" || h == "*" || h == "_" || h[0] == '$':
			refuse(spec.CodeInvalid, "%q is not a valid handle", h)
		case spec.IsReserved(h) || e.things[h] != nil || slices.Contains(made[:i], h):
			refuse(spec.CodeExists, "the handle %s is taken", h)
		}
	}
	if op.Name != nil || op.Parent != "" {
		unsupported("Ark has no names or parents")
	}
}

// deletable refuses to delete an entity that is used as a component.
func deletable(t *thing) {
	if t.used != nil {
		unsupported("%s is a component, and Ark cannot delete components", t.handle)
	}
}

// filter returns a filter for a pattern whose elements are alive.
func (e *engine) filter(p pattern) *ecs.Filter0 { return with(ecs.NewFilter0(e.world), p) }

// with adds a pattern to a filter.
func with(f *ecs.Filter0, p pattern) *ecs.Filter0 {
	f = f.With(p.comp)
	if p.relation && !p.anyTarget {
		f = f.Relations(ecs.RelID(p.id, p.target))
	}
	return f
}
