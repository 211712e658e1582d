package save

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"iter"
	"maps"
	"reflect"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

const (
	magic   = "RELSPECW"
	version = 1
	// chunk is the size in bytes from which a list continues in another section.
	chunk = 64 << 10
	// maxValue is the maximum size of a section, and so of a value.
	maxValue = 1 << 30
	// listChunk is the maximum number of rows, or of sources in an order, in a record.
	listChunk = 4096
)

// The kinds of sections.
const (
	sectionHeader     = 'H'
	sectionReserved   = 'B'
	sectionPart       = 'Q'
	sectionMembers    = 'X'
	sectionComponents = 'T'
	sectionNumbers    = 'I'
	sectionSets       = 'S'
	sectionRows       = 'R'
	sectionData       = 'D'
	sectionNames      = 'N'
	sectionMarks      = 'M'
	sectionOff        = 'O'
	sectionOrders     = 'A'
	sectionEnd        = 'E'
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// writer writes a world, or a part of one.
type writer struct {
	w        *rules.World
	o        *Options
	out      io.Writer
	err      error
	kind     byte   // kind of the section
	buf      []byte // the header of the section, and its content so far
	sections uint64
	sets     []savedSet
	done     int
	total    int
	columns  map[uint32]column
	part     []partEntity // the entities of a part; nil for a whole world
}

// savedSet is a set of ids, with the entities that have them.
type savedSet struct {
	ids   []store.ID
	rows  []store.Entity
	table store.Table
}

// head is the length of the header of a section.
const head = 5

// World writes a world. It fails only if the output fails or if a value cannot be written.
func World(w *rules.World, out io.Writer, o *Options) error { return write(w, out, o, nil) }

// write writes a world. If part is not nil, it is the blank world of a part, with these entities.
func write(w *rules.World, out io.Writer, o *Options, part []partEntity) error {
	s := &writer{
		w: w, o: o, out: out, columns: map[uint32]column{}, buf: make([]byte, head, chunk+head+4096), part: part,
	}
	s.gather()
	return s.write()
}

// gather collects the tables to write: those with entities of the user, and those in which a
// reserved entity has additional ids.
func (s *writer) gather() {
	for t := range store.Table(s.w.Store.Tables()) {
		if !s.w.Store.InUse(t) || s.w.Store.Count(t) == 0 {
			continue
		}
		rows, ids := s.w.Store.Entities(t), s.w.Store.IDs(t)
		if len(ids) == 1 && ids[0] == rules.HiddenMark {
			continue // reserved entities that have not grown, and numbers
		}
		if rules.IsBuiltin(rows[0].Index()) && !slices.ContainsFunc(rows, s.w.Grown) { // all are reserved, or none
			continue
		}
		s.sets = append(s.sets, savedSet{ids, rows, t})
	}
}

// record begins a record in a section of a kind. If the current section is long enough, record ends
// it first.
func (s *writer) record(kind byte) {
	if kind != s.kind || len(s.buf) >= chunk {
		s.end()
	}
	s.kind = kind
}

// end writes the section, if there is one.
func (s *writer) end() {
	n := len(s.buf) - head
	if s.err == nil && n > maxValue {
		s.err = spec.Errorf(spec.CodeLimit, "a value needs more than %d bytes in the file; store it in smaller parts", maxValue)
	}
	if s.err == nil && n > 0 {
		s.buf[0] = s.kind
		binary.LittleEndian.PutUint32(s.buf[1:], uint32(n))
		s.buf = binary.LittleEndian.AppendUint32(s.buf, crc32.Checksum(s.buf, castagnoli))
		_, s.err = s.out.Write(s.buf)
		s.sections++
	}
	s.buf = s.buf[:head]
}

func (s *writer) uint(v uint64)    { s.buf = binary.AppendUvarint(s.buf, v) }
func (s *writer) text(v string)    { s.buf = appendText(s.buf, v) }
func (s *writer) byte(v byte)      { s.buf = append(s.buf, v) }
func (s *writer) index(of uint32)  { s.uint(uint64(of)) }
func (s *writer) ids(l []store.ID) { s.buf = appendIDs(s.buf, l) }

// write writes the file. Types whose values cannot be written are found before the first byte is
// written; a single value that cannot be encoded is found later.
func (s *writer) write() error {
	components := slices.Sorted(maps.Keys(s.w.Components))
	for _, index := range components {
		col, err := columnOf(s.w, s.w.Components[index], s.o)
		if err != nil {
			return err
		}
		s.columns[index] = col
	}
	for _, set := range s.sets {
		s.total += len(set.rows)
	}
	if _, s.err = s.out.Write(append([]byte(magic), version, 0, 0, 0)); s.err != nil {
		return s.err
	}
	s.header()
	for _, index := range components {
		s.component(index, s.w.Components[index])
	}
	for _, n := range s.w.Numbers() {
		s.record(sectionNumbers)
		s.uint(uint64(n))
		s.index(s.w.Number(n).Index())
	}
	s.setsAndRows()
	if s.data(); s.err != nil {
		return s.err
	}
	s.state()
	s.record(sectionEnd)
	s.uint(s.sections)
	s.end()
	return s.err
}

func (s *writer) header() {
	s.record(sectionHeader)
	s.text(s.w.Profile.Name)
	s.uint(uint64(s.w.Scope))
	s.uint(uint64(s.w.Store.Indices()))
	s.uint(uint64(s.w.Floor()))
	s.uint(uint64(s.total))
	s.uint(uint64(len(s.sets)))
	for i := range uint32(rules.Reserved) {
		if handle := reservedHandle(i); handle != "" {
			s.record(sectionReserved)
			s.uint(uint64(i))
			s.text(handle)
		}
	}
	if s.part != nil {
		s.members()
	}
}

// members writes which entities are in the part, and the paths of the stand-ins.
func (s *writer) members() {
	outside := 0
	for _, e := range s.part {
		outside += rules.Bit(e.outside)
	}
	s.record(sectionPart)
	s.uint(uint64(len(s.part) - outside))
	s.uint(uint64(outside))
	for _, e := range s.part {
		s.record(sectionMembers)
		s.index(e.index)
		s.uint(uint64(e.was))
		s.byte(byte(rules.Bit(e.outside)))
		if e.outside {
			s.text(e.path)
		}
	}
}

// reservedHandle returns the name of a reserved index in a file.
func reservedHandle(index uint32) string {
	switch index {
	case rules.HiddenMark:
		return "#hidden"
	case rules.NonFragmentingMark:
		return "#beside"
	}
	return string(rules.BuiltinHandles[index])
}

func (s *writer) component(index uint32, c *rules.Component) {
	col := s.columns[index]
	s.record(sectionComponents)
	s.index(index)
	s.byte(byte(rules.Bit(c.Open)))
	switch {
	case c.GoType != nil:
		s.byte(typedByGo)
		s.text(typeName(c.GoType))
	case len(c.Members) > 0:
		s.byte(typedByMembers)
		s.uint(uint64(len(c.Members)))
		for _, m := range c.Members {
			s.text(m.Name)
			s.text(string(m.Type))
		}
	case c.Typ != store.TagType:
		s.byte(typedLikeGo)
		s.text(typeName(col.goType))
	default:
		s.byte(untyped)
	}
	s.byte(col.by)
	if col.by == byFields {
		s.uint(uint64(len(col.layout.fields)))
		for _, f := range col.layout.fields {
			s.text(f.path)
			s.byte(byte(f.kind))
			s.uint(uint64(f.count))
		}
	}
}

// Where the type of a component comes from.
const (
	untyped        = iota
	typedByMembers // a list of members
	typedByGo      // a Go type of which it is the component
	typedLikeGo    // a Go type of another component or of none: a relationship with values
)

// typeName returns a name for a Go type with its package.
func typeName(t reflect.Type) string {
	if path := t.PkgPath(); path != "" && t.Name() != "" {
		return path + "." + t.Name()
	}
	return t.String()
}

func (s *writer) setsAndRows() {
	for _, set := range s.sets {
		s.record(sectionSets)
		s.ids(set.ids)
	}
	span := s.w.CreationSpan()
	for n, set := range s.sets {
		for rows := range slices.Chunk(set.rows, listChunk) {
			s.record(sectionRows)
			s.uint(uint64(n))
			s.uint(uint64(len(rows)))
			index, order := int64(0), int64(0)
			for _, e := range rows {
				i, at := int64(e.Index()), int64(s.w.ShortCreation(e.Index(), span))
				s.buf = binary.AppendVarint(s.buf, i-index)
				s.buf = binary.AppendVarint(s.buf, at-order)
				s.uint(uint64(e.Generation()))
				index, order = i, at
			}
		}
	}
}

// lists writes a record for each entity that has ids; the argument of returns them.
func (s *writer) lists(kind byte, indices iter.Seq[uint32], of func(index uint32) []store.ID) {
	for index := range indices {
		if ids := of(index); len(ids) > 0 {
			s.record(kind)
			s.index(index)
			s.ids(ids)
		}
	}
}

func (s *writer) data() {
	for n := range s.sets {
		set := &s.sets[n]
		for p, id := range set.ids {
			switch {
			case rules.IsMark(id):
				s.targets(n, p, set)
			case s.w.TypedBy(id) != 0:
				s.values(n, p, set)
			}
			if s.err != nil {
				return
			}
		}
		s.done += len(set.rows)
		if s.o.Progress != nil {
			s.o.Progress(s.done, s.total)
		}
	}
}

// begin begins a section of data.
func (s *writer) begin(set, position, row, rows int) {
	s.end()
	s.record(sectionData)
	for _, n := range [...]int{set, position, row, rows} {
		s.uint(uint64(n))
	}
}

func (s *writer) targets(n, p int, set *savedSet) {
	const rows = chunk / 8
	for from := 0; from < len(set.rows); from += rows {
		part := set.rows[from:min(len(set.rows), from+rows)]
		s.begin(n, p, from, len(part))
		for _, e := range part {
			s.index(s.w.Actual(set.ids[p], e.Index()).Second())
		}
	}
}

func (s *writer) values(n, p int, set *savedSet) {
	col := s.columns[s.w.TypedBy(set.ids[p])]
	base := s.w.Store.ColumnData(set.table, p)
	rows := max(1, chunk/max(1, int(col.size)))
	for from := 0; from < len(set.rows) && s.err == nil; from += rows {
		count := min(len(set.rows)-from, rows)
		s.begin(n, p, from, count)
		first := unsafe.Add(base, uintptr(from)*col.size)
		if col.layout.whole > 0 && col.by == byFields {
			s.buf = append(s.buf, unsafe.Slice((*byte)(first), count*int(col.size))...)
			continue
		}
		for i, e := range set.rows[from : from+count] {
			var err *spec.Error
			s.buf, err = col.append(s.buf, unsafe.Add(first, uintptr(i)*col.size))
			if err != nil && s.err == nil {
				s.err = spec.Errorf(err.Code, "%s: %s", s.w.EntityText(e), err.Message)
			}
		}
	}
}

// state writes names, overrides, disabled ids and orders.
func (s *writer) state() {
	indices := func(yield func(uint32) bool) {
		for _, set := range s.sets {
			for _, e := range set.rows {
				if !yield(e.Index()) {
					return
				}
			}
		}
	}
	for index := range indices {
		if s.w.TraitsOf(index)&rules.TraitNamed != 0 {
			s.record(sectionNames)
			s.index(index)
			s.text(s.w.NameOf(index))
		}
	}
	s.lists(sectionMarks, indices, func(index uint32) []store.ID { return s.w.Marks[index] })
	s.lists(sectionOff, indices, s.w.Off)
	s.orders()
}

// orders writes the orders of sources.
func (s *writer) orders() {
	for _, relationship := range slices.Sorted(maps.Keys(s.w.Sequences)) {
		o := s.w.Sequences[relationship]
		targets := o.Targets()
		slices.Sort(targets)
		for _, target := range targets {
			for part := range slices.Chunk(o.Sources(target), listChunk) {
				s.record(sectionOrders)
				s.index(relationship)
				s.index(target)
				s.uint(uint64(len(part)))
				for _, source := range part {
					s.index(source)
				}
			}
		}
	}
}
