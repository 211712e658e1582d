package store

import (
	"reflect"
	"unsafe"
)

// Options configures a store. The zero value is usable.
type Options struct {
	// Reserved is the number of low indices for built-in entities. The indices from 1 to Reserved-1
	// are alive from the start, with generation 0. Index 0 is never alive and index 1 is the
	// wildcard, so the minimum is 2.
	Reserved uint32
	// TypeOf returns the column type of an id, single or pair, never a wildcard. It is called when
	// a table first gets an id; the answer is stored until an entity of the id is deleted, or until
	// [Store.PurgePairs]. If it is nil, every id is a tag.
	TypeOf func(ID) TypeIndex
	// Recycled makes this many indices behave as if used and freed, in scrambled order, so that
	// recycling begins with the first Create.
	Recycled int
	// MergeRows is the number of rows from which Merge exchanges tables instead of moving rows. If
	// it is 0, it is the number from which that is cheaper.
	MergeRows int
	// SmallFlat is the number of tables up to which every key may have one word for each table. If
	// it is 0, a default is used.
	SmallFlat int
	// WideTargets is the number of targets of a relationship from which a table changes its ids in
	// place. If it is 0, it is the number from which that is cheaper than another table.
	WideTargets int
	// EmptyTables is the number of empty tables that Trim accepts. If there are more empty tables
	// than this, and more than tables with rows, Trim removes all of them. If EmptyTables is 0, a
	// default is used; if it is negative, Trim always removes the empty tables.
	EmptyTables int
	// Flagged are at most eight single ids. [Store.Flags] returns which of them a table has.
	Flagged []uint32
	// NoRecycling makes the store never reuse an index.
	NoRecycling bool
}

// Store has entities, tables and the index. Any number of goroutines may read while none writes;
// only one may write at a time.
type Store struct {
	options Options
	types   []columnType
	typeOf  map[reflect.Type]TypeIndex
	owners  *owners

	records  []record
	freeHead uint32 // first free index, 0 if none
	alive    int

	tables     []table
	freeTables []Table
	wides      []map[uint32]uint32 // the positions of a wide table's postings, by list; table.backs is the index in wides
	freeWides  []uint32
	passed     *[passedSets]uint64 // hashes of the ids that wide tables had
	wideIDs    int                 // number of ids of tables with many, some perhaps removed
	wideLimit  int                 // TrimDue if wideIDs exceeds it
	tableLimit int                 // TrimDue if there are more tables
	byIDs      numberMap           // tables
	ids        slab[ID]
	backs      slab[uint32]
	columns    slab[address]
	memory     memory
	stale      stale // if debug is on

	archetypes     []archetype
	freeArchetypes []uint32
	bySignature    numberMap // archetypes
	added, removed edge      // the last steps between archetypes, see neighbour
	elements       slab[element]
	layouts        slab[uint16]
	shapes         slab[shape]
	transitions    []transition
	epoch          uint32

	index      index
	keys       []*key // no table has key 0
	freeKeys   []uint32
	keyNumbers []keyPair      // by index
	flatSize   int            // number of words of flat arrays
	tableFlags []uint8        // by table
	absent     unsafe.Pointer // the shared array of zeros

	subscribers []func(Event, Table)
	changes     uint64 // of rows and ids, in any table
	rows        rowLog

	scratch     []ID
	signature   []element
	spotScratch []spot
}

// New returns an empty store.
func New(options Options) *Store {
	s := newStore(options)
	s.bootEntities()
	return s
}

// newStore is like New but does not create the reserved entities.
func newStore(options Options) *Store {
	options.Reserved = max(options.Reserved, 2)
	if options.MergeRows == 0 {
		options.MergeRows = mergeRows
	}
	if options.SmallFlat == 0 {
		options.SmallFlat = smallFlat
	}
	if options.WideTargets == 0 {
		options.WideTargets = wideTargets
	}
	if options.EmptyTables == 0 {
		options.EmptyTables = emptyTables
	}
	s := &Store{
		options: options,
		types:   make([]columnType, 1, 16),
		typeOf:  map[reflect.Type]TypeIndex{},
		owners:  &owners{given: map[reflect.Type]Owner{}, byType: map[reflect.Type]*ownerOf{}},

		wideLimit: trimSlack, tableLimit: options.EmptyTables,
	}
	Register[struct{}](s)
	s.types = append(s.types, columnType{goType: reflect.TypeFor[Entity](), size: 8})

	s.passed = new([passedSets]uint64)
	s.index.init()
	s.byIDs, s.bySignature = newNumberMap(), newNumberMap()
	s.keys = []*key{{}}
	s.transitions = make([]transition, transitionCount)
	s.epoch = 1
	s.newTable(s.archetypeFor(nil), nil, 0)
	return s
}

// SetTypeOf replaces Options.TypeOf, for a store that [Store.Clone] returned.
func (s *Store) SetTypeOf(f func(ID) TypeIndex) { s.options.TypeOf = f }

func (s *Store) typeOfID(id ID) TypeIndex {
	if s.options.TypeOf == nil {
		return TagType
	}
	return s.options.TypeOf(id)
}
