package twin

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// Difference is what the typed API does otherwise than the model says.
type Difference struct {
	Operation int    // its number in the run
	What      string // the call, and both answers
	Calls     []string
}

func (d *Difference) Error() string {
	return fmt.Sprintf("%s\noperation %d: %s", strings.Join(d.Calls, "\n"), d.Operation, d.What)
}

// Signature is the call and what differs, without the answers.
func (d *Difference) Signature() string {
	_, last, _ := strings.Cut(d.Calls[len(d.Calls)-1], " ")
	last, _, _ = strings.Cut(last, "(")
	what, _, _ := strings.Cut(d.What, ":")
	return last + ": " + what
}

// machine is the two worlds of a run.
type machine struct {
	pick   func(n int) int // decides: a number below n
	counts map[string]int  // by what was done
	calls  []string
	ops    int
	steps  []step
	weight int // of all
	// marks: some queries detect changes, for which the world keeps marks
	marks bool

	w     *fast.World
	model *model.World
	// flat: nothing is inherited and nothing lies beside the tables by a property, for which fast has short ways
	flat bool

	handles  map[fast.Entity]spec.Handle
	entities map[spec.Handle]fast.Entity
	births   map[fast.Entity]int // which came first
	byIndex  map[uint32]fast.Entity
	before   map[fast.Entity]fast.Entity // that had the same index, and is gone
	named    int                         // handles that were given

	mark       reflect.Value
	components [maxArity + 1]reflect.Value // *fast.Component, from 1
	types      [maxArity + 1]fast.Entity
	data       fast.Entity // a relationship whose pairs have values
	rels, tags []fast.Entity
	plain      []fast.Entity // relationships of which a pair takes no other away
	pool       []fast.Entity // that steps are about; some are dead

	again     [maxArity + 1][]fast.ID // of entities made before, by number of values
	readers   []reader                // kept ones
	commands  fast.Commands
	held      []*testQuery
	snapshot  *fast.Snapshot
	observers []string
	events    []event
}

// event is an event that an observer received.
type event struct {
	observer string
	fast.Event
}

type reader struct {
	*fast.Relationship
	closure *fast.Closure
}

func (m *machine) fail(format string, args ...any) {
	panic(&Difference{m.ops, fmt.Sprintf(format, args...), m.calls})
}

// did notes a call.
func (m *machine) did(what string, args ...any) {
	m.counts[what]++
	text := make([]string, len(args))
	for i, a := range args {
		text[i] = m.text(a)
	}
	m.calls = append(m.calls, fmt.Sprintf("%d %s(%s)", m.ops, what, strings.Join(text, ", ")))
}

// text is an argument of a call, with handles.
func (m *machine) text(a any) string {
	switch a := a.(type) {
	case fast.Entity:
		return string(m.handle(a))
	case fast.ID:
		return m.id(a).String()
	case []fast.Entity, []fast.ID:
		v := reflect.ValueOf(a)
		text := make([]string, v.Len())
		for i := range text {
			text[i] = m.text(v.Index(i).Interface())
		}
		return strings.Join(text, " ")
	}
	return fmt.Sprint(a)
}

func (m *machine) chance(n int) bool { return m.pick(n) == n-1 }

// one picks from a list that is not empty.
func one[T any](m *machine, list []T) T { return list[m.pick(len(list))] }

var builtins = map[fast.Entity]spec.Handle{
	0: "", fast.Wildcard: spec.Wildcard, fast.Any: spec.Any, fast.ChildOf: "ChildOf", fast.IsA: "IsA", fast.With: "With",
	fast.Exclusive: "Exclusive", fast.Union: "Union", fast.Symmetric: "Symmetric", fast.Transitive: "Transitive",
	fast.Acyclic: "Acyclic", fast.Traversable: "Traversable", fast.Sparse: "Sparse", fast.DontFragment: "DontFragment",
	fast.DontInherit: "DontInherit", fast.Delete: "Delete", fast.OnDeleteTarget: "OnDeleteTarget",
	fast.Prefab: "Prefab", fast.Disabled: "Disabled", fast.OnInstantiate: "OnInstantiate", fast.Inherit: "Inherit",
	fast.Override: "Override",
}

// handle is what the model calls an entity.
func (m *machine) handle(e fast.Entity) spec.Handle {
	if h, ok := m.handles[e]; ok {
		return h
	}
	if h, ok := builtins[e]; ok {
		return h
	}
	return spec.Handle(fmt.Sprint("unknown ", e))
}

