package save

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"reflect"
	"strings"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// reader fills a blank world from a file.
type reader struct {
	w             *rules.World // the blank world that is filled
	like          *rules.World // the world that w will replace
	o             *Options
	d             decoder
	at            int64  // offset of the section
	number        uint64 // number of the section
	kind          byte   // kind of the section
	scope         store.Entity
	indices       int
	minGeneration uint32
	total         int
	wanted        int // number of sets

	reserved   [rules.Reserved]uint32 // by index in the file: the reserved entity of this program, 0 for none
	components map[uint32]fileComponent
	numbers    []fileNumber
	sets       []fileSet
	orders     []placed
	stage      int // the position of the last section in sectionsOf
	done       int
	part       *Part // nil for a whole world
}

type fileComponent struct {
	column   // as in the file
	declared *rules.Component
}

// fileNumber is a number as a target, with its index.
type fileNumber struct{ number, index uint32 }

type fileSet struct {
	ids       []store.ID // in the order of the file
	rows      []store.Entity
	next      []int // by id: the next row that gets a value
	table     store.Table
	start     int
	scattered bool // its entities are in several tables
}

type placed struct {
	order  int64
	entity store.Entity
}

// wrap adds the position in the file to an error.
func (r *reader) wrap(err *spec.Error) *spec.Error {
	return spec.Errorf(err.Code, "the file, section %d (%q) at byte %d: %s", r.number, rune(r.kind), r.at, err.Message)
}

// Read reads a world that can replace like by a restore. It uses the component types of like and
// does not change it.
func Read(like *rules.World, in io.Reader, o *Options) (*rules.World, error) {
	r, err := read(like, in, o, nil)
	return r.w, err
}

func read(like *rules.World, in io.Reader, o *Options, part *Part) (*reader, error) {
	r := &reader{like: like, o: o, part: part, components: map[uint32]fileComponent{}}
	return r, r.whole(in)
}

// whole reads a file to its end.
func (r *reader) whole(in io.Reader) error {
	var start [len(magic) + 4]byte
	if _, err := io.ReadFull(in, start[:]); err != nil {
		return damaged(err, "it ends within its first 12 bytes")
	}
	if string(start[:len(magic)]) != magic {
		return spec.Errorf(spec.CodeInvalid,
			"the input is not a saved world: it does not begin with %q; pass a file that Save wrote", magic)
	}
	if v := binary.LittleEndian.Uint32(start[len(magic):]); v != version {
		return spec.Errorf(spec.CodeUnsupported,
			"the file has format version %d, and this program reads version %d; save the world again with this version",
			v, version)
	}
	r.at = int64(len(start))
	for r.kind != sectionEnd {
		content, err := r.section(in)
		if err != nil {
			return err
		}
		if err := r.take(content); err != nil {
			return r.wrap(err)
		}
		r.at += int64(len(content)) + head + 4
		r.number++
	}
	return nil
}

// sectionsOf has the kinds of sections in the order of the file. The function read reads one
// record. The function before runs once, before the first section of its kind or a later one.
var sectionsOf = []struct {
	kind         byte
	read, before func(*reader)
}{
	{sectionHeader, (*reader).header, nil},
	{sectionReserved, (*reader).reservedEntity, nil},
	{sectionPart, (*reader).partHeader, nil},
	{sectionMembers, (*reader).member, (*reader).checkPart},
	{sectionComponents, (*reader).component, nil},
	{sectionNumbers, (*reader).aNumber, nil},
	{sectionSets, (*reader).set, nil},
	{sectionRows, (*reader).rows, nil},
	{sectionData, (*reader).data, (*reader).adopt},
	{sectionNames, (*reader).name, (*reader).settle},
	{sectionMarks, (*reader).overrides, nil},
	{sectionOff, (*reader).off, nil},
	{sectionOrders, (*reader).order, func(r *reader) { r.w.FillOrders() }},
	{sectionEnd, (*reader).last, nil},
}

