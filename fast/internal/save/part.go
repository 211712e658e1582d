package save

import (
	"bytes"
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

// selected has the entities that are written to the file of a part. They have other indices in the
// file.
type selected struct {
	root    store.Entity
	list    []store.Entity // the entities of the part, and the entities that they mention, in order of creation
	inside  int            // number of entities of the part
	index   map[uint32]uint32
	owned   map[uint32][]store.ID
	paths   map[uint32]string // paths of the entities outside of the part; "" for a component of a Go type
	numbers []uint32          // numbers that ids mention
}

// maxPath is the maximum length of the path of an entity outside of a part.
const maxPath = 1 << 16

// outside reports whether an entity is a stand-in, or reserved.
func (p *selected) outside(e store.Entity) bool {
	_, named := p.paths[e.Index()]
	return named || rules.IsBuiltin(e.Index())
}

// lacks reports whether an entity of the user is not in the file.
func (p *selected) lacks(index uint32) bool {
	_, known := p.index[index]
	return !known
}

// WritePart writes a part of a world. The parent of root, if it has one, is not saved. If the part
// cannot be written, nothing is written to out.
func WritePart(w *rules.World, entities []store.Entity, root store.Entity, out io.Writer, o *Options) error {
	var file bytes.Buffer
	p := &selected{
		root: root, index: map[uint32]uint32{}, owned: map[uint32][]store.ID{}, paths: map[uint32]string{},
	}
	s := &writer{w: w, o: o, out: &file, columns: map[uint32]column{}, buf: make([]byte, head), part: p}
	if s.choose(entities); s.err != nil {
		return s.err
	}
	s.group()
	var components []uint32
	for _, e := range p.list {
		if w.Components[e.Index()] != nil {
			components = append(components, e.Index())
		}
	}
	if err := s.write(components, p.numbers); err != nil {
		return err
	}
	_, err := file.WriteTo(out)
	return err
}

// choose lists the entities of the part, and all that they mention.
func (s *writer) choose(entities []store.Entity) {
	p := s.part
	for _, e := range entities {
		c := s.w.Components[e.Index()]
		if p.lacks(e.Index()) && !rules.IsBuiltin(e.Index()) && (c == nil || c.GoType == nil) {
			p.index[e.Index()] = 0
			p.list = append(p.list, e)
		}
	}
	p.inside = len(p.list)
	for at := 0; at < len(p.list) && s.err == nil; at++ { // grows in the loop
		s.follow(p.list[at])
	}
	s.w.ByOrder(p.list)
	for i, e := range p.list {
		p.index[e.Index()] = uint32(rules.Reserved + i)
	}
	for i, n := range p.numbers {
		p.index[s.w.Number(n).Index()] = uint32(rules.Reserved + len(p.list) + i)
	}
}

// follow adds the entities that an entity of the list mentions. Of the ids of an entity outside of
// the part, only the properties are saved.
func (s *writer) follow(e store.Entity) {
	index, outside := e.Index(), s.part.outside(e)
	ids := slices.DeleteFunc(s.w.OwnIDs(s.w.Table(index), index), func(id store.ID) bool {
		return outside && s.w.TraitsOf(id.First())&rules.TraitProperty == 0 || s.part.root == e && isParent(id)
	})
	s.part.owned[index] = ids
	mentions := ids
	if !outside {
		mentions = append(slices.Clip(ids), s.w.Marks[index]...)
	}
	for _, id := range mentions {
		s.mention(id.First(), e)
		if id.IsPair() {
			s.mention(id.Second(), e)
		}
	}
	for _, id := range ids {
		if cell, _, _ := s.w.Store.Get(e, id); cell != nil && !outside {
			s.mentionValue(s.w.TypedBy(id), cell, e)
		}
	}
}

// mentionValue adds the entities that a value contains.
func (s *writer) mentionValue(component uint32, cell unsafe.Pointer, by store.Entity) {
	col := s.column(component)
	if s.err != nil || !col.holdsEntities() {
		return
	}
	_, err := col.append(nil, cell, func(e store.Entity) store.Entity {
		if s.w.Store.Alive(e) {
			s.mention(e.Index(), by)
		}
		return e
	})
	s.refuse(by, err)
}

// mention adds an entity that another one mentions. If only a stand-in mentions it and it has no
// path, it is left out.
func (s *writer) mention(index uint32, by store.Entity) {
	p, c := s.part, s.w.Components[index]
	if s.err != nil || rules.IsBuiltin(index) || !p.lacks(index) {
		return
	}
	if n, is := s.w.NumberAt(index); is {
		p.index[index] = 0
		p.numbers = append(p.numbers, n)
		return
	}
	e, path, found := s.w.Entity(index), "", true
	if c == nil || c.GoType == nil {
		path, found = s.w.PathOf(e, 0)
	}
	switch {
	case found && len(path) <= maxPath:
		p.index[index], p.paths[index] = 0, path
		p.list = append(p.list, e)
	case !s.o.LeaveOut && !p.outside(by):
		s.err = spec.Errorf(spec.CodeUnresolved,
			"%s mentions %s, which is outside of the part and cannot be found by name; name it and its parents, add it to the part, or pass FileLeaveOut",
			s.w.EntityText(by), s.w.EntityText(e))
	}
}

// group collects the entities with the same ids into sets. Reserved relationships are not in a
// part, but the sources of their pairs may have an order. So group adds a set with the reserved
// relationships that are Ordered.
func (s *writer) group() {
	at := map[string]int{}
	for _, e := range s.part.list {
		ids := s.kept(s.part.owned[e.Index()])
		s.part.owned[e.Index()] = ids
		key := string(appendIDs(nil, ids))
		if _, known := at[key]; !known {
			at[key] = len(s.sets)
			s.sets = append(s.sets, savedSet{ids: ids})
		}
		s.sets[at[key]].rows = append(s.sets[at[key]].rows, e)
	}
	ordered := savedSet{ids: []store.ID{rules.HiddenMark, store.Single(rules.Ordered.Index())}}
	for _, relationship := range slices.Sorted(maps.Keys(s.w.Sequences)) {
		if rules.IsBuiltin(relationship) && s.w.TraitsOf(relationship)&rules.TraitOrdered != 0 {
			ordered.rows = append(ordered.rows, store.MakeEntity(relationship, 0))
		}
	}
	if len(ordered.rows) > 0 {
		s.sets = append(s.sets, ordered)
	}
}

// kept returns those ids of a list whose entities the file has.
func (s *writer) kept(ids []store.ID) []store.ID {
	if s.part == nil {
		return ids
	}
	lacks := func(index uint32) bool { return !rules.IsBuiltin(index) && s.part.lacks(index) }
	return slices.DeleteFunc(slices.Clone(ids), func(id store.ID) bool {
		return lacks(id.First()) || id.IsPair() && lacks(id.Second())
	})
}

// lost reports whether an entity does not have an id in the file.
func (s *writer) lost(index uint32, id store.ID) bool {
	return s.part != nil && !slices.Contains(s.part.owned[index], id)
}

// cell returns the value of an id, which is zero for an entity outside of the part.
func (s *writer) cell(e store.Entity, id store.ID, col *column) unsafe.Pointer {
	if s.part.outside(e) {
		return reflect.New(col.goType).UnsafePointer()
	}
	cell, _, _ := s.w.Store.Get(e, id)
	return cell
}

// handle converts an entity to the handle that values in the file of a part contain. It returns the
// zero Entity if e is dead or left out.
func (s *writer) handle(e store.Entity) store.Entity {
	if !s.w.Store.Alive(e) {
		return 0
	}
	return store.MakeEntity(s.index(e.Index()), 0)
}

// members writes which entities are in the part, and the paths of the others.
func (s *writer) members() {
	p := s.part
	s.record(sectionPart)
	s.uint(uint64(p.inside))
	s.uint(uint64(len(p.list) - p.inside))
	for _, e := range p.list {
		s.record(sectionMembers)
		s.element(e.Index())
		s.uint(uint64(e))
		s.byte(byte(rules.Bit(p.outside(e))))
		if p.outside(e) {
			s.text(p.paths[e.Index()])
		}
	}
}

// Part is the content of a file with some entities of a world. Its world has the entities of the
// part under other indices, and a stand-in for each other entity that they mention. A stand-in has
// only the properties of its original and, for a component, the type.
type Part struct {
	world    *rules.World
	entities map[uint32]partEntity
	inside   int
	outside  int
	said     bool                     // the file was marked as one of a part
	columns  map[uint32]fileComponent // by component

	// Made maps the saved entities to those of the world that the part was loaded into, as far as
	// they exist.
	Made map[store.Entity]store.Entity
	// New has the entities that were created for the part, in order. Tops has the entities of New
	// whose parents are not in New.
	New, Tops []store.Entity
}

// partEntity is an entity of a part, or a stand-in.
type partEntity struct {
	was     store.Entity // its handle in the saved world
	outside bool
	path    string // of a stand-in; "" for a component of a Go type
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

// checkPart refuses the file of a whole world if a part is expected.
func (r *reader) checkPart() {
	if r.part != nil && !r.part.said {
		r.d.refuse(spec.Errorf(spec.CodeInvalid, "the file contains a whole world, not a part; load it with Load"))
	}
}

// member reads an entity of the part, or a stand-in.
func (r *reader) member() {
	if r.part == nil {
		r.d.fail("the file has entities of a part but no header of a part")
		return
	}
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
		r.d.fail("an entity of the part is reserved, occurs twice, or has an invalid flag or path")
		return
	}
	r.part.entities[index] = e
}

// checkMembers compares the entities of the part with the rows of the file.
func (r *reader) checkMembers() {
	p := r.part
	ok, outside := len(p.entities) == len(r.orders) && len(p.entities) == p.inside+p.outside, 0
	seen := map[store.Entity]bool{}
	for _, placed := range r.orders {
		e, member := p.entities[placed.entity.Index()]
		ok = ok && member && placed.entity.Generation() == 0 && !seen[e.was]
		seen[e.was] = true
		outside += rules.Bit(e.outside)
	}
	if !ok || outside != p.outside {
		r.d.fail("the entities of the part differ from those of its rows")
	}
}

// ReadPart reads a part. like is the world that it will be loaded into, for its component types; it
// is not changed.
func ReadPart(like *rules.World, in io.Reader, o *Options) (*Part, error) {
	p := &Part{entities: map[uint32]partEntity{}}
	r, err := read(like, in, o, p)
	if err != nil {
		return nil, err
	}
	p.world, p.columns = r.w, r.components
	return p, nil
}
