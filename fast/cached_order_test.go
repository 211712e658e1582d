package fast_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// level is the sort key of the worlds that cachedWorld changes.
type level struct{ Value int64 }

// cachedWorld is a world with random changes.
type cachedWorld struct {
	w                      *fast.World
	level                  *fast.Component[level]
	region, nonFragmenting fast.Entity
	targets, tags          []fast.Entity
	entities               []fast.Entity
	snapshot               *fast.Snapshot
	snapshotEntities       []fast.Entity
}

func newCachedWorld() *cachedWorld {
	k := &cachedWorld{w: fast.NewWorld(fast.WithTradingTables())}
	k.level = fast.Register[level](k.w)
	k.region = k.w.NewRelationship("Region")
	k.nonFragmenting = k.w.NewRelationship("Loose", fast.Exclusive, fast.DontFragment)
	for i := range 3 {
		k.targets = append(k.targets, k.w.NewTag(fmt.Sprintf("R%d", i)))
		k.tags = append(k.tags, k.w.NewTag(fmt.Sprintf("T%d", i)))
	}
	for i := range 8 {
		k.entities = append(k.entities, fast.Spawn1(k.w, level{int64(i % 4)}))
	}
	return k
}

// cachedQueries returns the queries whose cached answers are compared with fresh ones.
func cachedQueries() []spec.Query {
	up, down, this := &spec.OrderBy{Component: "level"}, &spec.OrderBy{Component: "level", Desc: true},
		&spec.OrderBy{Desc: true}
	return []spec.Query{
		{Expr: "level", Kind: spec.KindCached, OrderBy: up},
		{Expr: "level, ?T0", Kind: spec.KindCached, OrderBy: down},
		{Expr: "level, (Region, *)", Kind: spec.KindCached, OrderBy: up},
		{Expr: "level, !T1", Kind: spec.KindCached, OrderBy: this},
		{Expr: "level", Kind: spec.KindCached, GroupBy: "Region"},
		{Expr: "level, ?T1", Kind: spec.KindCached, GroupBy: "Region", OrderBy: down},
		{Expr: "level", Kind: spec.KindCached, GroupBy: "Loose", OrderBy: up},
	}
}

// change makes one random change. Refused changes have no effect.
func (k *cachedWorld) change(t *rapid.T) {
	pick := func(list []fast.Entity, interval string) fast.Entity {
		return rapid.SampledFrom(list).Draw(t, interval)
	}
	e := pick(k.entities, "entity")
	value := level{rapid.Int64Range(0, 5).Draw(t, "value")}
	switch rapid.IntRange(0, 14).Draw(t, "change") {
	case 0, 1:
		_ = fast.Set(k.w, e, value)
	case 2:
		if k.w.Alive(e) {
			if at := fast.Get[level](k.w, e); at != nil {
				*at = value // without Modified
			}
		}
	case 3:
		_ = k.w.Add(e, pick(k.tags, "tag"))
	case 4:
		_ = k.w.Remove(e, pick(k.tags, "tag"))
	case 5:
		_ = k.w.AddPair(e, k.region, pick(k.targets, "target"))
	case 6:
		_ = k.w.RemovePair(e, k.region, pick(k.targets, "target"))
	case 7:
		_ = k.w.Delete(e)
	case 8:
		k.entities = append(k.entities, fast.Spawn1(k.w, value))
	case 9:
		if !k.w.Alive(e) {
			return
		}
		if k.w.Has(e, fast.Prefab) || k.w.Add(e, fast.Prefab) == nil {
			child := k.w.Spawn()
			_ = k.w.AddPair(child, fast.IsA, e)
			k.entities = append(k.entities, child)
		}
	case 10:
		id := rapid.SampledFrom([]fast.ID{
			k.level.ID(), fast.Single(k.tags[0]),
			fast.Pair(k.region, k.targets[0]),
		}).Draw(t, "id")
		if k.w.IsEnabled(e, id) {
			_ = k.w.DisableID(e, id)
		} else {
			_ = k.w.EnableID(e, id)
		}
	case 11:
		k.restore()
	case 12:
		_ = k.w.Remove(e, k.level.ID())
	case 13:
		at := rapid.IntRange(0, len(k.targets)-1).Draw(t, "reborn")
		_ = k.w.Delete(k.targets[at])
		k.targets[at] = k.w.Spawn()
	case 14:
		if rapid.IntRange(0, 9).Draw(t, "loose") == 0 { // from then on nothing is cached
			_ = k.w.AddPair(e, k.nonFragmenting, pick(k.targets, "target"))
		}
	}
}