func damaged(err error, short string) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return spec.Errorf(spec.CodeInvalid, "the file of the world is incomplete: %s; save it again", short)
	}
	return err
}

// section reads the next section. Beyond the first megabyte it allocates memory only as content
// arrives, even if the header of the section claims more.
func (r *reader) section(in io.Reader) ([]byte, error) {
	var start [head]byte
	r.kind = 0
	if _, err := io.ReadFull(in, start[:]); err != nil {
		return nil, damaged(err, "it has no end section")
	}
	r.kind = start[0]
	n := binary.LittleEndian.Uint32(start[1:])
	if n > maxValue {
		return nil, r.wrap(corrupt("a section has %d bytes, more than Save ever writes", n))
	}
	var body bytes.Buffer
	body.Grow(min(int(n)+4, 1<<20) + bytes.MinRead)
	if _, err := io.CopyN(&body, in, int64(n)+4); err != nil {
		return nil, damaged(err, "it ends within a section")
	}
	buf := body.Bytes()
	content := buf[:n]
	sum := crc32.Update(crc32.Checksum(start[:], castagnoli), castagnoli, content)
	if sum != binary.LittleEndian.Uint32(buf[n:]) {
		return nil, r.wrap(corrupt("the checksum of the section is wrong"))
	}
	return content, nil
}

// take reads the records of a section. It first runs the before functions up to this kind that have
// not run yet.
func (r *reader) take(content []byte) *spec.Error {
	r.d.b = content
	at := len(sectionsOf) - 1
	for at >= 0 && sectionsOf[at].kind != r.kind {
		at--
	}
	if at < r.stage || (at == 0) != (r.number == 0) {
		r.d.fail("a section of this kind may not follow here")
	}
	for ; r.stage < at && r.d.err == nil; r.stage++ {
		if before := sectionsOf[r.stage+1].before; before != nil {
			before(r)
		}
	}
	if len(content) == 0 {
		r.d.fail("the section is empty")
	}
	for r.d.more() {
		sectionsOf[at].read(r)
	}
	return r.d.err
}

func (r *reader) header() {
	d := &r.d
	profile := d.text()
	scope, indices, minGeneration := d.number(), d.number(), d.number()
	total, sets := d.number(), d.number()
	switch {
	case d.err != nil:
	case len(d.b) > 0:
		d.fail("the header is longer than it should be")
	case profile != r.like.Profile.Name:
		d.refuse(spec.Errorf(spec.CodeInvalid,
			"the saved world has the profile %s and this world %s; create the world with WithProfile", profile,
			r.like.Profile.Name))
	case indices > 1<<32 || minGeneration > 1<<31 || total > indices || sets > total:
		d.fail("the header is invalid")
	}
	if d.err != nil {
		return
	}
	r.scope, r.indices, r.minGeneration = store.Entity(scope), int(indices), uint32(minGeneration)
	r.total, r.wanted = int(total), int(sets)
	r.w = r.like.Blank()
}

func (r *reader) reservedEntity() {
	index, handle := r.d.index(), r.d.text()
	if index == 0 || index >= rules.Reserved || r.reserved[index] != 0 {
		r.d.fail("the index %d of a reserved entity is invalid or occurs twice", index)
		return
	}
	for ours := uint32(1); ours < rules.Reserved; ours++ {
		if name := reservedHandle(ours); name != "" && name == handle &&
			(name[0] == '#' || r.w.ReservedNames[name] != 0) {
			r.reserved[index] = ours
		}
	}
}

// element translates an index of the file.
func (r *reader) element(index uint32) uint32 {
	if index >= rules.Reserved {
		return index
	}
	ours := r.reserved[index]
	if ours == 0 {
		r.d.fail("the reserved entity %d does not exist in this profile", index)
	}
	return ours
}

// entity translates an entity of the file.
func (r *reader) entity(e store.Entity) store.Entity {
	if index := e.Index(); index > 0 && index < rules.Reserved && e.Generation() == 0 {
		return store.MakeEntity(r.reserved[index], 0)
	}
	return e
}

