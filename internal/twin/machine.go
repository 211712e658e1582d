// Package twin tests the typed API of package fast against the model. A run has a [fast.World] that
// only typed calls change ([fast.Spawn2], [fast.Component], [fast.Commands], ...), and a model world
// that gets the same changes as operations of the protocol. After each step the observers of both
// worlds must have received the same events. Typed queries with any number of fields must return the
// rows of the model.
//
//   - calls.go has the Go types, and calls generic functions with any number of types
//   - machine.go has the two worlds and compares them
//   - change.go has the steps that change the worlds
//   - query.go draws queries, runs them and compares the rows
package twin

import (
	"errors"
	"flag"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// Difference is a difference between the typed API and the model.
type Difference struct {
	What  string // both answers
	Calls []string
}

func (d *Difference) Error() string { return strings.Join(d.Calls, "\n") + "\n" + d.What }

// Signature returns the last call and what differs, without the answers.
func (d *Difference) Signature() string {
	last, _, _ := strings.Cut(d.Calls[len(d.Calls)-1], ":")
	what, _, _ := strings.Cut(d.What, ":")
	return last + ": " + what
}

// Check does one run, which ends at the first difference.
func Check(t *rapid.T) {
	if _, d := run(t); d != nil {
		t.Fatal(d)
	}
}

// Run does the n-th run of a seed. Equal seeds give equal runs.
func Run(seed, n uint64) (steps int, d *Difference) {
	if !flag.Parsed() { // rapid reads flags of tests
		testing.Init()
		_ = flag.CommandLine.Parse(nil)
	}
	rapid.Custom(func(t *rapid.T) bool {
		steps, d = run(t)
		return true
	}).Example(int(seed<<32 + n))
	return steps, d
}

func run(t *rapid.T) (steps int, d *Difference) {
	m := &machine{
		t: t, handles: map[fast.Entity]spec.Handle{}, entities: map[spec.Handle]fast.Entity{},
		last: map[uint32]fast.Entity{}, before: map[fast.Entity]fast.Entity{},
	}
	defer func() {
		steps = m.steps
		switch p := recover().(type) {
		case nil:
		case *Difference:
			d = p
		default:
			if reflect.TypeOf(p).PkgPath() == reflect.TypeFor[rapid.T]().PkgPath() { // rapid ended the run
				panic(p)
			}
			d = &Difference{fmt.Sprintf("panic: %v\n%s", p, debug.Stack()), m.calls}
		}
	}()
	m.begin()
	if m.chance(16) {
		m.crowd()
		return m.steps, nil
	}
	for range 1 + m.pick(4) {
		m.focus()
		t.Repeat(m.actions())
	}
	m.compare()
	return m.steps, nil
}

// machine has the two worlds of a run.
type machine struct {
	t     *rapid.T
	steps int
	calls []string

	w     *fast.World
	model *model.World
	// marks is set if some queries may detect changes.
	marks bool

	handles  map[fast.Entity]spec.Handle
	entities map[spec.Handle]fast.Entity
	named    int                         // number of handles in use
	last     map[uint32]fast.Entity      // by index
	before   map[fast.Entity]fast.Entity // the previous entity with the same index, or 0

	components [maxArity + 1]reflect.Value // *fast.Component
	types      [maxArity + 1]fast.Entity
	data       fast.Entity // a relationship whose pairs have values
	rels, tags []fast.Entity
	plain      []fast.Entity // relationships that are not exclusive
	pool       []fast.Entity // entities that steps use; some are dead
	// A few entities, relationships and types that most steps use for a while, so that the steps
	// affect each other.
	few, fewRels []fast.Entity
	fewTypes     []int

	again     [maxArity + 1][]fast.ID // ids of earlier entities, by their number of values
	readers   []reader                // one for each relationship in use
	commands  fast.Commands
	held      []*testQuery
	snapshot  *fast.Snapshot
	observers int
	events    []event
}

// event is an event that an observer received, perhaps before the program knows the entity.
type event struct {
	observer string
	entity   fast.Entity
}

type reader struct {
	*fast.Relationship
	closure *fast.Closure
}

// actions returns the kinds of steps until the focus changes. It omits some of them, because their
// effects can hide those of others.
func (m *machine) actions() map[string]func(*rapid.T) {
	out := map[string]func(*rapid.T){"": func(*rapid.T) { m.check() }}
	for i, do := range []func(){
		m.ask, m.ask, m.ask, m.ask, m.hold, m.hold, // these are never omitted
		m.spawn, m.spawn, m.change, m.change, m.change, m.change, m.change, m.addAll, m.fresh, m.fresh, m.edit, m.edit,
		m.follow, m.follow, m.copies, m.record, m.wait, m.rewind, m.declare, m.scope, m.observe, m.read, m.leave,
	} {
		if i < 6 || !m.chance(4) {
			out[fmt.Sprintf("%02d", i)] = func(*rapid.T) { do() }
		}
	}
	return out
}

// check runs after each step. It compares the events and the rows of a prepared query, and
// sometimes the whole worlds.
func (m *machine) check() {
	m.steps++
	if m.compareEvents(); m.chance(4) {
		m.compare()
	}
	if len(m.held) > 0 {
		if q := one(m, m.held); !q.DetectChanges {
			m.part(q, q.typed, "Batches", spec.Operation{})
		}
	}
}

// focus chooses the entities, relationships and types for the next steps.
func (m *machine) focus() {
	if len(m.pool) == 0 {
		m.spawnOne(0, nil)
	}
	m.few, m.fewRels, m.fewTypes = nil, []fast.Entity{m.rels[m.pick(2)]}, nil
	for range 2 + m.pick(4) {
		m.few = append(m.few, one(m, m.pool))
	}
	for range m.pick(4) {
		m.fewRels = append(m.fewRels, one(m, []fast.Entity{
			m.rels[4], m.rels[5], m.rels[6], m.rels[8], m.rels[9], m.rels[11], one(m, m.rels),
		}))
	}
	for range 1 + m.pick(3) {
		m.fewTypes = append(m.fewTypes, 1+m.pick(1+m.pick(5)))
	}
}

func (m *machine) entity() fast.Entity {
	if m.chance(4) {
		return one(m, m.pool)
	}
	return one(m, m.few)
}

func (m *machine) rel() fast.Entity {
	if m.chance(4) {
		return one(m, m.rels)
	}
	return one(m, m.fewRels)
}

func (m *machine) component() int {
	if m.chance(4) {
		return m.pick(6)
	}
	return one(m, m.fewTypes)
}

func (m *machine) fail(format string, args ...any) {
	panic(&Difference{fmt.Sprintf(format, args...), m.calls})
}

// did records a step for the report.
func (m *machine) did(what string, args ...any) {
	m.calls = append(m.calls, fmt.Sprintf("%s: %v", what, args))
}

// text formats operations for the report.
func (m *machine) text(ops []spec.Operation) []any {
	text := make([]any, len(ops))
	for i := range ops {
		text[i] = show.Operation(m.w.Profile(), &ops[i])
	}
	return text
}

// pick draws a number below n.
func (m *machine) pick(n int) int { return rapid.IntRange(0, n-1).Draw(m.t, "choice") }

func (m *machine) chance(n int) bool { return m.pick(n) == n-1 }

// one draws an item of a non-empty list.
func one[T any](m *machine, list []T) T { return list[m.pick(len(list))] }

// handle returns the model's handle of an entity.
func (m *machine) handle(e fast.Entity) spec.Handle {
	if h, ok := m.handles[e]; ok {
		return h
	}
	switch e {
	case 0:
		return ""
	case fast.Wildcard:
		return spec.Wildcard
	case fast.Any:
		return spec.Any
	}
	return spec.Handle(m.w.Name(e)) // a builtin entity
}

func (m *machine) id(id fast.ID) spec.ID {
	return spec.ID{First: m.handle(id.First()), Second: m.handle(id.Second())}
}

// next returns an unused handle.
func (m *machine) next() spec.Handle {
	m.named++
	return spec.Handle(fmt.Sprint("e", m.named))
}

// born assigns a handle to a new entity.
func (m *machine) born(e fast.Entity, h spec.Handle) {
	m.handles[e], m.entities[h], m.before[e] = h, e, m.last[e.Index()]
	m.last[e.Index()] = e
}

// made adds a new entity to the pool. If the pool is full, the entity replaces another one.
func (m *machine) made(e fast.Entity) {
	if len(m.pool) < 20 {
		m.pool = append(m.pool, e)
	} else {
		m.pool[m.pick(len(m.pool))] = e
	}
	if len(m.few) > 0 && m.chance(3) {
		m.few[m.pick(len(m.few))] = e
	}
}

func codeOf(err error) spec.ErrorCode {
	var known *spec.Error
	switch {
	case err == nil, reflect.ValueOf(err).IsZero():
		return ""
	case errors.As(err, &known) && known.Code == spec.CodeUnresolved:
		return spec.CodeNotAlive // an entity that a restore has removed
	case errors.As(err, &known):
		return known.Code
	}
	return spec.ErrorCode(err.Error())
}

// codesOf returns the codes of joined errors.
func codesOf(err error) (list []string) {
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		for _, err := range joined.Unwrap() {
			list = append(list, string(codeOf(err)))
		}
	}
	return list
}

