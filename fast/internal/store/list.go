package store

import "unsafe"

// list has the tables of one id or wildcard. Most pairs are in one table, so a single posting is
// stored in place of the offset.
type list struct {
	word   uint64 // the posting, or the offset in the arena
	length uint32
	info   uint32 // kind, class and type, from the lowest bit
}

// listKind is the kind of ids of a list. It determines the meaning of its postings' columns.
type listKind uint32

const (
	listOfID listKind = iota // a single id or an exact pair
	listOfRelationship
	listOfTarget
	listOfSingles
	listOfPairs
)

const (
	kindBits   = 3
	classBits  = 5
	typeShift  = kindBits + classBits
	inlineList = 31 // class of a list of at most one posting
)

func (l *list) kind() listKind      { return listKind(l.info & (1<<kindBits - 1)) }
func (l *list) class() uint8        { return uint8(l.info >> kindBits & (1<<classBits - 1)) }
func (l *list) typ() TypeIndex      { return TypeIndex(l.info >> typeShift) }
func (l *list) setType(t TypeIndex) { l.info = l.info&(1<<typeShift-1) | uint32(t)<<typeShift }

// span returns the list's range in the arena, if it is not inline.
func (l *list) span() span { return span{uint32(l.word), l.length, l.class()} }

func (l *list) setSpan(sp span) {
	l.word, l.length = uint64(sp.offset), sp.length
	l.info = l.info&^((1<<classBits-1)<<kindBits) | uint32(sp.class)<<kindBits
}

// index maps ids and wildcards to contiguous lists of tables.
type index struct {
	lists     []list
	freeLists []uint32
	byID      idMap // the lists of exact pairs; for the others see key.list and record.use
	postings  arena[Posting]
}

const (
	listAnySingle = 1
	listAnyPair   = 2
)

func (x *index) init() {
	x.newList(listOfID) // list 0 means none
	x.newList(listOfSingles)
	x.newList(listOfPairs)
}

func (x *index) newList(kind listKind) uint32 {
	var number uint32
	if n := len(x.freeLists); n > 0 {
		number = x.freeLists[n-1]
		x.freeLists = x.freeLists[:n-1]
	} else {
		number = uint32(len(x.lists))
		x.lists = growRaw(x.lists, 1)[:number+1]
	}
	x.lists[number] = list{info: uint32(kind) | inlineList<<kindBits}
	return number
}

func (x *index) dropList(number uint32) {
	l := &x.lists[number]
	if l.class() != inlineList {
		sp := l.span()
		x.postings.drop(&sp)
	}
	*l = list{info: inlineList << kindBits}
	x.freeLists = append(x.freeLists, number)
}

// add appends a posting and returns its position.
func (x *index) add(number uint32, p Posting) uint32 {
	l := &x.lists[number]
	if l.class() == inlineList && l.length == 0 {
		*(*Posting)(unsafe.Pointer(&l.word)) = p
		l.length = 1
		return 0
	}
	var sp span
	if l.class() == inlineList {
		x.postings.add(&sp, *(*Posting)(unsafe.Pointer(&l.word)))
	} else {
		sp = l.span()
	}
	at := x.postings.add(&sp, p)
	l.setSpan(sp)
	return at
}

// cut removes the posting at a position, like [arena.cut].
func (x *index) cut(number, at uint32) (moved Posting, other bool) {
	l := &x.lists[number]
	if l.class() == inlineList {
		l.length = 0
		return Posting{}, false
	}
	sp := l.span()
	moved, other = x.postings.cut(&sp, at)
	l.setSpan(sp)
	return moved, other
}

// of returns the list as a slice, valid until the next change.
func (x *index) of(number uint32) []Posting {
	l := &x.lists[number]
	if l.class() == inlineList {
		return unsafe.Slice((*Posting)(unsafe.Pointer(&l.word)), l.length)
	}
	sp := l.span()
	return x.postings.of(&sp)
}
