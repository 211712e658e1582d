package twin

import (
	"errors"
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/spec"
)

// Difference is an answer that the two worlds do not have in common.
type Difference struct {
	Operation int    // its number in the run
	What      string // the call, and both answers
}

func (d *Difference) Error() string { return fmt.Sprintf("operation %d: %s", d.Operation, d.What) }

// twin is the two worlds of a run, with the same entities under the same numbers.
type twin struct {
	*source
	counts map[string]int
	// nothing is inherited and nothing lies beside the tables by a property, for which fast has
	// short ways
	flat bool
	// numbers of the dead may come back in another order: the worlds store pairs differently, or
	// several died at once
	apart  bool
	living []fast.Entity // before the operation
	ops    int
	doing  string

	a, b     *fast.World // typed and general
	types    []fast.Entity
	t1       *fast.Component[T1]
	t2       *fast.Component[T2]
	t3       *fast.Component[T3]
	t4       *fast.Component[T4]
	t5       *fast.Component[T5]
	t6       *fast.Component[T6]
	t7       *fast.Component[T7]
	t8       *fast.Component[T8]
	mark     *fast.Component[Mark]
	data     fast.Entity // a relationship whose pairs have values
	rels     []fast.Entity
	plain    []fast.Entity // relationships of which a pair takes no other away
	tags     []fast.Entity
	entities []fast.Entity
	births   map[fast.Entity]int // which came first

	spawners [mostFields + 1]spawner // kept ones, by arity
	commands fast.Commands
	held     []*asked
	saved    [2]*fast.Snapshot
}

// fail ends the run with a difference.
func (t *twin) fail(format string, args ...any) {
	panic(&Difference{t.ops, t.doing + ": " + fmt.Sprintf(format, args...)})
}

// did counts the things that a run consists of.
func (t *twin) did(what string) {
	t.counts[what]++
	t.doing = what
}

var profiles = []func() spec.Profile{spec.Flecs3, spec.Flecs4, spec.Flecs3Beta}

// begin makes the worlds: some components and relationships with properties, and entities.
func (t *twin) begin() {
	both := []fast.Option{fast.WithProfile(of(t.source, profiles)())}
	if t.chance(4) {
		both = append(both, engine.WorldWithRecycledIndices(20))
	}
	var own []fast.Option
	storage := t.pick(4)
	t.apart = storage > 0
	switch storage { // it must not matter
	case 1:
		own = []fast.Option{engine.WorldWithTradingTables()}
	case 2:
		own = []fast.Option{engine.WorldWithoutFragmenting()}
	case 3:
		own = []fast.Option{engine.WorldWithoutFragmenting(), engine.WorldWithTradingTables()}
	}
	t.flat = t.chance(4)
	t.a, t.b = fast.NewWorld(append(slices.Clone(both), own...)...), fast.NewWorld(both...)
	t.declare()
	for range 3 + t.pick(8) {
		e := t.a.Spawn()
		t.same("spawn", e, t.b.Spawn())
		t.made(e)
	}
}

// declare makes components and relationships in the same order in both worlds.
func (t *twin) declare() {
	t.t1, t.t2, t.t3 = fast.Register[T1](t.a), fast.Register[T2](t.a), fast.Register[T3](t.a)
	t.t4, t.t5, t.t6 = fast.Register[T4](t.a), fast.Register[T5](t.a), fast.Register[T6](t.a)
	t.t7, t.t8, t.mark = fast.Register[T7](t.a), fast.Register[T8](t.a), fast.Register[Mark](t.a)
	t.types = []fast.Entity{
		0, t.t1.Entity(), t.t2.Entity(), t.t3.Entity(), t.t4.Entity(), t.t5.Entity(), t.t6.Entity(), t.t7.Entity(),
		t.t8.Entity(),
	}
	for i := 1; i < len(t.types); i++ {
		t.same("component", t.types[i], t.component(fmt.Sprintf("T%d", i), scalars[i]))
	}
	t.same("tag", t.mark.Entity(), t.component("Mark", ""))

	relationship := func(name string, properties ...fast.Entity) fast.Entity {
		r := t.a.NewRelationship(name, properties...)
		t.same("relationship", r, t.b.NewRelationship(name, properties...))
		return r
	}
	data, err := fast.NewRelationshipOf[T2](t.a, "RData")
	if err != nil {
		t.fail("NewRelationshipOf: %v", err)
	}
	t.data = data
	isA, beside := fast.IsA, []fast.Entity{fast.Exclusive, fast.DontFragment}
	if t.flat {
		isA, beside = fast.ChildOf, beside[:1]
	}
	t.same("relationship with values", data, t.component("RData", spec.F64))
	t.rels = []fast.Entity{
		fast.ChildOf, isA, data,
		relationship("RPlain"), relationship("RExclusive", fast.Exclusive),
		relationship("RTransitive", fast.Transitive),
		relationship("RLoose", beside...), relationship("RTree", fast.Exclusive, fast.Traversable),
		relationship("RSymmetric", fast.Symmetric), relationship("RAcyclic", fast.Acyclic),
	}
	t.plain = []fast.Entity{data, t.rels[3], t.rels[5], t.rels[9]}
	for i := range 3 {
		name := fmt.Sprintf("Tag%d", i)
		tag := t.a.NewTag(name)
		t.same("tag", tag, t.b.NewTag(name))
		t.tags = append(t.tags, tag)
	}
	for i, e := range slices.Concat(t.types[1:], []fast.Entity{t.mark.Entity(), data}, t.rels[3:], t.tags) {
		t.births[e] = i
	}
	t.properties()
}

