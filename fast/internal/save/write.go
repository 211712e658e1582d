package save

import (
	"encoding/binary"
	"hash/crc32"
	"io"
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
	// chunk is the size in bytes from which a list is continued in another section.
	chunk = 64 << 10
	// maxValue is the maximum size of a section, and so of a value.
	maxValue = 1 << 30
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
	sectionStuck      = 'P'
	sectionData       = 'D'
	sectionNames      = 'N'
	sectionMarks      = 'M'
	sectionOff        = 'O'
	sectionOrders     = 'A'
	sectionEnd        = 'E'
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// writer collects the content of a section.
type writer struct {
	w        *rules.World
	o        *Options
	out      io.Writer
	err      error
	buf      []byte // the header of the section, and its content so far
	sections uint64
	sets     []savedSet
	done     int
	total    int
	columns  map[uint32]column
	part     *Part // nil for a whole world
}

// savedSet is a set of ids with its table.
type savedSet struct {
	table store.Table
	rows  []store.Entity
}

// head is the length of the header of a section.
const head = 5

// World writes a world. It fails only if the output fails or if a value cannot be written.
func World(w *rules.World, out io.Writer, o *Options) error { return write(w, out, o, nil) }

func write(w *rules.World, out io.Writer, o *Options, part *Part) error {
	s := &writer{
		w: w, o: o, out: out, part: part, columns: map[uint32]column{},
		buf: make([]byte, head, chunk+head+4096),
	}
	s.gather()
	if err := s.components(); err != nil {
		return err
	}
	return s.err
}

// gather collects the tables to write: all with entities of the user, and those of reserved
// entities that have additional ids.
func (s *writer) gather() {
	for t := range store.Table(s.w.Store.Tables()) {
		if !s.w.Store.InUse(t) || s.w.Store.Count(t) == 0 {
			continue
		}
		rows := s.w.Store.Entities(t)
		if ids := s.w.Store.IDs(t); len(ids) == 1 && ids[0] == rules.HiddenMark {
			continue // reserved entities that have not grown, and numbers
		}
		if rules.IsBuiltin(rows[0].Index()) && !slices.ContainsFunc(rows, s.w.Grown) { // all rows are, or none
			continue
		}
		s.sets = append(s.sets, savedSet{t, rows})
		s.total += len(rows)
	}
}

// end writes the collected section.
func (s *writer) end(kind byte) {
	n := len(s.buf) - head
	if s.err == nil && n > maxValue {
		s.err = spec.Errorf(spec.CodeLimit, "a value needs more than %d bytes in the file; store it in smaller parts", maxValue)
	}
	if s.err != nil {
		s.buf = s.buf[:head]
		return
	}
	s.buf[0] = kind
	binary.LittleEndian.PutUint32(s.buf[1:], uint32(n))
	s.buf = binary.LittleEndian.AppendUint32(s.buf, crc32.Checksum(s.buf, castagnoli))
	_, s.err = s.out.Write(s.buf)
	s.buf = s.buf[:head]
	s.sections++
}

// full ends a section that is long enough.
func (s *writer) full(kind byte) {
	if len(s.buf) >= chunk {
		s.end(kind)
	}
}

// rest writes the section if it is not empty.
func (s *writer) rest(kind byte) {
	if len(s.buf) > head {
		s.end(kind)
	}
}

func (s *writer) uint(v uint64) { s.buf = binary.AppendUvarint(s.buf, v) }
func (s *writer) text(v string) { s.buf = appendText(s.buf, v) }

// components writes everything. Values that cannot be written are found before the first byte is
// written.
func (s *writer) components() error {
	w := s.w
	list := make([]uint32, 0, len(w.Components))
	for index, c := range w.Components {
		col, err := columnOf(w, c, s.o)
		if err != nil {
			return err
		}
		s.columns[index] = col
		list = append(list, index)
	}
	slices.Sort(list)
	start := append([]byte(magic), version, 0, 0, 0)
	if _, s.err = s.out.Write(start); s.err != nil {
		return s.err
	}
	s.header()
	for _, index := range list {
		s.component(index, w.Components[index])
	}
	s.rest(sectionComponents)
	for _, n := range w.Numbers() {
		s.uint(uint64(n))
		s.uint(uint64(w.Number(n).Index()))
		s.full(sectionNumbers)
	}
	s.rest(sectionNumbers)
	s.setsAndRows()
	s.stuck()
	if err := s.data(); err != nil {
		return err
	}
	s.entityState()
	s.uint(s.sections)
	s.end(sectionEnd)
	return s.err
}

func (s *writer) header() {
	w := s.w
	s.text(w.Profile.Name)
	s.uint(uint64(w.Scope))
	s.uint(uint64(w.Store.Indices()))
	s.uint(uint64(w.Floor()))
	s.uint(uint64(s.total))
	s.uint(uint64(len(s.sets)))
	s.end(sectionHeader)
	for i := range uint32(rules.Reserved) {
		if handle := reservedHandle(i); handle != "" {
			s.uint(uint64(i))
			s.text(handle)
		}
	}
	s.end(sectionReserved)
	if s.part != nil {
		s.partSections()
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
	s.uint(uint64(index))
	s.buf = append(s.buf, byte(rules.Bit(c.Open)))
	switch {
	case c.GoType != nil:
		s.buf = append(s.buf, typedByGo)
		s.text(typeName(c.GoType))
	case len(c.Members) > 0:
		s.buf = append(s.buf, typedByMembers)
		s.uint(uint64(len(c.Members)))
		for _, m := range c.Members {
			s.text(m.Name)
			s.text(string(m.Type))
		}
	case c.Typ != store.TagType:
		s.buf = append(s.buf, typedLikeGo)
		s.text(typeName(s.w.Store.GoType(c.Typ)))
	default:
		s.buf = append(s.buf, untyped)
	}
	s.buf = append(s.buf, col.by)
	if col.by == byFields {
		s.uint(uint64(len(col.layout.fields)))
		for _, f := range col.layout.fields {
			s.text(f.path)
			s.buf = append(s.buf, byte(f.kind))
			s.uint(uint64(f.count))
		}
	}
	s.full(sectionComponents)
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
		s.buf = appendIDs(s.buf, s.w.Store.IDs(set.table))
		s.full(sectionSets)
	}
	s.rest(sectionSets)
	for n, set := range s.sets {
		for rows := set.rows; len(rows) > 0; {
			part := rows[:min(len(rows), 4096)]
			rows = rows[len(part):]
			s.uint(uint64(n))
			s.uint(uint64(len(part)))
			index, order := int64(0), int64(0)
			for _, e := range part {
				at := int64(s.w.Entities[e.Index()].Order)
				s.buf = appendSigned(s.buf, int64(e.Index())-index)
				s.buf = appendSigned(s.buf, at-order)
				s.uint(uint64(e.Generation()))
				index, order = int64(e.Index()), at
			}
			s.full(sectionRows)
		}
	}
	s.rest(sectionRows)
}

// stuck writes the tag properties that entities had, in profiles where these act until the entity
// dies.
func (s *writer) stuck() {
	for _, index := range s.w.StuckEntities() {
		s.uint(uint64(index))
		s.buf = appendIDs(s.buf, s.w.StuckOn(index))
		s.full(sectionStuck)
	}
	s.rest(sectionStuck)
}

func (s *writer) data() error {
	st := s.w.Store
	for n, set := range s.sets {
		for p, id := range st.IDs(set.table) {
			switch {
			case rules.IsMark(id):
				s.targets(n, p, set, id)
			case st.ColumnType(set.table, p) != store.TagType:
				if err := s.values(n, p, set, id); err != nil {
					return err
				}
			}
		}
		s.progress(len(set.rows))
	}
	return nil
}

func (s *writer) progress(rows int) {
	s.done += rows
	if s.o.Progress != nil {
		s.o.Progress(s.done, s.total)
	}
}

// begin starts the content of a section of data.
func (s *writer) begin(set, position, row, rows int) {
	s.uint(uint64(set))
	s.uint(uint64(position))
	s.uint(uint64(row))
	s.uint(uint64(rows))
}

func (s *writer) targets(n, p int, set savedSet, id store.ID) {
	const rows = chunk / 8
	for from := 0; from < len(set.rows); from += rows {
		part := set.rows[from:min(len(set.rows), from+rows)]
		s.begin(n, p, from, len(part))
		for _, e := range part {
			s.uint(uint64(s.w.Actual(id, e.Index()).Second()))
		}
		s.end(sectionData)
	}
}

func (s *writer) values(n, p int, set savedSet, id store.ID) error {
	col := s.columns[s.w.TypedBy(id)]
	base := s.w.Store.ColumnData(set.table, p)
	rows := max(1, chunk/max(1, int(col.size)))
	for from := 0; from < len(set.rows); from += rows {
		count := min(len(set.rows)-from, rows)
		s.begin(n, p, from, count)
		first := unsafe.Add(base, uintptr(from)*col.size)
		if col.layout.whole > 0 && col.by == byFields {
			s.buf = append(s.buf, unsafe.Slice((*byte)(first), count*int(col.size))...)
		} else {
			for i := range count {
				var err *spec.Error
				if s.buf, err = col.append(s.buf, unsafe.Add(first, uintptr(i)*col.size)); err != nil {
					return ofEntity(s.w, set.rows[from+i], err)
				}
			}
		}
		s.end(sectionData)
		if s.err != nil {
			return s.err
		}
	}
	return nil
}

// ofEntity adds the entity to the error of a value that cannot be written.
func ofEntity(w *rules.World, e store.Entity, err *spec.Error) *spec.Error {
	return spec.Errorf(err.Code, "%s: %s", w.EntityText(e), err.Message)
}

// entityState writes names, overrides and disabled ids.
func (s *writer) entityState() {
	for _, set := range s.sets {
		for _, e := range set.rows {
			if index := e.Index(); s.w.TraitsOf(index)&rules.TraitNamed != 0 {
				s.uint(uint64(index))
				s.text(s.w.NameOf(index))
				s.full(sectionNames)
			}
		}
	}
	s.rest(sectionNames)
	s.lists(sectionMarks, func(index uint32) []store.ID { return s.w.Marks[index] })
	s.lists(sectionOff, s.w.Off)
	s.orders()
}

// orderChunk is the maximum number of sources in a record.
const orderChunk = 4096

// orders writes the orders of sources.
func (s *writer) orders() {
	for _, relationship := range slices.Sorted(maps.Keys(s.w.Sequences)) {
		o := s.w.Sequences[relationship]
		targets := o.Targets(nil)
		slices.Sort(targets)
		for _, target := range targets {
			for part := range slices.Chunk(o.Sources(nil, target), orderChunk) {
				s.uint(uint64(relationship))
				s.uint(uint64(target))
				s.uint(uint64(len(part)))
				for _, source := range part {
					s.uint(uint64(source))
				}
				s.full(sectionOrders)
			}
		}
	}
	s.rest(sectionOrders)
}

func (s *writer) lists(kind byte, of func(index uint32) []store.ID) {
	for _, set := range s.sets {
		for _, e := range set.rows {
			if ids := of(e.Index()); len(ids) > 0 {
				s.uint(uint64(e.Index()))
				s.buf = appendIDs(s.buf, ids)
				s.full(kind)
			}
		}
	}
	s.rest(kind)
}
