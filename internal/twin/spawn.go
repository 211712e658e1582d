package twin

import (
	"slices"

	"github.com/relspec/relspec/fast"
)

// ids are further ids of new entities.
func (t *twin) ids(most int) []fast.ID {
	var list []fast.ID
	for range t.pick(most + 1) {
		list = append(list, t.id())
	}
	return list
}

// spawnPlain makes an entity without values.
func (t *twin) spawnPlain() {
	t.did("SpawnWith")
	ids := t.ids(3)
	made, failed := t.b.Create(fast.Birth{IDs: ids})
	var e fast.Entity
	err := attempt(func() { e = t.a.SpawnWith(ids...) })
	t.born("SpawnWith", e, err, made, failed)
}

// born compares a new entity, or the refusal to make one.
func (t *twin) born(what string, e fast.Entity, err error, made fast.Entity, failed error) {
	t.sameError(what, err, failed)
	if err != nil {
		return
	}
	t.sameEntity(what, e, made)
	t.made(e)
	t.compare(e)
}

// spawnTyped makes an entity with values, by a function, or a spawner that is kept or made for it.
func (t *twin) spawnTyped() {
	arity := t.widened(1 + t.pick(5))
	values := make([]int, arity)
	for i := range values {
		values[i] = t.pick(100)
	}
	ids := t.ids(2)
	var e fast.Entity
	var err error
	before := []fast.ID(nil)
	switch t.pick(3) {
	case 0:
		t.did("Spawn")
		err = attempt(func() { e = spawns[arity-1](t.a, values, ids) })
	default:
		t.did("Spawner")
		s := t.spawnerOf(arity)
		before = s.ids
		err = attempt(func() { e = s.spawn(values, ids) })
	}
	made, failed := t.create(arity, values, append(append([]fast.ID(nil), before...), ids...))
	t.born("Spawn with values", e, err, made, failed)
}

// create makes an entity with values in the general world.
func (t *twin) create(arity int, values []int, ids []fast.ID) (fast.Entity, error) {
	var all []fast.ID
	for n := 1; n <= arity; n++ {
		all = append(all, fast.Single(t.types[n]))
	}
	made, err := t.b.Create(fast.Birth{IDs: append(all, ids...)})
	if err != nil {
		return 0, err
	}
	for n := 1; n <= arity; n++ {
		if err := t.b.SetValue(made, all[n-1], general(n, values[n-1])); err != nil {
			t.fail("SetValue of a new entity: %v", err)
		}
	}
	return made, nil
}

// spawnerOf is the spawner that is kept for so many values; sometimes another one takes its place.
func (t *twin) spawnerOf(arity int) spawner {
	if t.spawners[arity].spawn == nil || t.chance(4) {
		t.spawners[arity] = newSpawners[arity-1](t.a, t.ids(2))
	}
	return t.spawners[arity]
}

// spawnMany makes some entities at once, and gives them values by their batch.
func (t *twin) spawnMany() { t.many(t.widened(1+t.pick(5)), 1+t.pick(4), t.ids(2)) }

// many makes n entities with values of the first components and ids.
func (t *twin) many(arity, n int, ids []fast.ID) {
	values := make([][]int, n)
	for i := range values {
		values[i] = make([]int, arity)
		for j := range values[i] {
			values[i][j] = (7*i + 3*j + t.ops) % 100
		}
	}
	var rows batchRows
	var err error
	var before []fast.ID
	if t.chance(2) {
		t.did("SpawnMany")
		err = attempt(func() { rows = spawnsMany[arity-1](t.a, n, ids) })
	} else {
		t.did("Spawner.SpawnMany")
		s := t.spawnerOf(arity)
		before = s.ids
		err = attempt(func() { rows = s.many(n, ids) })
	}
	if err == nil {
		t.same("length of a batch", []int{rows.Len(), len(rows.Entities())}, []int{n, n})
	}
	entities := append([]fast.Entity(nil), rowsOf(rows, err)...)
	byColumn := t.chance(2)
	for i := range entities {
		for j := range arity {
			if byColumn {
				rows.columns[j].at(i).put(values[i][j])
			} else {
				rows.columns[j].slice(i).put(values[i][j])
			}
		}
	}
	all := append(append([]fast.ID(nil), before...), ids...)
	t.bornTogether("SpawnMany", n, entities, err,
		func(i int) (fast.Entity, error) { return t.create(arity, values[i], all) })
}

// bornTogether makes n entities one after the other in the general world, and compares them with
// those that were made at once. All are made before the first is compared: the mirror of a later
// one may give an earlier one a pair.
func (t *twin) bornTogether(
	what string, n int, entities []fast.Entity, err error, create func(i int) (fast.Entity, error),
) {
	made := make([]fast.Entity, n)
	for i := range n {
		var failed error
		if made[i], failed = create(i); failed != nil {
			if t.sameError(what, err, failed); i > 0 {
				panic(errApart) // the general world has those before
			}
			return
		}
	}
	if err != nil && slices.ContainsFunc(made,
		func(e fast.Entity) bool { return !slices.Equal(t.b.IDs(e), t.b.IDs(made[0])) }) {
		panic(errApart) // there is no table for all of them
	}
	for i := range n {
		var e fast.Entity
		if err == nil {
			e = entities[i]
		}
		t.born(what, e, err, made[i], nil)
	}
}

func rowsOf(b batchRows, err error) []fast.Entity {
	if err != nil {
		return nil
	}
	return b.Entities()
}

// spawnBare makes some entities at once that have no values to be given.
func (t *twin) spawnBare() { t.bare(1+t.pick(4), t.ids(3)) }

// bare makes n entities with ids.
func (t *twin) bare(n int, ids []fast.ID) {
	t.did("World.SpawnMany")
	var batch fast.Batch
	err := attempt(func() { batch = t.a.SpawnMany(n, ids...) })
	if err != nil && slices.ContainsFunc(ids, t.mirrors) {
		panic(errApart) // a mirror may move rows, and then there is no batch
	}
	var entities []fast.Entity
	if err == nil {
		entities = slices.Clone(batch.Entities())
		t.same("length of a batch", len(entities), n)
	}
	t.bornTogether("World.SpawnMany", n, entities, err,
		func(int) (fast.Entity, error) { return t.b.Create(fast.Birth{IDs: ids}) })
}

// mirrors reports whether a symmetric pair comes with an id, itself or as the copy of one of a base.
func (t *twin) mirrors(id fast.ID) bool {
	return id.First() == t.rels[8] ||
		id.First() == fast.IsA && t.b.Has(id.Second(), fast.Pair(t.rels[8], fast.Wildcard))
}
