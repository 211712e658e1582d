package store

import "fmt"

// debugRows is the greatest number of rows and tables, together, at which every structural change
// is followed by a full check.
const debugRows = 500

// verify panics if an invariant is broken. It is called if debug is on.
func (s *Store) verify() {
	s.verifyStale()
	s.moveColumnsAway()
	if s.alive+len(s.tables) > debugRows {
		return
	}
	if err := s.Check(); err != nil {
		panic("store: " + err.Error())
	}
}

// verifyMentions panics if ids contain entities that do not exist.
func (s *Store) verifyMentions(ids []ID) {
	for _, id := range ids {
		for _, index := range []uint32{id.First(), id.Second()} {
			if _, alive := s.At(index); index != 0 && !alive {
				panic(fmt.Sprintf("store: id %#x mentions entity %d, which is not alive", uint64(id), index))
			}
		}
	}
}

func (s *Store) verifyRow(t Table, row int) {
	if row < 0 || row >= s.Count(t) {
		panic(fmt.Sprintf("store: row %d of table %d, which has %d", row, t, s.Count(t)))
	}
}