// attempt calls f. If f panics with a [spec.Error], attempt returns it.
func attempt(f func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *spec.Error:
			err = p
		default:
			panic(p)
		}
	}()
	return f()
}

// do makes a typed call and applies the equivalent operations to the model, all or none. It compares
// the errors and reports whether the call succeeded.
func (m *machine) do(name string, call func() error, ops ...spec.Operation) bool {
	m.did(name, m.text(ops)...)
	return m.both(attempt(call), ops...)
}

// both is like do for a call that returned an error or nil.
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
			m.fail("refusal: typed %v, model %v of %v", err, refused, op)
		}
		if len(ops) > 1 {
			m.model.Apply(spec.Operation{Op: spec.OpRestore, As: "before"})
			m.dropEvents()
			m.forgetTracked()
		}
		return false
	}
	if err != nil {
		m.fail("refusal: typed %v, model none", err)
	}
	return true
}

// answer asks the model. The model may refuse questions about dead entities only.
func (m *machine) answer(op spec.Operation) spec.Outcome {
	out := m.model.Apply(op)
	if out.Err != nil && codeOf(out.Err) != spec.CodeNotAlive {
		m.fail("the model: %v of %v", out.Err, op)
	}
	return out
}

// same fails the run if two answers differ.
func (m *machine) same(what string, typed, model any) {
	if typed, model := fmt.Sprint(typed), fmt.Sprint(model); typed != model {
		m.fail("%s: typed %s, model %s", what, typed, model)
	}
}