func (m *machine) id(id fast.ID) spec.ID {
	return spec.ID{First: m.handle(id.First()), Second: m.handle(id.Second())}
}

func (m *machine) ids(list []fast.ID) (out []spec.ID) {
	for _, id := range list {
		out = append(out, m.id(id))
	}
	return out
}

// next is a handle that was not given.
func (m *machine) next() spec.Handle {
	m.named++
	return spec.Handle(fmt.Sprint("e", m.named))
}

// born gives a new entity its handle.
func (m *machine) born(e fast.Entity, h spec.Handle) {
	m.handles[e], m.entities[h], m.births[e] = h, e, len(m.births)
	if gone := m.byIndex[e.Index()]; gone != e {
		m.before[e] = gone
	}
	m.byIndex[e.Index()] = e
}

// made takes a new entity into the pool, in the place of another one where there are many.
func (m *machine) made(e fast.Entity) {
	if len(m.pool) < 20 {
		m.pool = append(m.pool, e)
	} else {
		m.pool[m.pick(len(m.pool))] = e
	}
}

func codeOf(err error) spec.ErrorCode {
	var known *spec.Error
	switch {
	case err == nil, reflect.ValueOf(err).IsZero():
		return ""
	case errors.As(err, &known) && known.Code == spec.CodeUnresolved:
		return spec.CodeNotAlive // the handle of an entity that a restoration has undone
	case errors.As(err, &known):
		return known.Code
	}
	return spec.ErrorCode(err.Error())
}

// attempt makes an error of a panic with one.
func attempt(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *spec.Error:
			err = p
		default:
			panic(p)
		}
	}()
	f()
	return nil
}

// both does the operations that a typed call stands for, all or none, and compares its refusal with theirs.
func (m *machine) both(err error, ops ...spec.Operation) bool {
	if len(ops) > 1 {
		m.model.Apply(spec.Operation{Op: spec.OpSnapshot, As: "before"})
	}
	for _, op := range ops {
		refused := m.model.Apply(op).Err
		if refused == nil {
			continue
		}
		if codeOf(err) != codeOf(refused) {
			m.fail("typed %v, model %v of %v", err, refused, op)
		}
		if len(ops) > 1 {
			m.model.Apply(spec.Operation{Op: spec.OpRestore, As: "before"})
			m.dropEvents()
			m.forgetTracked()
		}
		return false
	}
	if err != nil {
		m.fail("typed %v, model none", err)
	}
	return true
}

// ask asks the model, which refuses questions about the dead.
func (m *machine) ask(op spec.Operation) spec.Outcome {
	out := m.model.Apply(op)
	if code := codeOf(asError(out.Err)); code != "" && code != spec.CodeNotAlive {
		m.fail("the model: %v of %v", out.Err, op)
	}
	return out
}

func asError(err *spec.Error) error {
	if err == nil {
		return nil
	}
	return err
}

// same compares two answers.
func (m *machine) same(what string, typed, model any) {
	if typed, model := fmt.Sprint(typed), fmt.Sprint(model); typed != model {
		m.fail("%s: typed %s, model %s", what, typed, model)
	}
}