// properties gives components and relationships some that decide where their values are, and who has them.
func (t *twin) properties() {
	both := func(e fast.Entity, id fast.ID) {
		t.sameError("property", t.a.Add(e, id), t.b.Add(e, id))
	}
	for i := 1; i <= 5; i++ {
		switch t.pick(8) {
		case 1:
			both(t.types[i], fast.Single(fast.Sparse))
		case 2:
			both(t.types[i], fast.Single(fast.DontInherit))
		case 3:
			both(t.types[i], fast.Pair(fast.OnInstantiate, fast.Override))
		case 4:
			both(t.types[i], fast.Pair(fast.OnInstantiate, fast.Inherit))
		}
	}
	switch t.pick(4) {
	case 1:
		both(t.rels[3], fast.Pair(fast.OnDeleteTarget, fast.Delete))
	case 2:
		if !t.flat {
			both(t.rels[4], fast.Single(fast.Union))
		}
	case 3:
		both(t.rels[3], fast.Pair(fast.With, t.tags[0]))
	}
}

// component declares a component in the general world.
func (t *twin) component(name string, scalar spec.Primitive) fast.Entity {
	var members []spec.Member
	if scalar != "" {
		members = []spec.Member{{Name: "V", Type: scalar}}
	}
	e, err := t.b.DeclareComponent(fast.Birth{Name: name, Unscoped: true}, members)
	if err != nil {
		t.fail("DeclareComponent %s: %v", name, err)
	}
	return e
}

// same compares two answers.
func (t *twin) same(what string, typed, general any) {
	if typed, general := fmt.Sprint(typed), fmt.Sprint(general); typed != general {
		t.fail("%s: typed %s, general %s", what, typed, general)
	}
}

// sameEntity compares new entities. Where they are alive and other ones because numbers come back
// in another order, the run is over.
func (t *twin) sameEntity(what string, typed, general fast.Entity) {
	if typed != general && (t.apart || t.diedTogether()) && t.a.Alive(typed) && t.b.Alive(general) {
		panic(errApart)
	}
	t.same(what, typed, general)
}

// noteLiving notes who is alive before an operation, where it matters who dies.
func (t *twin) noteLiving() {
	t.living = t.living[:0]
	if t.apart {
		return
	}
	for e := range t.births {
		if t.a.Alive(e) {
			t.living = append(t.living, e)
		}
	}
}

// diedTogether reports whether several entities have died in the operation. They die in the order
// of their rows, which is that in which they came into their tables: where one world gives ids at
// once and the other one by one, it is another.
func (t *twin) diedTogether() bool {
	died := 0
	for _, e := range t.living {
		if !t.a.Alive(e) {
			died++
		}
	}
	return died > 1
}

var errApart = errors.New("the numbers of the worlds are no longer the same")

// sameError compares the codes of two errors, nil being one.
func (t *twin) sameError(what string, typed, general error) {
	if codeOf(typed) != codeOf(general) {
		t.fail("%s: typed %v, general %v", what, typed, general)
	}
}

func codeOf(err error) string {
	var known *spec.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &known):
		return string(known.Code)
	}
	return err.Error()
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

// entity is one of those that are known; some are dead.
func (t *twin) entity() fast.Entity { return of(t.source, t.entities) }