func (r *reader) id() store.ID {
	id := r.d.id()
	first := r.element(id.First())
	if !id.IsPair() {
		return store.Single(first)
	}
	return store.Pair(first, r.element(id.Second()))
}

// list reads an entity and ids. The entity and the elements of the ids must be alive.
func (r *reader) list() (store.Entity, []store.ID) {
	index, ids := r.element(r.d.index()), r.ids()
	ok := r.isElement(index)
	for _, id := range ids {
		ok = ok && r.isElement(id.First()) && (!id.IsPair() || r.isElement(id.Second()))
	}
	if r.d.err == nil && !ok {
		r.d.fail("a list of overrides or disabled ids contains an entity that is not alive")
	}
	if r.d.err != nil {
		return 0, nil
	}
	return r.w.Entity(index), ids
}

func (r *reader) ids() []store.ID {
	list := make([]store.ID, r.d.length(1))
	for i := range list {
		list[i] = r.id()
	}
	return list
}

func (r *reader) component() {
	d := &r.d
	index, flags, typed := d.index(), d.byte(), d.byte()
	c := &rules.Component{}
	var name string
	switch typed {
	case untyped:
	case typedByMembers:
		var members []spec.Member
		for range d.length(2) {
			members = append(members, spec.Member{Name: d.text(), Type: spec.Primitive(d.text())})
		}
		if d.refuse(spec.CheckMembers(members)) {
			c = r.w.ByMembers(members)
		}
	case typedByGo, typedLikeGo:
		name = d.text()
	default:
		d.fail("a component has the unknown kind of type %d", typed)
	}
	by := d.byte()
	var fields []field
	if by == byFields {
		for range d.length(3) {
			f := field{path: d.text(), kind: kind(d.byte()), count: int(d.index())}
			if f.kind == 0 || f.kind > lastKind || f.count == 0 {
				d.fail("a field has an unknown kind")
			}
			fields = append(fields, f)
		}
	}
	if _, twice := r.components[index]; twice || index < rules.Reserved {
		d.fail("the component %d occurs twice or is reserved", index)
	}
	if d.err != nil {
		return
	}
	if c.Open = flags&1 != 0; name != "" {
		goType, err := r.goTypeOf(name)
		if !d.refuse(err) {
			return
		}
		c.Typ = typeIn(r.w.Store, goType)
		if typed == typedByGo {
			c.GoType = goType
		}
	}
	col, err := columnOf(r.w, c, r.o)
	if err == nil {
		err = col.fit(by, fields)
	}
	if d.refuse(err) {
		r.components[index] = fileComponent{col, c}
	}
}

// goTypeOf returns the Go type with a name, among the types that like has registered and the
// predeclared types. If only a type of another package has that name, the error suggests it.
func (r *reader) goTypeOf(name string) (reflect.Type, *spec.Error) {
	want, base := name, name[strings.LastIndexByte(name, '.')+1:]
	if t := r.o.Types[name]; t != nil {
		want = typeName(t)
	}
	var alike reflect.Type
	for _, c := range r.like.Components {
		switch t := cmp.Or(c.GoType, r.like.Store.GoType(c.Typ)); {
		case t != nil && typeName(t) == want:
			return t, nil
		case t != nil && t.Name() == base:
			alike = t
		}
	}
	for _, t := range kinds[1:] {
		if t.PkgPath() == "" && t.Name() == want {
			return t, nil
		}
	}
	if alike == nil {
		return nil, spec.Errorf(spec.CodeUnresolved,
			"the file has the component type %s, which this world does not know; call Register for it before Load", name)
	}
	return nil, spec.Errorf(spec.CodeUnresolved,
		"the file has the component type %s, and this world has %s; if that is the type, pass FileType[%s](%q)",
		name, typeName(alike), alike, name)
}

// typeIn returns the column type of a Go type, which it registers at first use.
func typeIn(s *store.Store, t reflect.Type) store.TypeIndex {
	if t == reflect.TypeFor[string]() {
		store.Register[string](s) // strings are common, and a registered type is moved without reflection
	}
	return store.RegisterType(s, t)
}