// begin makes the worlds: some components and relationships with properties, and entities.
func (m *machine) begin() {
	profile := []func() spec.Profile{spec.Flecs3, spec.Flecs4, fast.Flecs41, spec.Flecs3Beta}[m.pick(4)]()
	options := []fast.Option{fast.WithProfile(profile)}
	if m.chance(4) {
		options = append(options, engine.WorldWithRecycledIndices(20))
	}
	storage := m.pick(4) // it must not matter
	if storage&1 > 0 {
		options = append(options, engine.WorldWithTradingTables())
	}
	if storage&2 > 0 {
		options = append(options, engine.WorldWithoutFragmenting())
	}
	m.flat, m.marks = m.chance(4), m.chance(2)
	m.steps, m.weight = m.draws()
	m.w, m.model = fast.NewWorld(options...), model.New(profile)
	m.calls = append(m.calls, fmt.Sprintf("%s, storage %d, flat %v", profile.Name, storage, m.flat))
	for n, f := range typed {
		c := call(f["Register"], m.w)[0]
		e, name := method(c, "Entity").Interface().(fast.Entity), fmt.Sprint("T", n)
		var members []spec.Member
		if n == 0 {
			name, m.mark = "Mark", c
		} else {
			members = []spec.Member{{Name: "V", Type: scalars[n]}}
			m.components[n], m.types[n] = c, e
		}
		m.component(e, name, members)
	}
	m.data = fast.NewRelationshipOf[T2](m.w, "RData")
	m.component(m.data, "RData", []spec.Member{{Name: "V", Type: spec.F64}})
	isA, loose := fast.IsA, []fast.Entity{fast.Exclusive, fast.DontFragment}
	if m.flat {
		isA, loose = fast.ChildOf, loose[:1]
	}
	m.rels = []fast.Entity{
		fast.ChildOf, isA, m.data, m.relationship("RPlain"), m.relationship("RExclusive", fast.Exclusive),
		m.relationship("RTransitive", fast.Transitive), m.relationship("RLoose", loose...),
		m.relationship("RMany", loose[1:]...), m.relationship("RTree", fast.Exclusive, fast.Traversable),
		m.relationship("RSymmetric", fast.Symmetric), m.relationship("RAcyclic", fast.Acyclic),
		m.relationship("RRound", fast.Exclusive, fast.Transitive),
	}
	m.plain = []fast.Entity{m.data, m.rels[3], m.rels[5], m.rels[10]}
	for i := range 3 {
		name := fmt.Sprint("Tag", i)
		m.tags = append(m.tags, m.w.NewTag(name))
		m.root(m.tags[i], name)
	}
	m.properties()
	for range 3 + m.pick(8) {
		m.spawnBare(nil)
	}
	m.populate()
}

const (
	nonFragmentingFrom = 6
	tree               = 8
	symmetric          = 9
	acyclic            = 10
	round              = 11 // of which ways may lead back
)

func (m *machine) component(e fast.Entity, name string, members []spec.Member) {
	m.born(e, spec.Handle(name))
	m.both(nil, spec.Operation{
		Op: spec.OpComponent, Entity: spec.Handle(name), Name: &name, Members: members, Unscoped: true,
	})
}

// root makes a tag or relationship in the model.
func (m *machine) root(e fast.Entity, name string, properties ...fast.Entity) {
	op := spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(name), Name: &name, Unscoped: true}
	for _, p := range properties {
		op.IDs = append(op.IDs, spec.Single(m.handle(p)))
	}
	m.both(nil, op)
	m.born(e, op.Entity)
}

func (m *machine) relationship(name string, properties ...fast.Entity) fast.Entity {
	e := m.w.NewRelationship(name, properties...)
	m.root(e, name, properties...)
	return e
}

// properties gives components and relationships some that decide where their values are, and who has them.
func (m *machine) properties() {
	some := []fast.ID{
		fast.Single(fast.Sparse), fast.Single(fast.DontInherit), fast.Pair(fast.OnInstantiate, fast.Override),
		fast.Pair(fast.OnInstantiate, fast.Inherit),
	}
	for n := 1; n <= 5; n++ {
		if p := m.pick(8); p < len(some) && !m.undone(some[p].First()) { // not every profile has them all
			m.add(m.types[n], some[p])
		}
	}
	switch m.pick(4) {
	case 1:
		m.add(m.rels[3], fast.Pair(fast.OnDeleteTarget, fast.Delete))
	case 2:
		if !m.flat {
			m.add(m.rels[4], fast.Single(fast.Union))
		}
	case 3:
		m.add(m.rels[3], fast.Pair(fast.With, m.tags[0]))
	}
	if m.chance(4) {
		m.add(m.tags[1], fast.Pair(m.rels[1], m.tags[0])) // a subclass
	}
}

// compare compares the worlds whole.
func (m *machine) compare() {
	dump := m.model.Apply(spec.Operation{Op: spec.OpDump}).Dump
	m.same("Scope", m.handle(m.w.Scope()), dump.Scope)
	known := map[spec.Handle]bool{}
	for _, want := range dump.Entities {
		known[want.Handle] = true
		e, ok := m.entities[want.Handle]
		if !ok {
			continue // reserved
		}
		if !m.w.Alive(e) {
			m.fail("%s is dead", want.Handle)
		}
		m.compareEntity(e, &want)
	}
	alive := m.w.Entities()
	for _, e := range alive {
		if !known[m.handle(e)] {
			m.fail("%v (%s) is alive", e, m.handle(e))
		}
	}
	m.same("Len", m.w.Len(), len(alive))
}