// made takes a new entity into the list, in the place of another where there are many.
func (t *twin) made(e fast.Entity) {
	t.births[e] = len(t.births)
	if len(t.entities) < 20 {
		t.entities = append(t.entities, e)
	} else {
		t.entities[t.pick(len(t.entities))] = e
	}
}

// id is an id that can be added: a component, a tag or a pair.
func (t *twin) id() fast.ID {
	switch t.pick(6) {
	case 0, 1:
		return fast.Single(t.types[1+t.pick(5)])
	case 2:
		return fast.Single(of(t.source, t.tags))
	case 3:
		return t.mark.ID()
	}
	return fast.Pair(of(t.source, t.rels), t.entity())
}

// compare compares an entity in both worlds.
func (t *twin) compare(e fast.Entity) {
	alive := t.a.Alive(e)
	t.same("Alive", alive, t.b.Alive(e))
	if !alive {
		return
	}
	ids := t.a.IDs(e)
	t.same(fmt.Sprint("IDs of ", e), ids, t.b.IDs(e))
	for _, id := range ids {
		if want, known := t.value(e, id); known {
			t.same(fmt.Sprintf("value of %v on %v", id, e), numberAt(t.cell(e, id)), want)
		}
	}
	t.readers(e)
}

// value is the number that an entity owns or inherits for an id in the general world, -1 for none;
// known says that the id has values.
func (t *twin) value(e fast.Entity, id fast.ID) (n int, known bool) {
	first := id.First()
	if first != t.data && !slices.Contains(t.types[1:], first) {
		return 0, false
	}
	v, err := t.b.Value(e, id)
	if err != nil {
		t.fail("Value of %v: %v", id, err)
	}
	value, _ := v.(spec.Value)
	return numberIn(value), true
}

// cell is the address of a value in the typed world, by the id alone.
func (t *twin) cell(e fast.Entity, id fast.ID) cell {
	switch id.First() {
	case t.types[1]:
		return erased(fast.GetID[T1](t.a, e, id))
	case t.types[2], t.data:
		return erased(fast.GetID[T2](t.a, e, id))
	case t.types[3]:
		return erased(fast.GetID[T3](t.a, e, id))
	case t.types[4]:
		return erased(fast.GetID[T4](t.a, e, id))
	case t.types[5]:
		return erased(fast.GetID[T5](t.a, e, id))
	case t.types[6]:
		return erased(fast.GetID[T6](t.a, e, id))
	case t.types[7]:
		return erased(fast.GetID[T7](t.a, e, id))
	}
	return erased(fast.GetID[T8](t.a, e, id))
}

// readers compares every way to a component of an entity.
func (t *twin) readers(e fast.Entity) {
	readComponent(t, t.t1, 1, e)
	readComponent(t, t.t2, 2, e)
	readComponent(t, t.t3, 3, e)
	readComponent(t, t.t4, 4, e)
	readComponent(t, t.t5, 5, e)
	readComponent(t, t.t6, 6, e)
	readComponent(t, t.t7, 7, e)
	readComponent(t, t.t8, 8, e)
	t.same("Mark", []bool{t.mark.Has(e), t.mark.Owns(e), fast.Has[Mark](t.a, e)},
		[]bool{t.b.Has(e, t.mark.ID()), t.b.Owns(e, t.mark.ID()), t.b.Has(e, t.mark.ID())})
}

func readComponent[T any](t *twin, c *fast.Component[T], n int, e fast.Entity) {
	has, owns := t.b.Has(e, c.ID()), t.b.Owns(e, c.ID())
	t.same("Has", []bool{c.Has(e), fast.Has[T](t.a, e), c.Owns(e)}, []bool{has, has, owns})
	want, _ := t.value(e, c.ID())
	got := numberAt(erased(c.Get(e)))
	if got != want || numberAt(erased(fast.Get[T](t.a, e))) != want {
		t.fail("Get of T%d on %v: typed %d, general %d", n, e, got, want)
	}
	copied := -1
	value, err := t.a.Value(e, c.ID())
	if v, ok := value.(T); ok {
		copied = numberAt(erased(&v))
	}
	if err != nil || copied != want {
		t.fail("Value of T%d on %v: typed %v, %v, general %d", n, e, value, err, want)
	}
	own := numberAt(erased(c.Own(e)))
	if owns && own != want || !owns && own != -1 {
		t.fail("Own of T%d on %v: typed %d, general %d, owned %v", n, e, own, want, owns)
	}
}
