package store

import (
	"reflect"
	"unsafe"
)

// Options says how a store behaves; the zero value is usable.
type Options struct {
	// Reserved is the number of low indices that are alive from the start,
	// with generation 0, for builtin entities: 1 up to Reserved-1. Index 0
	// is never alive and index 1 is the wildcard, so that the least is 2.
	Reserved uint32
	// TypeOf says which column type an id (single or pair, never a
	// wildcard) has. It is asked when an id first comes into a table; the
	// answer holds until an entity of the id is deleted, or [Store.PurgePairs]. Nil makes
	// every id a tag.
	TypeOf func(ID) TypeIndex
	// Recycled makes that many indices behave as if already used and freed,
	// in scrambled order, so that recycling begins with the first Create.
	Recycled int
	// MergeRows is the number of rows from which Merge exchanges tables instead of moving rows. 0
	// means the number from which that is cheaper.
	MergeRows int
	// SmallFlat is the number of tables up to which every key may have one word for each table. 0
	// means a default.
	SmallFlat int
	// WideTargets is the number of targets of a relationship from which a table changes its ids in
	// place. 0 means the number from which that is cheaper than another table.
	WideTargets int
	// EmptyTables is the number of empty tables that a store keeps if it has as many others. 0
	// means a default; with a negative number the store keeps none.
	EmptyTables int
	// Flagged are at most eight single ids. [Store.Flags] returns which of them a table has.
	Flagged []uint32
	// NoRecycling makes the store never reuse an index.
	NoRecycling bool
}

// Store holds entities, tables and the index. It is not safe for writing
// from several goroutines; any number may read while none writes.
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
	wide       []Table      // tables of many ids, some perhaps removed
	wides      []*wideLists // by the number that wide tables have in backs
	freeWides  []uint32
	passed     *[passedSets]uint64 // hashes of the ids that wide tables had
	wideIDs    int                 // their ids, and how many are too many
	wideLimit  int
	tableLimit int    // how many tables may be there before the empty ones are looked for
	minVersion uint32 // of a table of a number that was given up
	byIDs      tableMap
	ids        slab[ID]
	backs      slab[uint32]
	columns    slab[address]
	memory     memory
	stale      stale // where debug is on

	archetypes     []archetype
	freeArchetypes []uint32
	bySignature    idMap
	edges          edgeMap
	serial         uint32
	elements       slab[element]
	layouts        slab[uint16]
	shapes         slab[shape]
	transitions    []transition
	epoch          uint32

	index      index
	keys       []*key // key 0 is in no table
	freeKeys   []uint32
	keyNumbers []keyPair      // by index
	flatSize   int            // of the arrays that have a word for each table
	tableFlags []uint8        // as many
	absent     unsafe.Pointer // the one of keys that have none of their own

	subscribers []func(Event, Table)
	changes     uint64 // of rows and ids, in any table
	rows        rowLog

	scratch     []ID
	signature   []element
	spotScratch []spot
}

// New makes an empty store.
func New(options Options) *Store {
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
		owners:  &owners{given: map[reflect.Type]owner{}, byType: map[reflect.Type]*ownerOf{}},

		wideLimit: trimSlack, tableLimit: options.EmptyTables,
	}
	Register[struct{}](s)
	s.types = append(s.types, columnType{goType: reflect.TypeFor[Entity](), size: 8})

	s.passed = new([passedSets]uint64)
	s.index.init()
	s.keys = []*key{{}}
	s.transitions = make([]transition, transitionCount)
	s.epoch = 1
	s.newTable(s.archetypeFor(nil), nil, 0)
	s.bootEntities()
	return s
}

// SetTypeOf replaces the resolver, for a store made by [Store.Clone].
func (s *Store) SetTypeOf(f func(ID) TypeIndex) { s.options.TypeOf = f }

// typeOfID asks the resolver.
func (s *Store) typeOfID(id ID) TypeIndex {
	if s.options.TypeOf == nil {
		return TagType
	}
	return s.options.TypeOf(id)
}
