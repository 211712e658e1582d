package query

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// The cached order of a query equals the order that an uncached query computes, whatever has
// changed since the last loop: rows, blocks and groups.
func TestCachedOrdersEqualUncachedOrders(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newScene(t, spec.Flecs3(), "P x/i64", "Q x/i64", "E x/entity", "T0", "T1", "R", "In Traversable", "port", "quay")
		for i := range 8 {
			s.do(fmt.Sprintf("e%d P=%d", i, i%4))
		}
		var keepers []*keeper
		for _, text := range []string{
			"P by P", "desc P, ?T0 by P", "P, ?Q by P", "P by $this", "desc P, !T1 by $this", "P, E by E",
			"P, (R, *) by P", "P, Q(up(In))", "Q(up(In))", "P, ?Q(up(In)), !T0(up(In)) by P", "P, Q(up(In)) by Q",
			"P, ?Q(up(In)) per R", "P per R", "P, ?T1 per R", "P by P per R", "desc P by $this per R",
		} {
			keepers = append(keepers, s.keep(text))
		}
		in := s.entity("In")
		for _, o := range []Ordering{
			{Field: -1},
			{Field: -1, Deepest: true},
			{Field: -1, Sorts: true},
			{Field: -1, Entities: func(a, b rules.Entity) int { return s.payload(a) - s.payload(b) }},
		} {
			k := s.keep("P")
			o.Cascades, o.Relation, o.Sorts = o.Entities == nil, in, o.Sorts || o.Entities != nil
			for _, q := range []*Query{k.cached, k.fresh} {
				q.Ordering = &o
			}
			k.text += fmt.Sprintf(" %+v", o)
			k.cached.Cache = nil
			k.cached.CacheMatches()
			keepers = append(keepers, k)
		}
		for range rapid.IntRange(1, 12).Draw(rt, "rounds") {
			for range rapid.IntRange(0, 4).Draw(rt, "changes") {
				s.changeOrder(rt)
			}
			for _, k := range keepers {
				k.same(s)
			}
		}
	})
}

// payload returns the value of P that an entity owns, or 0.
func (s *scene) payload(e rules.Entity) int {
	cell, _, ok := s.w.Store.Get(e, s.id("P"))
	if !ok {
		return 0
	}
	return int(*(*int64)(cell))
}

// changeOrder makes a change that may affect the order of a query. A refused change has no effect.
func (s *scene) changeOrder(t *rapid.T) {
	name := fmt.Sprintf("e%d", rapid.IntRange(0, 7).Draw(t, "entity"))
	other := fmt.Sprintf("e%d", rapid.IntRange(0, 7).Draw(t, "other"))
	id := rapid.SampledFrom([]string{
		"T0", "T1", "P", "Q", "R:port", "R:quay", "R:" + other, "In:" + other, "IsA:" + other,
	}).Draw(t, "id")
	value := rapid.IntRange(0, 5).Draw(t, "value")
	if s.entity(name) == 0 {
		s.do(fmt.Sprintf("%s P=%d", name, value))
	}
	e := s.entity(name)
	change := rapid.IntRange(0, 6).Draw(t, "change")
	if _, target, pair := strings.Cut(id, ":"); pair && s.entity(target) == 0 {
		change = 0
	}
	switch change {
	case 0:
		s.write(e, "P", fmt.Sprint(value))
	case 1:
		s.write(e, "E", other)
	case 2:
		if cell, _, ok := s.w.Store.Get(e, s.id("P")); ok { // write through a pointer
			s.w.LendKeys()
			*(*int64)(cell) = int64(value)
		}
	case 3, 4:
		_ = s.w.AddNow(e, s.id(id))
	case 5:
		_ = s.w.RemoveNow(e, s.id(id))
	case 6:
		_ = s.w.DeleteNow(e)
	}
}
