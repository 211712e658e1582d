package store

import "slices"

// Shrink frees memory: it moves everything to a new store that has only the tables with rows,
// without spare capacity. It takes time proportional to the store. Table numbers, addresses and
// lists of ids become invalid.
func (s *Store) Shrink() {
	if debug {
		s.enter()
	}
	s.emitAll(TableRemoved)
	p := s.packed()
	if debug {
		p.retireAll(s)
		p.stale.touched = nil
	}
	*s = *p
	s.emitAll(TableCreated)
	if debug {
		s.leave()
		s.verify()
	}
}

// emitAll emits an event for every table in use, except for the root, which always exists.
func (s *Store) emitAll(e Event) {
	for t := Root + 1; int(t) < len(s.tables); t++ {
		if s.InUse(t) {
			s.emit(e, t)
		}
	}
}

// packed returns a store with the same entities, ids and values. It takes over the accessors and
// subscribers.
func (s *Store) packed() *Store {
	p := newStore(s.options)
	p.types, p.typeOf, p.owners = s.types, s.typeOf, s.owners
	p.records, p.freeHead, p.alive = slices.Clone(s.records), s.freeHead, s.alive
	for i := range p.records {
		p.records[i].use &= used // the lists are new
	}
	p.takeKeys(s)
	full := 1 // the root
	for t := range Table(len(s.tables)) {
		if t != Root && s.Count(t) > 0 {
			full++
		}
	}
	p.tables = growRaw(p.tables, full-1)
	p.resizeFlat(max(min(smallestFlat, s.options.SmallFlat), full))
	for t := range Table(len(s.tables)) {
		if s.Count(t) > 0 {
			p.takeTable(s, t)
		}
	}
	p.signature = nil
	p.wideLimit, p.tableLimit = s.wideLimit, s.tableLimit
	p.epoch, p.changes = s.epoch+1, s.changes+p.changes
	p.subscribers, p.rows.on = s.subscribers, s.rows.on
	return p
}

// takeKeys takes over the keys that an accessor reads, and those in use that are guarded.
func (s *Store) takeKeys(from *Store) {
	for _, k := range from.keys[1:] {
		if k.reader == 0 && (!k.guard || k.count == 0) {
			continue
		}
		made := key{flat: s.absent} // for an accessor whose entity was deleted
		if k.id != 0 {
			made = *s.makeKey(k.id) // the last of s.keys
		} else {
			s.keys = append(s.keys, nil)
		}
		made.reader, made.guard = k.reader, k.guard
		*k = made
		s.keys[len(s.keys)-1] = k
	}
}

// takeTable copies a table of another store with its rows.
func (s *Store) takeTable(from *Store, t Table) {
	to, err := s.tableOf(from.IDs(t))
	if err != nil {
		panic("store: " + err.Error()) // cannot happen: the other store has the ids
	}
	n := from.Count(t)
	s.resize(to, n)
	s.appendRows(to, from.Entities(t))
	have, _ := from.columnsOf(&from.tables[t])
	columns, shapes := s.columnsOf(&s.tables[to])
	for c := 1; c < len(columns); c++ {
		copyCells(&s.types[shapes[c].typ], columns[c].pointer(), have[c].pointer(), n)
	}
}
