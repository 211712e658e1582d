package save

import (
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Part is the content of a file of some entities: a world of its own with the entities that were chosen, numbered anew, and a stand-in for
// each other entity that these mention. A stand-in has the properties of the other one and nothing else.
type Part struct {
	World    *rules.World
	entities map[uint32]partEntity
	inside   int
	outside  int
	said     bool              // the file is of a part
	columns  map[uint32]column // how values were written, by component

	// Made has the entities of the world that the part was loaded into, by those that were saved, as far as there is one.
	Made map[store.Entity]store.Entity
	// New are those that the load has made for entities of the part, in their order; Tops those whose parents are none of them.
	New, Tops []store.Entity
}

// partEntity is an entity of a part, or a stand-in.
type partEntity struct {
	was     store.Entity // its handle in the world that was saved
	outside bool
	path    string // of a stand-in; "" for a component of a Go type without one
}

// maxPath is how long the path of an entity outside of a part may be.
const maxPath = 1 << 16

// Selection says which entities of a world a part has.
type Selection struct {
	Entities []store.Entity
	Root     store.Entity // goes without its parent
}

// WritePart writes a part of a world.
func WritePart(w *rules.World, of Selection, out io.Writer, o *Options) error {
	m := &parter{w: w, o: o, root: of.Root.Index(), index: map[uint32]uint32{}, columns: map[uint32]column{}, paths: map[uint32]string{}}
	if err := m.choose(of.Entities); err != nil {
		return err
	}
	part, err := m.make()
	if err != nil {
		return err
	}
	return write(part.World, out, o, part)
}

// parter makes a part of a world.
type parter struct {
	w       *rules.World
	o       *Options
	root    uint32
	list    []store.Entity // the entities of the part, then the others that they mention
	inside  int
	index   map[uint32]uint32 // in the part by that in the world; 0 for an entity that has not got its index yet
	columns map[uint32]column
	paths   map[uint32]string
	r       *reader // fills the world of the part
}

// choose lists the entities of the part, and all that they mention.
func (m *parter) choose(entities []store.Entity) *spec.Error {
	for _, e := range entities {
		_, twice := m.index[e.Index()]
		if c := m.w.Components[e.Index()]; twice || rules.IsBuiltin(e.Index()) || c != nil && c.GoType != nil {
			continue
		}
		m.index[e.Index()] = 0
		m.list = append(m.list, e)
	}
	m.inside = len(m.list)
	for at := 0; at < len(m.list); at++ { // it grows
		if err := m.mentions(at); err != nil {
			return err
		}
	}
	return nil
}

// owned are the ids of an entity of the world that the part keeps: of one that is outside, its properties.
func (m *parter) owned(e store.Entity, outside bool) []store.ID {
	index := e.Index()
	return slices.DeleteFunc(m.w.OwnIDs(m.w.Table(index), index), func(id store.ID) bool {
		parent := id.IsPair() && id.First() == rules.ChildOf.Index()
		return outside && m.w.TraitsOf(id.First())&rules.TraitProperty == 0 || parent && m.root == index
	})
}

// mentions notes the entities that the one at a place of the list mentions.
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

// eachReference notes the entities that a value mentions.
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
	if err := m.copy(&col, typ, copied, cell); err != nil {
		return ofEntity(m.w, e, err)
	}
	var failed *spec.Error
	col.mapEntities(copied, func(other store.Entity) store.Entity {
		if m.w.Store.Alive(other) && failed == nil {
			failed = m.mention(other.Index(), e, false)
		}
		return other
	})
	return failed
}

// copy copies a value so deep that the entities in it can be changed.
func (m *parter) copy(col *column, typ store.TypeIndex, to, from unsafe.Pointer) *spec.Error {
	if col.by != byJSON {
		m.w.Store.CopyCell(typ, to, from)
		return nil
	}
	data, err := col.append(nil, from)
	if err != nil {
		return err
	}
	d := decoder{b: data}
	col.read(&d, to, func(e store.Entity) store.Entity { return e })
	return d.err
}

func (m *parter) column(component uint32) (column, *spec.Error) {
	if col, known := m.columns[component]; known {
		return col, nil
	}
	col, err := columnOf(m.w, m.w.Components[component], m.o)
	m.columns[component] = col
	return col, err
}

