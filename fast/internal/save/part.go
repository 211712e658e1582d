package save

import (
	"io"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Part is the content of a file with some entities of a world. Its world has the entities of the
// part under other indices, and a stand-in for each other entity that they mention. A stand-in has
// only the properties of its original and, for a component, the type.
type Part struct {
	world    *rules.World
	entities map[uint32]partEntity
	inside   int
	outside  int
	marked   bool // the header of a part was read

	// Made maps each saved entity to its counterpart in the world that the part was loaded into. It
	// lacks entities that were left out.
	Made map[store.Entity]store.Entity
	// New has the entities that were created for the part, in order. Tops has the entities of New
	// whose parents are not in New.
	New, Tops []store.Entity
}

// maxPath is the maximum length of the path of an entity outside of a part.
const maxPath = 1 << 16

// partEntity is an entity of a part, or a stand-in.
type partEntity struct {
	index   uint32       // in the part
	was     store.Entity // its handle in the saved world
	outside bool
	path    string // of a stand-in; "" for a component of a Go type
}

// partHeader reads the header that marks the file as a part.
func (r *reader) partHeader() {
	inside, outside := r.d.number(), r.d.number()
	switch {
	case r.part == nil:
		r.d.refuse(spec.Errorf(spec.CodeInvalid, "the file contains a part of a world; load it with LoadPart"))
	case r.part.marked:
		r.d.fail("the file has two headers of a part")
	case inside > uint64(r.total) || outside > uint64(r.total) || inside+outside > uint64(r.total):
		r.d.fail("the header of the part is invalid")
	default:
		r.part.marked, r.part.inside, r.part.outside = true, int(inside), int(outside)
	}
}

// checkPart refuses the file of a whole world if a part is expected.
func (r *reader) checkPart() {
	if r.part != nil && !r.part.marked {
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
	e := partEntity{index: index, was: was, outside: flag == 1}
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
		r.d.fail("the list of entities of the part does not match its rows")
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
	p.world = r.w
	return p, nil
}