// data reads the values of an id for consecutive rows.
func (r *reader) data() {
	d := &r.d
	n, p, row, count := d.number(), d.number(), d.number(), d.number()
	if d.err != nil {
		return
	}
	if n >= uint64(len(r.sets)) || p >= uint64(len(r.sets[n].ids)) || row != uint64(r.sets[n].next[p]) ||
		count == 0 || count > uint64(len(r.sets[n].rows))-row {
		d.fail("values belong to a set that does not exist, or are out of order")
		return
	}
	set := &r.sets[n]
	set.next[p] += int(count)
	rows := set.rows[row : row+count]
	if id := set.ids[p]; rules.IsMark(id) {
		r.targets(id, rows)
	} else {
		r.values(set, id, int(row), rows)
	}
	if d.err == nil && len(d.b) > 0 {
		d.fail("the section is longer than its values")
	}
}

func (r *reader) targets(id store.ID, rows []store.Entity) {
	for _, e := range rows {
		target := r.element(r.d.index())
		if r.d.err != nil {
			return
		}
		pair := store.Pair(id.First(), target)
		if !r.isElement(target) || r.w.TypedBy(pair) != 0 {
			r.d.fail("the target of a pair is not alive, or determines the type of the pair")
			return
		}
		if r.w.TraitsOf(id.First())&rules.TraitNonFragmenting != 0 {
			r.w.FillTarget(e.Index(), id.First(), target)
		} else if _, err := r.w.Store.Add(e, pair); err != nil {
			r.d.fail("%v", err)
			return
		}
	}
}

func (r *reader) values(set *fileSet, id store.ID, row int, rows []store.Entity) {
	by := r.w.TypedBy(id)
	c, ok := r.components[by]
	if by == 0 || !ok || c.by == byNothing {
		r.d.fail("an id without a type has values")
		return
	}
	if !set.scattered {
		cell, _, _ := r.w.Store.Cell(set.table, set.start+row, id)
		if c.by == byFields && c.layout.whole > 0 {
			n := len(rows) * int(c.layout.whole)
			copy(unsafe.Slice((*byte)(cell), n), r.d.bytes(n))
			return
		}
		for i := range rows {
			c.read(&r.d, unsafe.Add(cell, uintptr(i)*c.size), r.entity)
		}
		return
	}
	for _, e := range rows {
		cell, _, _ := r.w.Store.Get(e, id)
		c.read(&r.d, cell, r.entity)
	}
}

func (r *reader) name() {
	index, name := r.element(r.d.index()), r.d.text()
	if !r.isElement(index) || r.w.NameOf(index) != "" || name == "" {
		r.d.fail("the name %q is empty, or its entity does not exist or has a name", name)
		return
	}
	r.d.refuse(r.w.SetNameNow(r.w.Entity(index), name))
}

func (r *reader) overrides() {
	e, ids := r.list()
	for _, id := range ids {
		r.d.refuse(r.w.OverrideNow(e, id))
	}
}

func (r *reader) off() {
	e, ids := r.list()
	for _, id := range ids {
		r.d.refuse(r.w.ToggleNow(e, id, false))
	}
}

// order reads sources of a pair in their order.
func (r *reader) order() {
	id := store.Pair(r.element(r.d.index()), r.element(r.d.index()))
	for range r.d.length(1) {
		if source := r.d.index(); !r.isElement(source) || !r.w.FillOrder(source, id) {
			r.d.fail("an entity occurs twice in an order, or does not belong there")
		}
	}
}

func (r *reader) last() {
	if n := r.d.number(); r.d.err == nil && n != r.number {
		r.d.fail("the file has %d sections, but its end says %d", r.number, n)
	}
	if len(r.d.b) > 0 {
		r.d.fail("the end section is longer than it should be")
	}
	if r.d.err == nil {
		r.finish()
	}
}
