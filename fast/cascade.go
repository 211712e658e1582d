package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Cascade is [Up] with an order: the loop visits entities breadth first along the relationship,
// parents before their children, so that a value computed from the entity above is there when it is
// needed: for example, the place of a ship before that of its cockpit. With [Optional] the roots
// are visited too, first of all and without a value from above. Entities on a cycle come last. A
// query has at most one Cascade. The order is kept and made anew when tables, or parents of
// parents, have changed; that takes time in proportion to the tables.
//
// Statements: QRY-384, QRY-424, QRY-563.
func Cascade(relationship Entity, t Term) Term {
	q := Up(relationship, t).describe()
	q.cascade = true
	return q
}

// depthOrder is the matches of a cached query in the order of their depth, as long as nothing has changed.
type depthOrder struct {
	version, hierarchy uint64
	made               bool
	matches            []query.TableMatch
	fields             []query.FieldMatch
}

// cascadeAlong makes a typed query one that is ordered by depth.
func (c *typedCompiler) cascadeAlong(relationship Entity) {
	if c.q.cascade != 0 {
		c.refuse(spec.CodeInvalid, "a query has one Cascade")
	}
	c.q.cascade = relationship
	if !slices.Contains(c.w.core.Cascaded, relationship.Index()) {
		c.w.core.Cascaded = append(c.w.core.Cascaded, relationship.Index())
	}
}

// inOrder puts a set, which has the matches of a cached query, in order. The query is locked.
func (q *typedQuery) inOrder(s *matchSet) {
	o, version := &q.depths, q.q.Cache.Version
	if !o.made || o.version != version || o.hierarchy != q.w.core.Hierarchy {
		s.sortByDepth()
		*o = depthOrder{version, q.w.core.Hierarchy, true, slices.Clone(s.Tables), slices.Clone(s.Fields)}
	}
	s.Tables, s.Fields = o.matches, o.fields
}

// sortByDepth orders the matches by the depth of their entities. Ties keep their order.
func (s *matchSet) sortByDepth() {
	d := tableDepths{w: s.w, pairs: store.Pair(s.query.cascade.Index(), store.Wildcard)}
	buckets := [][]int32{}
	var cycle []int32
	for i, m := range s.Tables {
		depth, ok := 0, true
		if s.w.core.Store.Alive(s.query.cascade) {
			depth, ok = d.ofMatch(s, m, i)
		}
		if !ok {
			cycle = append(cycle, int32(i))
			continue
		}
		for len(buckets) <= depth {
			buckets = append(buckets, nil)
		}
		buckets[depth] = append(buckets[depth], int32(i))
	}
	if s.query.deepest {
		slices.Reverse(buckets)
	}
	s.permute(append(buckets, cycle))
}

// permute puts the matches, and all that is kept per match, in the order of the buckets.
func (s *matchSet) permute(buckets [][]int32) {
	n, vars := int(s.width), len(s.query.q.Variables)-1
	matches := make([]query.TableMatch, 0, len(s.Tables))
	fields := make([]query.FieldMatch, 0, len(s.Tables)*n)
	var rows []query.Part
	var values []uint32
	for _, bucket := range buckets {
		for _, i := range bucket {
			m := s.Tables[i]
			old := int(m.First / s.width)
			matches = append(matches, query.TableMatch{Table: m.Table, First: uint32(len(fields))})
			fields = append(fields, s.Fields[m.First:][:n]...)
			if len(s.Parts) > 0 {
				rows = append(rows, s.Parts[old])
			}
			if len(s.Values) > 0 {
				values = append(values, s.Values[old*vars:][:vars]...)
			}
		}
	}
	s.Tables, s.Fields, s.Parts, s.Values = matches, fields, rows, values
}

// tableDepths finds depths of tables once each: 0 is unknown, -1 on the way or on a cycle, else one
// more than the depth.
type tableDepths struct {
	w     *World
	pairs store.ID
	known []int32
	exact *rules.Depths
}

// ofMatch is the depth of the entities of a match; false if they are on a cycle or below one.
func (d *tableDepths) ofMatch(s *matchSet, m query.TableMatch, i int) (int, bool) {
	if !d.w.core.NonFragmenting.Any() {
		return d.of(m.Table)
	}
	if d.exact == nil { // targets beside the tables: entity by entity
		d.exact = &rules.Depths{W: &d.w.core.World, Pairs: d.pairs, Known: map[uint32]int{}}
	}
	row := 0
	if len(s.Parts) > 0 {
		row = int(s.Parts[i].From)
	}
	if row >= d.w.core.Store.Count(m.Table) {
		return 0, true // empty: never visited
	}
	return d.exact.Of(d.w.core.Store.Entities(m.Table)[row].Index())
}

func (d *tableDepths) of(t store.Table) (int, bool) {
	if int(t) >= len(d.known) {
		d.known = append(d.known, make([]int32, d.w.core.Store.Tables()-len(d.known))...)
	}
	if known := d.known[t]; known != 0 {
		return int(known) - 1, known > 0
	}
	d.known[t] = -1
	column, count := d.w.core.Store.Find(t, d.pairs)
	longest := 0
	for _, id := range d.w.core.Store.IDs(t)[column : column+count] {
		above := d.w.core.Table(id.Second())
		if above == store.NoTable {
			continue // the table has no rows any more, and its target lies beside it or is gone
		}
		depth, ok := d.of(above)
		if !ok {
			return 0, false
		}
		longest = max(longest, depth+1)
	}
	d.known[t] = int32(longest) + 1
	return longest, true
}
