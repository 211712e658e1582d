package save

import (
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Part is the content of a file with some entities of a world. It is a world of its own, with the
// chosen entities under new indices, and a stand-in for each other entity that they mention. A
// stand-in has only the properties of its original.
type Part struct {
	World    *rules.World
	entities map[uint32]partEntity
	inside   int
	outside  int
	said     bool              // the file was marked as one of a part
	columns  map[uint32]column // the encoding of values, by component

	// Made maps the saved entities to those of the world that the part was loaded into, as far as
	// they exist.
	Made map[store.Entity]store.Entity
	// New has the entities that were created for the part, in order. Tops has those whose parents
	// are not among them.
	New, Tops []store.Entity
}

// partEntity is an entity of a part, or a stand-in.
type partEntity struct {
	was     store.Entity // its handle in the saved world
	outside bool
	path    string // of a stand-in; "" for a component of a Go type without a path
}

// maxPath is the maximum length of the path of an entity outside of a part.
const maxPath = 1 << 16

// Selection has the entities of a part.
type Selection struct {
	Entities []store.Entity
	Root     store.Entity // saved without its parent
}

// WritePart writes a part of a world.
func WritePart(w *rules.World, of Selection, out io.Writer, o *Options) error {
	m := &parter{
		w: w, o: o, root: of.Root.Index(), known: map[uint32]bool{}, columns: map[uint32]column{},
		paths: map[uint32]string{},
	}
	if err := m.choose(of.Entities); err != nil {
		return err
	}
	part, err := m.make()
	if err != nil {
		return err
	}
	return write(part.World, out, o, part)
}

// parter creates a part of a world.
type parter struct {
	w       *rules.World
	o       *Options
	root    uint32
	list    []store.Entity // the entities of the part, then the others that they mention
	inside  int
	known   map[uint32]bool // the entities in list
	columns map[uint32]column
	paths   map[uint32]string
}

// choose lists the entities of the part, and all that they mention.
func (m *parter) choose(entities []store.Entity) *spec.Error {
	for _, e := range entities {
		if c := m.w.Components[e.Index()]; m.known[e.Index()] || rules.IsBuiltin(e.Index()) ||
			c != nil && c.GoType != nil {
			continue
		}
		m.known[e.Index()] = true
		m.list = append(m.list, e)
	}
	m.inside = len(m.list)
	for at := 0; at < len(m.list); at++ { // grows in the loop
		if err := m.mentions(at); err != nil {
			return err
		}
	}
	return nil
}

// owned returns the ids of an entity that are saved; of an entity outside of the part, only its
// properties.
func (m *parter) owned(e store.Entity, outside bool) []store.ID {
	index := e.Index()
	return slices.DeleteFunc(m.w.OwnIDs(m.w.Table(index), index), func(id store.ID) bool {
		parent := id.IsPair() && id.First() == rules.ChildOf.Index()
		return outside && m.w.TraitsOf(id.First())&rules.TraitProperty == 0 || parent && m.root == index
	})
}

// mentions adds the entities that an entity of the list mentions.
func (m *parter) mentions(at int) *spec.Error {
	e, outside := m.list[at], at >= m.inside
	ids := m.owned(e, outside)
	if !outside {
		ids = append(ids, m.w.Marks[e.Index()]...)
	}
	for _, id := range ids {
		if err := m.mention(id.First(), e, outside); err != nil {
			return err
		}
		if id.IsPair() {
			if err := m.mention(id.Second(), e, outside); err != nil {
				return err
			}
		}
	}
	if outside {
		return nil
	}
	for _, id := range ids {
		if err := m.eachReference(e, id); err != nil {
			return err
		}
	}
	return nil
}

// eachReference adds the entities that a value contains.
func (m *parter) eachReference(e store.Entity, id store.ID) *spec.Error {
	cell, typ, _ := m.w.Store.Get(e, id)
	if cell == nil {
		return nil
	}
	col, err := m.column(m.w.TypedBy(id))
	if err != nil || !col.holdsEntities() {
		return err
	}
	copied := reflect.New(m.w.Store.GoType(typ)).UnsafePointer()
	if err := col.copy(m.w, typ, copied, cell); err != nil {
		return ofEntity(m.w, e, err)
	}
	var failed *spec.Error
	MapEntities(col.goType, copied, func(other store.Entity) store.Entity {
		if m.w.Store.Alive(other) && failed == nil {
			failed = m.mention(other.Index(), e, false)
		}
		return other
	}, false)
	return failed
}

func (m *parter) column(component uint32) (column, *spec.Error) {
	if col, known := m.columns[component]; known {
		return col, nil
	}
	col, err := columnOf(m.w, m.w.Components[component], m.o)
	m.columns[component] = col
	return col, err
}

// mention adds an entity that another one mentions. If only a stand-in mentions it and it has no
// path, it is left out.
func (m *parter) mention(index uint32, by store.Entity, fromOutside bool) *spec.Error {
	if m.known[index] || m.w.IsNoValue(index) {
		return nil
	}
	e := m.w.Entity(index)
	if c := m.w.Components[index]; c == nil || c.GoType == nil {
		path, found := m.w.PathOf(e, 0)
		if !found || len(path) > maxPath {
			if fromOutside || m.o.LeaveOut {
				return nil
			}
			return spec.Errorf(spec.CodeUnresolved,
				"%s mentions %s, which is outside of the part and cannot be found by name; name it and its parents, add it to the part, or pass FileLeaveOut",
				m.w.EntityText(by), m.w.EntityText(e))
		}
		m.paths[index] = path
	}
	m.known[index] = true
	m.list = append(m.list, e)
	return nil
}

// make copies the entities and stand-ins into the blank world of the part.
func (m *parter) make() (*Part, *spec.Error) {
	p := &Part{World: m.w.Blank(), entities: map[uint32]partEntity{}, inside: m.inside, outside: len(m.list) - m.inside}
	c := newCopier(m.w, p.World, m.columns)
	c.find = func(uint32) (store.Entity, *spec.Error) { return 0, nil } // left out
	c.wrote = func(store.Entity, store.ID) {}
	c.give = func(e store.Entity, id store.ID) *spec.Error { // as a fact, even if current rules would refuse it
		if !c.w.OwnsID(c.w.Table(e.Index()), e.Index(), id) {
			c.w.RawAdd(e.Index(), id)
		}
		return nil
	}
	c.setName = func(e store.Entity, index uint32) *spec.Error {
		if name := m.w.NameOf(index); name != "" {
			return c.w.FillName(e.Index(), name)
		}
		return nil
	}
	for _, e := range m.list[m.inside:] {
		c.bare[e.Index()] = true
	}
	m.w.ByOrder(m.list)
	for _, e := range m.list {
		index, made := e.Index(), c.w.RawCreate()
		c.list, c.to[index] = append(c.list, index), made
		p.entities[made.Index()] = partEntity{e, c.bare[index], m.paths[index]}
		if has := m.w.Components[index]; has != nil {
			if _, err := m.column(index); err != nil {
				return nil, err
			}
			c.w.FillComponent(made.Index(), has)
		}
	}
	for _, e := range m.list {
		index := e.Index()
		for _, id := range m.owned(e, c.bare[index]) {
			if made, ok, _ := c.id(id); ok {
				c.wanted[index] = append(c.wanted[index], wantedID{made, id})
			}
		}
		if err := c.w.FillStuck(c.to[index].Index(), m.w.StuckOn(index)); err != nil {
			return nil, err
		}
	}
	for relationship := range m.w.Sequences { // also of reserved relationships, which are in no part
		if rules.IsBuiltin(relationship) {
			c.w.RawAdd(relationship, store.Single(rules.Ordered.Index()))
		}
	}
	c.w.FillOrders() // of relationships that were Ordered, in profiles where properties are sticky
	if err := c.add(); err != nil {
		return nil, err
	}
	return p, c.rest()
}

// partSections writes which entities are in the part, and the paths of the others.
func (s *writer) partSections() {
	s.uint(uint64(s.part.inside))
	s.uint(uint64(s.part.outside))
	s.end(sectionPart)
	for _, index := range slices.Sorted(maps.Keys(s.part.entities)) {
		e := s.part.entities[index]
		s.uint(uint64(index))
		s.uint(uint64(e.was))
		s.buf = append(s.buf, byte(rules.Bit(e.outside)))
		if e.outside {
			s.text(e.path)
		}
		s.full(sectionMembers)
	}
	s.rest(sectionMembers)
}

// partHeader reads the mark that the file is one of a part.
func (r *reader) partHeader() {
	inside, outside := r.d.number(), r.d.number()
	switch {
	case r.part == nil:
		r.d.refuse(spec.Errorf(spec.CodeInvalid, "the file contains a part of a world; load it with LoadPart"))
	case r.part.said:
		r.d.fail("the file has two headers of a part")
	case inside > uint64(r.total) || outside > uint64(r.total) || inside+outside > uint64(r.total):
		r.d.fail("the header of the part is invalid")
	default:
		r.part.said, r.part.inside, r.part.outside = true, int(inside), int(outside)
	}
}

// member reads an entity of the part, or a stand-in.
func (r *reader) member() {
	index, was, flag := r.d.index(), store.Entity(r.d.number()), r.d.byte()
	e := partEntity{was: was, outside: flag == 1}
	if e.outside {
		e.path = r.d.text()
	}
	if r.d.err != nil {
		return
	}
	_, twice := r.part.entities[index]
	nameless := e.path != "" && slices.Contains(strings.Split(e.path, "."), "")
	if twice || nameless || rules.IsBuiltin(index) || rules.IsBuiltin(was.Index()) || flag > 1 ||
		len(e.path) > maxPath {
		r.d.fail("an entity of the part does not exist, or occurs twice")
		return
	}
	r.part.entities[index] = e
}

// checkMembers compares the entities of the part with the rows of the file.
func (r *reader) checkMembers() *spec.Error {
	p := r.part
	if p == nil {
		return nil
	}
	ok, outside := len(p.entities) == len(r.orders) && len(p.entities) == p.inside+p.outside, 0
	for _, placed := range r.orders {
		e, member := p.entities[placed.entity.Index()]
		ok = ok && member && placed.entity.Generation() == 0
		outside += rules.Bit(e.outside)
	}
	seen := map[store.Entity]bool{}
	for _, e := range p.entities {
		ok = ok && !seen[e.was]
		seen[e.was] = true
	}
	if !ok || outside != p.outside {
		return corrupt("the entities of the part differ from those of its rows")
	}
	return nil
}

// ReadPart reads a part. like is the world that it will be loaded into, for its component types; it
// is not changed.
func ReadPart(like *rules.World, in io.Reader, o *Options) (*Part, error) {
	r := &reader{
		like: like, o: o, components: map[uint32]fileComponent{},
		part: &Part{entities: map[uint32]partEntity{}, columns: map[uint32]column{}},
	}
	if err := r.whole(in); err != nil {
		return nil, err
	}
	r.part.World = r.w
	for index, c := range r.components {
		r.part.columns[index] = column{by: c.by, goType: r.w.Store.GoType(r.w.Components[index].Typ)}
	}
	return r.part, nil
}
