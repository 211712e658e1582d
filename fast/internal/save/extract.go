package save

import (
	"bytes"
	"io"
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// extractor copies the entities of a part into a blank world, with stand-ins for the entities that
// they mention.
type extractor struct {
	copier
	root   store.Entity
	chosen []partEntity    // the entities of the part, and stand-ins, in order of creation
	known  map[uint32]bool // the indices of chosen
}

// WritePart writes a part of a world. The parent of root, if it has one, is not saved. If the part
// cannot be written, nothing is written to out.
func WritePart(w *rules.World, entities []store.Entity, root store.Entity, out io.Writer, o *Options) error {
	x := &extractor{
		copier: newCopier(w, w.Blank(), o, func(uint32) store.Entity { return 0 }), root: root,
		chosen: []partEntity{}, known: map[uint32]bool{},
	}
	for _, step := range []func(){func() { x.choose(entities) }, x.createAll, x.fill} {
		if step(); x.err != nil {
			return x.err
		}
	}
	var file bytes.Buffer
	if err := write(x.w, &file, o, x.chosen); err != nil {
		return err
	}
	_, err := file.WriteTo(out)
	return err
}

// choose lists the entities of the part, and all that they mention.
func (x *extractor) choose(entities []store.Entity) {
	for _, e := range entities {
		if !rules.IsBuiltin(e.Index()) && !x.from.Components[e.Index()].OfGoType() {
			x.take(partEntity{was: e})
		}
	}
	for at := 0; at < len(x.chosen) && x.err == nil; at++ { // grows in the loop
		x.follow(x.chosen[at])
	}
	slices.SortFunc(x.chosen, func(a, b partEntity) int {
		return x.from.CompareEntities(a.was.Index(), b.was.Index())
	})
}

func (x *extractor) take(e partEntity) {
	if !x.known[e.was.Index()] {
		x.known[e.was.Index()] = true
		x.chosen = append(x.chosen, e)
	}
}

// idsOf returns the ids of an entity that are saved. A stand-in gets only the properties of its
// entity, and the root does not get its parent.
func (x *extractor) idsOf(e partEntity) []store.ID {
	return slices.DeleteFunc(x.own(e.was.Index()), func(id store.ID) bool {
		return e.outside && x.from.TraitsOf(id.First())&rules.TraitProperty == 0 || x.root == e.was && isParent(id)
	})
}

// follow takes the entities that an entity of the part or a stand-in mentions.
func (x *extractor) follow(e partEntity) {
	ids := x.idsOf(e)
	mentions := ids
	if !e.outside {
		mentions = append(slices.Clip(ids), x.from.Marks[e.was.Index()]...)
	}
	for _, id := range mentions {
		x.mention(id.First(), e)
		if id.IsPair() {
			x.mention(id.Second(), e)
		}
	}
	for _, id := range ids {
		cell, _, _ := x.from.Store.Get(e.was, id)
		if cell == nil || e.outside {
			continue
		}
		x.translated(e.was.Index(), id, cell, func(other store.Entity) store.Entity {
			if x.from.Store.Alive(other) {
				x.mention(other.Index(), e)
			}
			return other
		})
	}
}

// mention takes an entity that another one mentions. If the entity has no path, mention returns an
// error, unless the mentioning one is a stand-in or LeaveOut is set: then the entity is left out.
func (x *extractor) mention(index uint32, by partEntity) {
	if x.err != nil || x.known[index] || x.from.IsNoValue(index) {
		return
	}
	e, path, found := x.from.Entity(index), "", true
	if !x.from.Components[index].OfGoType() {
		path, found = x.from.PathOf(e, 0)
	}
	switch {
	case found && len(path) <= maxPath:
		x.take(partEntity{was: e, outside: true, path: path})
	case !x.o.LeaveOut && !by.outside:
		x.err = spec.Errorf(spec.CodeUnresolved,
			"%s mentions %s, which is outside of the part and cannot be found by name; name it and its parents, add it to the part, or pass FileLeaveOut",
			x.from.EntityText(by.was), x.from.EntityText(e))
	}
}

// createAll creates the entities and stand-ins. A part contains no reserved relationships. But if
// one is Ordered, createAll makes it Ordered in the blank world too, because a part contains the
// order of sources.
func (x *extractor) createAll() {
	original := map[store.Entity]store.Entity{}
	x.w.Naming = func(e store.Entity) string { return x.from.EntityText(original[e]) }
	for i := range x.chosen {
		e := &x.chosen[i]
		index := e.was.Index()
		made := x.create(index)
		original[made], e.index, x.bare[index] = e.was, made.Index(), e.outside
	}
	for _, relationship := range slices.Sorted(maps.Keys(x.from.Sequences)) {
		if rules.IsBuiltin(relationship) && x.from.TraitsOf(relationship)&rules.TraitOrdered != 0 {
			x.w.FillID(relationship, store.Single(rules.Ordered.Index()))
		}
	}
	for _, e := range x.chosen {
		x.resolve(e.was.Index(), x.idsOf(e))
	}
}

// fill adds ids, values, names and other state. It adds ids without checks, because the rules might
// refuse some of them now.
func (x *extractor) fill() {
	x.add(func(e store.Entity, id store.ID) *spec.Error {
		x.w.FillID(e.Index(), id)
		return nil
	})
	x.values(func(store.Entity, store.ID) {})
	x.state(func(index uint32, made store.Entity) *spec.Error {
		x.w.RawName(made.Index(), x.from.NameOf(index))
		return nil
	})
}