// restore restores the snapshot, or makes one.
func (k *cachedWorld) restore() {
	if k.snapshot == nil {
		k.snapshot, k.snapshotEntities = k.w.Snapshot(), append([]fast.Entity(nil), k.entities...)
		return
	}
	k.w.Restore(k.snapshot)
	k.entities = append([]fast.Entity(nil), k.snapshotEntities...)
}

// rowsText returns everything in the rows of a query, in their order.
func rowsText(t require.TestingT, q *fast.Query, fields int, group *fast.Entity) []string {
	rows, err := q.Rows()
	if group != nil {
		rows, err = q.GroupRows(*group)
	}
	require.NoError(t, err)
	var list []string
	for row := range rows {
		text := fmt.Sprint(row.Block(), row.Group(), row.Entity())
		for i := range fields {
			if row.IsSet(i) {
				text += fmt.Sprint(" ", row.ID(i), row.Source(i))
			}
		}
		list = append(list, text)
	}
	return list
}

// A cached order equals that of a new query, whatever has changed (order.key, order.groups,
// QRY-540, QRY-571, SET-078, SET-090).
func TestCachedOrderIsFresh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := newCachedWorld()
		var saved []*fast.Query
		for _, q := range cachedQueries() {
			made, err := k.w.Prepare(q)
			require.NoError(t, err)
			saved = append(saved, made)
		}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			for range rapid.IntRange(0, 2).Draw(t, "changes") {
				k.change(t)
			}
			for i, q := range cachedQueries() {
				if k.asks(t, q, saved[i]) {
					break
				}
			}
		}
	})
}

// asks compares a cached query with a new one, for each group and for all. It returns false if the
// names in the query no longer exist.
func (k *cachedWorld) asks(t *rapid.T, q spec.Query, saved *fast.Query) bool {
	fresh, err := k.w.Prepare(q)
	if err != nil {
		return true
	}
	fields := 1
	if strings.Contains(q.Expr, ",") {
		fields = 2
	}
	if q.GroupBy != "" {
		for _, group := range append([]fast.Entity{0}, k.targets...) {
			require.Equal(t, rowsText(t, fresh, fields, &group), rowsText(t, saved, fields, &group), "group %v of %v", group, q)
		}
	}
	want := rowsText(t, fresh, fields, nil)
	require.Equal(t, want, rowsText(t, saved, fields, nil), "%v", q)
	k.requireSorted(t, q, saved)
	return false
}

// requireSorted checks the values themselves in each group.
func (k *cachedWorld) requireSorted(t *rapid.T, q spec.Query, saved *fast.Query) {
	if q.OrderBy == nil || q.OrderBy.Component == "" {
		return
	}
	rows, err := saved.Rows()
	require.NoError(t, err)
	first, group, last, block := true, fast.Entity(0), int64(0), 0
	for row := range rows {
		value := fast.Get[level](k.w, row.Entity()).Value
		if q.OrderBy.Desc {
			value = -value
		}
		if !first && row.Group() == group {
			require.LessOrEqual(t, last, value, "%v", q)
			require.Equal(t, last == value, block == row.Block(), "%v", q)
		}
		first, group, last, block = false, row.Group(), value, row.Block()
	}
}