// sameSet is like same for lists in any order.
func (m *machine) sameSet(what string, typed, model []string) {
	slices.Sort(typed)
	slices.Sort(model)
	if !slices.Equal(typed, model) {
		without := func(list, other []string) []string {
			return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
		}
		m.fail("%s: typed has %v, model has %v", what, without(typed, model), without(model, typed))
	}
}

// begin creates the worlds, with components, relationships with properties, and entities.
func (m *machine) begin() {
	profile := []func() spec.Profile{spec.Flecs3, spec.Flecs4, fast.Flecs41, spec.Flecs3Beta}[m.pick(4)]()
	options, storage := []fast.Option{fast.WithProfile(profile)}, []int{} // storage must not affect the answers
	for i, o := range []fast.Option{
		engine.WorldWithTradingTables(), engine.WorldWithoutFragmenting(), engine.WorldWithRecycledIndices(20),
	} {
		if m.chance(2 + i) {
			options, storage = append(options, o), append(storage, i)
		}
	}
	// fast has fast paths for worlds without inheritance, and for worlds without non-fragmenting
	// pairs
	flat, fragments := m.chance(3), m.chance(3)
	m.marks = m.chance(2)
	m.w, m.model = fast.NewWorld(options...), model.New(profile)
	m.did("NewWorld", profile.Name, storage, flat)
	for n, f := range typed {
		m.components[n] = call(f["Register"], m.w)[0]
		m.types[n] = method(m.components[n], "Entity").Interface().(fast.Entity)
		op := spec.Operation{Op: spec.OpComponent}
		if n > 0 {
			op.Members = []spec.Member{{Name: "V", Type: scalars[n]}}
		}
		m.root(m.types[n], fmt.Sprint("T", n), op)
	}
	m.data = m.root(fast.NewRelationshipOf[T2](m.w, "RData"), "RData", spec.Operation{
		Op: spec.OpComponent, Members: []spec.Member{{Name: "V", Type: spec.F64}},
	})
	isA, loose := fast.IsA, []fast.Entity{fast.Exclusive, fast.DontFragment}
	if flat {
		isA = fast.ChildOf
	}
	if fragments {
		loose = loose[:1]
	}
	m.rels = []fast.Entity{
		fast.ChildOf, isA, m.data, m.relationship("RPlain"), m.relationship("RExclusive", fast.Exclusive),
		m.relationship("RTransitive", fast.Transitive), m.relationship("RLoose", loose...),
		m.relationship("RMany", loose[1:]...), m.relationship("RTree", fast.Exclusive, fast.Traversable),
		m.relationship("RSymmetric", fast.Symmetric), m.relationship("RAcyclic", fast.Acyclic),
		m.relationship("RRound", fast.Exclusive, fast.Transitive),
	}
	m.plain = []fast.Entity{m.data, m.rels[3], m.rels[5], m.rels[10]}
	m.tags = []fast.Entity{m.relationship("Tag0"), m.relationship("Tag1"), m.relationship("Tag2")}
	m.properties(fragments)
	for range 3 + m.pick(8) {
		m.spawnOne(0, nil)
	}
}

// root creates an entity with a name and without a parent in the model.
func (m *machine) root(e fast.Entity, name string, op spec.Operation) fast.Entity {
	op.Entity, op.Name, op.Unscoped = spec.Handle(name), &name, true
	m.born(e, op.Entity)
	m.both(nil, op)
	return e
}

