package save

import (
	"encoding/binary"
	"fmt"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// decoder decodes the content of a section. After the first error, which it keeps, it returns
// zeros.
type decoder struct {
	b   []byte
	err *spec.Error
}

// fail records that the content is not what Save writes.
func (d *decoder) fail(format string, args ...any) { d.refuse(corrupt(format, args...)) }

func corrupt(format string, args ...any) *spec.Error {
	return spec.Errorf(spec.CodeInvalid, "%s; the file is damaged, so save it again", fmt.Sprintf(format, args...))
}

// refuse records the first error, and reports whether there was none so far.
func (d *decoder) refuse(err *spec.Error) (fine bool) {
	if d.err == nil && err != nil {
		d.err, d.b = err, nil
	}
	return d.err == nil
}

func (d *decoder) more() bool { return d.err == nil && len(d.b) > 0 }

func (d *decoder) number() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.fail("the section ends within a number")
		return 0
	}
	d.b = d.b[n:]
	return v
}

func (d *decoder) index() uint32 {
	v := d.number()
	if v > 1<<32-1 {
		d.fail("an index is larger than 32 bits")
		return 0
	}
	return uint32(v)
}

// length returns the number of items that follow; each has at least minSize bytes.
func (d *decoder) length(minSize int) int {
	v := d.number()
	if v > uint64(len(d.b)/minSize) {
		d.fail("the section is too short for its %d items", v)
		return 0
	}
	return int(v)
}

func (d *decoder) signed() int64 {
	v := d.number()
	return int64(v>>1) ^ -int64(v&1) // as binary.AppendVarint
}

func (d *decoder) bytes(n int) []byte {
	if n > len(d.b) {
		d.fail("the section is too short")
		return nil
	}
	b := d.b[:n]
	d.b = d.b[n:]
	return b
}

func (d *decoder) byte() byte {
	if b := d.bytes(1); d.err == nil {
		return b[0]
	}
	return 0
}

func (d *decoder) text() string { return string(d.bytes(d.length(1))) }

func (d *decoder) id() store.ID {
	v := d.number()
	first := v >> 1
	if first > store.MaxFirst {
		d.fail("the first element of an id is too large")
		return 0
	}
	if v&1 == 0 {
		return store.Single(uint32(first))
	}
	return store.Pair(uint32(first), d.index())
}

func appendText(to []byte, s string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(s))), s...)
}

func appendID(to []byte, id store.ID) []byte {
	if !id.IsPair() {
		return binary.AppendUvarint(to, uint64(id.First())<<1)
	}
	return binary.AppendUvarint(binary.AppendUvarint(to, uint64(id.First())<<1|1), uint64(id.Second()))
}

func appendIDs(to []byte, ids []store.ID) []byte {
	to = binary.AppendUvarint(to, uint64(len(ids)))
	for _, id := range ids {
		to = appendID(to, id)
	}
	return to
}