// mention notes an entity that another one mentions. One that only a stand-in mentions is left out if it has no path.
func (m *parter) mention(index uint32, by store.Entity, fromOutside bool) *spec.Error {
	if _, known := m.index[index]; known || rules.IsBuiltin(index) {
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
				"%s mentions %s, which is outside of the part and has no path by which a load could find it; name it and its parents, choose it too, or say FileLeaveOut",
				m.w.EntityText(by), m.w.EntityText(e))
		}
		m.paths[index] = path
	}
	m.index[index] = 0
	m.list = append(m.list, e)
	return nil
}

// make makes the world of the part.
func (m *parter) make() (*Part, *spec.Error) {
	p := &Part{entities: map[uint32]partEntity{}, inside: m.inside, outside: len(m.list) - m.inside}
	outside := map[store.Entity]bool{}
	for _, e := range m.list[m.inside:] {
		outside[e] = true
	}
	sorted := slices.Clone(m.list)
	m.w.ByOrder(sorted)
	for i, e := range sorted {
		m.index[e.Index()] = rules.Reserved + uint32(i)
	}
	m.r = &reader{
		w: m.w.Blank(), like: m.w, o: &Options{Indices: rules.Reserved + len(sorted)}, components: map[uint32]fileComponent{},
		indices: rules.Reserved + len(sorted), total: len(sorted), done: len(sorted),
	}
	sets := map[string]int{}
	for i, e := range sorted {
		ours := store.MakeEntity(m.index[e.Index()], 0)
		p.entities[ours.Index()] = partEntity{e, outside[e], m.paths[e.Index()]}
		m.r.orders = append(m.r.orders, placed{int64(i), ours})
		if err := m.enter(e, ours, outside[e], sets); err != nil {
			return nil, err
		}
	}
	m.ordered()
	m.r.wanted = len(m.r.sets)
	if err := m.r.build(); err != nil {
		return nil, err
	}
	for _, e := range m.list[:m.inside] {
		if err := m.values(e); err != nil {
			return nil, err
		}
	}
	m.arrange()
	if err := m.r.finish(); err != nil {
		return nil, err
	}
	p.World = m.r.w
	return p, nil
}

// enter hands an entity to the reader, with its ids, its name and its marks.
func (m *parter) enter(e, ours store.Entity, outside bool, sets map[string]int) *spec.Error {
	index := e.Index()
	if c := m.w.Components[index]; c != nil {
		col, err := m.column(index)
		if err != nil {
			return err
		}
		m.r.components[ours.Index()] = fileComponent{column: col, declared: &rules.Component{Members: c.Members, GoType: c.GoType, Typ: c.Typ, Open: c.Open}}
	}
	ids := m.ids(m.owned(e, outside))
	key := string(appendIDs(nil, ids))
	n, known := sets[key]
	if !known {
		n = len(m.r.sets)
		sets[key] = n
		m.r.sets = append(m.r.sets, fileSet{ids: ids, next: make([]int, len(ids))})
	}
	set := &m.r.sets[n]
	set.rows = append(set.rows, ours)
	for i := range set.next {
		set.next[i]++ // values are copied, none is missing
	}
	if outside {
		return nil
	}
	if name := m.w.NameOf(index); name != "" {
		m.r.names = append(m.r.names, fileName{ours.Index(), name})
	}
	beside := func(to []fileList, ids []store.ID) []fileList {
		if len(ids) == 0 {
			return to
		}
		return append(to, fileList{ours.Index(), ids})
	}
	m.r.stuck = beside(m.r.stuck, m.w.StuckOn(index))
	m.r.marks = beside(m.r.marks, m.ids(m.w.Marks[index]))
	m.r.off = beside(m.r.off, slices.DeleteFunc(m.ids(m.w.Off(index)), func(id store.ID) bool { return !slices.Contains(ids, id) }))
	return nil
}

// ordered makes the reserved relationships Ordered that are so in the world: they are in no part, and the part has orders of their pairs.
func (m *parter) ordered() {
	set := fileSet{ids: []store.ID{store.Single(rules.Ordered.Index()), rules.HiddenMark}}
	for relationship := range m.w.Sequences {
		if rules.IsBuiltin(relationship) {
			set.rows = append(set.rows, store.MakeEntity(relationship, 0))
		}
	}
	if len(set.rows) == 0 {
		return
	}
	slices.Sort(set.rows)
	set.next = []int{len(set.rows), len(set.rows)}
	m.r.sets = append(m.r.sets, set)
	m.r.total += len(set.rows)
	m.r.done += len(set.rows)
}