func (m *machine) relationship(name string, properties ...fast.Entity) fast.Entity {
	op := spec.Operation{Op: spec.OpEntity}
	for _, p := range properties {
		op.IDs = append(op.IDs, spec.Single(m.handle(p)))
	}
	return m.root(m.w.NewRelationship(name, properties...), name, op)
}

// properties adds properties to components and relationships that affect where values are stored
// and which entities have them.
func (m *machine) properties(fragments bool) {
	some := []fast.ID{
		fast.Single(fast.Sparse), fast.Single(fast.DontInherit), fast.Pair(fast.OnInstantiate, fast.Override),
		fast.Pair(fast.OnInstantiate, fast.Inherit),
	}
	for n := 1; n <= 5; n++ {
		if p := m.pick(8); p < len(some) && !m.undone(some[p].First()) { // a profile may lack some
			m.add(m.types[n], some[p])
		}
	}
	switch m.pick(4) {
	case 1:
		m.add(m.rels[3], fast.Pair(fast.OnDeleteTarget, fast.Delete))
	case 2:
		if !fragments {
			m.add(m.rels[4], fast.Single(fast.Union))
		}
	case 3:
		m.add(m.rels[3], fast.Pair(fast.With, m.tags[0]))
	}
}

// compare compares the whole worlds: the entities, and the ids and values that they own.
func (m *machine) compare() {
	var got, want []string
	for _, d := range m.model.Apply(spec.Operation{Op: spec.OpDump}).Dump.Entities {
		if m.entities[d.Handle] == 0 { // it is reserved
			continue
		}
		want = append(want, string(d.Handle))
		for _, id := range d.IDs {
			want = append(want, fmt.Sprint(d.Handle, " ", id.ID, " ", numberIn(id.Value), " ", !id.Off))
		}
	}
	for _, e := range m.w.Entities() {
		h := m.handle(e)
		got = append(got, string(h))
		for _, id := range m.w.IDs(e) {
			v := -1
			if n := m.typeOf(id); n > 0 {
				v = number(call(typed[n]["GetID"], m.w, e, id)[0])
			}
			got = append(got, fmt.Sprint(h, " ", m.id(id), " ", v, " ", m.w.IsEnabled(e, id)))
		}
	}
	m.sameSet("the worlds", got, want)
}

// compareEvents compares the events since the last call.
func (m *machine) compareEvents() {
	var got, want []string
	for _, e := range m.events {
		got = append(got, fmt.Sprint(e.observer, " ", m.handle(e.entity)))
	}
	for _, e := range m.model.Apply(spec.Operation{Op: spec.OpEvents}).Events {
		want = append(want, fmt.Sprint(e.Observer, " ", e.Entity))
	}
	m.events = nil
	m.sameSet("events", got, want)
}

// silently applies operations to the model that are equivalent to writes through pointers.
// Observers are not notified of such writes.
func (m *machine) silently(ops []spec.Operation) {
	m.compareEvents()
	m.both(nil, ops...)
	m.dropEvents()
}

// dropEvents discards the events of both worlds.
func (m *machine) dropEvents() {
	m.events = nil
	m.model.Apply(spec.Operation{Op: spec.OpEvents})
}

// typeOf returns the number of the component whose type the values of an id have, or -1.
func (m *machine) typeOf(id fast.ID) int {
	if id.First() == m.data {
		return 2
	}
	return slices.Index(m.types[:], id.First())
}

// inherited returns the number that an entity owns or inherits for an id, or -1.
func (m *machine) inherited(e fast.Entity, id fast.ID) int {
	return numberIn(m.answer(m.on(spec.OpGet, e, id)).Value)
}

func (m *machine) yes(op spec.OpKind, e fast.Entity, id fast.ID) bool {
	return m.answer(m.on(op, e, id)).Bool
}

// read compares all functions that read a component of an entity.
func (m *machine) read() {
	e, n := m.entity(), m.component()
	m.did("read", m.handle(e), n)
	if !m.w.Alive(e) {
		return
	}
	f, c := typed[n], m.components[n]
	id := method(c, "ID").Interface().(fast.ID)
	has, owns := m.yes(spec.OpHas, e, id), m.yes(spec.OpOwns, e, id)
	m.same("Has and Owns", []bool{
		method(c, "Has", e).Bool(), call(f["Has"], m.w, e)[0].Bool(), method(c, "Owns", e).Bool(),
	}, []bool{has, has, owns})
	if n == 0 {
		return
	}
	want, own := m.inherited(e, id), -1
	if owns {
		own = want
	}
	target := m.entity()
	m.same("Get and Own", []int{
		number(method(c, "Get", e)), number(call(f["Get"], m.w, e)[0]), number(method(c, "Own", e)),
		number(method(c, "GetPair", e, target)),
	}, []int{want, want, own, m.inherited(e, fast.Pair(m.types[n], target))})
}