// compareEvents compares the events that observers have received since the last time.
func (m *machine) compareEvents() {
	var got, want []string
	for _, e := range m.events {
		got = append(got, fmt.Sprint(e.observer, " ", e.Kind, " ", m.handle(e.Entity), " ", m.id(e.ID), " ", m.handle(e.Source)))
	}
	for _, e := range m.model.Apply(spec.Operation{Op: spec.OpEvents}).Events {
		if e.Observer[0] == 't' { // it does not get the source
			e.Src = ""
		}
		want = append(want, fmt.Sprint(e.Observer, " ", e.Event, " ", e.Entity, " ", e.ID, " ", e.Src))
	}
	m.counts["observed"] += len(m.events)
	m.events = nil
	slices.Sort(got)
	slices.Sort(want)
	m.same("events", got, want)
}

// silently does operations that stand for writes by addresses, which no observer hears of.
func (m *machine) silently(ops []spec.Operation) {
	m.compareEvents()
	for _, op := range ops {
		m.both(nil, op)
	}
	m.dropEvents()
}

// dropEvents drops the events of both worlds.
func (m *machine) dropEvents() {
	m.events = nil
	m.model.Apply(spec.Operation{Op: spec.OpEvents})
}

// compareEntity compares what an entity owns.
func (m *machine) compareEntity(e fast.Entity, want *spec.DumpEntity) {
	var got, ids []string
	for _, id := range m.w.IDs(e) {
		text := m.id(id).String()
		if n := m.componentOf(id); n > 0 {
			text += fmt.Sprint(" ", number(call(typed[n]["GetID"], m.w, e, id)[0]))
		}
		if !m.w.IsEnabled(e, id) {
			text += " off"
		}
		got = append(got, text)
	}
	for _, id := range want.IDs {
		text := id.ID.String()
		if id.Value != nil {
			text += fmt.Sprint(" ", numberIn(id.Value))
		}
		if id.Off {
			text += " off"
		}
		ids = append(ids, text)
	}
	overrides := m.ids(m.w.Overrides(e))
	slices.SortFunc(overrides, spec.ID.Compare)
	slices.Sort(got)
	slices.Sort(ids)
	m.same(fmt.Sprint(want.Handle), []any{got, overrides, m.w.Name(e)}, []any{ids, want.Overrides, want.Name})
}

// componentOf is the number of the component whose type the values of an id have, 0 for none.
func (m *machine) componentOf(id fast.ID) int {
	if id.First() == m.data {
		return 2
	}
	return max(0, slices.Index(m.types[:], id.First()))
}

// inherited is the number that an entity owns or inherits for an id, -1 for none.
func (m *machine) inherited(e fast.Entity, id fast.ID) int {
	return numberIn(m.ask(spec.Operation{Op: spec.OpGet, Entity: m.handle(e), ID: m.id(id)}).Value)
}

func (m *machine) yes(op spec.OpKind, e fast.Entity, id fast.ID) bool {
	return m.ask(spec.Operation{Op: op, Entity: m.handle(e), ID: m.id(id)}).Bool
}

// readEntity compares every way to the components of an entity.
func (m *machine) readEntity(e fast.Entity) {
	m.did("read", e)
	if !m.w.Alive(e) {
		return
	}
	for n, f := range typed {
		c := m.mark
		if n > 0 {
			c = m.components[n]
		}
		id := method(c, "ID").Interface().(fast.ID)
		has, owns := m.yes(spec.OpHas, e, id), m.yes(spec.OpOwns, e, id)
		m.same("Has and Owns of "+m.text(id), []bool{
			method(c, "Has", e).Bool(), call(f["Has"], m.w, e)[0].Bool(), method(c, "Owns", e).Bool(),
		}, []bool{has, has, owns})
		if n == 0 {
			continue
		}
		want, own := m.inherited(e, id), -1
		if owns {
			own = want
		}
		copied := -1
		switch v, err := m.w.Value(e, id); {
		case err != nil:
			m.fail("Value: %v", err)
		case v != nil:
			p := reflect.New(reflect.TypeOf(v))
			p.Elem().Set(reflect.ValueOf(v))
			copied = number(p)
		}
		m.same("values of "+m.text(id), []int{
			number(method(c, "Get", e)), number(call(f["Get"], m.w, e)[0]), copied, number(method(c, "Own", e)),
		}, []int{want, want, want, own})
		target := one(m, m.pool)
		m.same("GetPair", number(method(c, "GetPair", e, target)), m.inherited(e, fast.Pair(m.types[n], target)))
	}
}