// ids are those of the part, without the ones that it cannot have.
func (m *parter) ids(of []store.ID) []store.ID {
	var list []store.ID
	for _, id := range of {
		if ours, ok := m.id(id); ok {
			list = append(list, ours)
		}
	}
	return list
}

func (m *parter) id(id store.ID) (store.ID, bool) {
	first, ok := m.element(id.First())
	if !ok || !id.IsPair() {
		return store.Single(first), ok
	}
	second, ok := m.element(id.Second())
	return store.Pair(first, second), ok
}

func (m *parter) element(index uint32) (uint32, bool) {
	if rules.IsBuiltin(index) {
		return index, true
	}
	ours, ok := m.index[index]
	return ours, ok
}

// values copies the values of an entity. In those that can be taken apart the part has its own entities.
func (m *parter) values(e store.Entity) *spec.Error {
	ours := store.MakeEntity(m.index[e.Index()], 0)
	for _, id := range m.owned(e, false) {
		to, ok := m.id(id)
		cell, _, _ := m.w.Store.Get(e, id)
		if !ok || cell == nil {
			continue
		}
		col, err := m.column(m.w.TypedBy(id))
		if err != nil {
			return err
		}
		mine, typ, _ := m.r.w.Store.Get(ours, to)
		if err := m.copy(&col, typ, mine, cell); err != nil {
			return ofEntity(m.w, e, err)
		}
		col.mapEntities(mine, func(other store.Entity) store.Entity {
			if index, ok := m.index[other.Index()]; ok && m.w.Store.Alive(other) {
				return store.MakeEntity(index, 0)
			}
			return keepReserved(other)
		})
	}
	return nil
}

// keepReserved finds an entity in a blank world: the reserved ones are in all, others in none.
func keepReserved(e store.Entity) store.Entity {
	if rules.IsBuiltin(e.Index()) {
		return e
	}
	return 0
}

// arrange gives the sources of the part their order.
func (m *parter) arrange() {
	for _, relationship := range slices.Sorted(maps.Keys(m.w.Sequences)) {
		o := m.w.Sequences[relationship]
		targets := o.Targets(nil)
		slices.Sort(targets)
		for _, target := range targets {
			id, ok := m.id(store.Pair(relationship, target))
			if !ok {
				continue
			}
			list := fileOrder{id: id}
			for _, source := range o.Sources(nil, target) {
				if ours, ok := m.index[source]; ok && m.r.w.OwnsID(m.r.w.Table(ours), ours, id) {
					list.sources = append(list.sources, ours)
				}
			}
			m.r.arranged = append(m.r.arranged, list)
		}
	}
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

// partHeader reads that the file is of a part.
func (r *reader) partHeader() {
	inside, outside := r.d.number(), r.d.number()
	switch {
	case r.part == nil:
		r.d.fail("the file is of a part of a world; LoadPart reads it")
	case r.part.said:
		r.d.fail("the file says twice that it is of a part")
	case inside > uint64(r.total) || outside > uint64(r.total) || inside+outside > uint64(r.total):
		r.d.fail("the numbers of the part cannot be")
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
	if twice || nameless || rules.IsBuiltin(index) || rules.IsBuiltin(was.Index()) || flag > 1 || len(e.path) > maxPath {
		r.d.fail("an entity of the part is none, or comes twice")
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
		return spec.Errorf(spec.CodeInvalid, "the entities of the part are not those that have rows")
	}
	return nil
}

// ReadPart gives the part of a file, to be loaded into a world whose component types it needs. That one is not changed.
func ReadPart(like *rules.World, in io.Reader, o *Options) (*Part, error) {
	r := &reader{like: like, o: o, components: map[uint32]fileComponent{}, part: &Part{entities: map[uint32]partEntity{}, columns: map[uint32]column{}}}
	if err := r.whole(in); err != nil {
		return nil, err
	}
	r.part.World = r.w
	for index, c := range r.components {
		r.part.columns[index] = column{by: c.by, goType: r.w.Store.GoType(r.w.Components[index].Typ)}
	}
	return r.part, nil
}
