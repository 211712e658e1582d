package save

import (
	"reflect"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// grafter makes the entities of a part anew in a world. Their ids are facts, as in a file of a whole world: all that followed from
// their ids was saved with them. Observers hear of it.
type grafter struct {
	p     *Part
	w     *rules.World
	from  *rules.World
	o     *Options
	wrote func(store.Entity, store.ID)

	to      map[uint32]store.Entity // by index in the part; the zero Entity for a stand-in that is left out
	inside  []uint32                // by creation
	by      map[string]uint32       // stand-ins by path
	wanted  map[uint32][]store.ID   // the ids that an entity is to have, in terms of the world
	source  map[uint32][]store.ID   // the same in terms of the part, the zero ID for none
	tops    map[uint32]bool
	fresh   map[uint32]bool // the new entities
	prefabs []uint32        // their parents outside are prefabs
}

// Graft makes the entities of a part in a world, in an operation that the caller takes back if it errs. wrote hears of each value.
func (p *Part) Graft(w *rules.World, o *Options, wrote func(store.Entity, store.ID)) *spec.Error {
	g := &grafter{
		p: p, w: w, from: p.World, o: o, wrote: wrote, to: map[uint32]store.Entity{}, by: map[string]uint32{},
		wanted: map[uint32][]store.ID{}, source: map[uint32][]store.ID{}, tops: map[uint32]bool{}, fresh: map[uint32]bool{},
	}
	for _, step := range []func() *spec.Error{g.create, g.resolve, g.add, g.spread, g.values, g.beside, g.arrange} {
		if err := step(); err != nil {
			return err
		}
	}
	g.report()
	return nil
}

// create makes the entities, without ids.
func (g *grafter) create() *spec.Error {
	for index, e := range g.p.entities {
		if e.outside {
			g.by[e.path] = index
		} else {
			g.inside = append(g.inside, index)
		}
	}
	g.from.SortEntities(g.inside)
	for _, index := range g.inside {
		c := g.from.Components[index]
		if c != nil && c.GoType != nil {
			return spec.Errorf(spec.CodeInvalid, "the part holds the component of a Go type, of which a world has one only")
		}
		made := g.w.RawCreate()
		g.to[index], g.fresh[made.Index()] = made, true
		if c == nil {
			continue
		}
		if err := g.makeComponent(made, c); err != nil {
			return err
		}
	}
	return nil
}

func (g *grafter) makeComponent(e store.Entity, c *rules.Component) *spec.Error {
	if t := valuesOf(g.from, c); len(c.Members) == 0 && t != nil {
		g.w.SetComponent(e, &rules.Component{Typ: typeIn(g.w.Store, t)})
	} else {
		g.w.MakeComponent(e, c.Members)
	}
	if c.Open && g.w.TraitsOf(e.Index())&rules.TraitDefaultFinal != 0 {
		return g.w.RemoveNow(e, store.Single(rules.Final.Index()))
	}
	return nil
}

// resolve says which ids each entity is to have, and finds the entities that these mention.
func (g *grafter) resolve() *spec.Error {
	for _, index := range g.inside {
		ids := g.from.OwnIDs(g.from.Table(index), index)
		g.tops[index] = !slices.ContainsFunc(ids, g.isParentInside)
		below := g.o.Below != 0 && g.tops[index]
		if below {
			g.want(index, store.Pair(rules.ChildOf.Index(), g.o.Below.Index()), 0)
		}
		for _, id := range ids {
			if below && isParent(id) {
				continue
			}
			ours, ok, err := g.id(id)
			if err != nil {
				return err
			}
			if ok {
				g.want(index, ours, id)
			}
		}
	}
	return nil
}

func (g *grafter) want(index uint32, id, source store.ID) {
	g.wanted[index] = append(g.wanted[index], id)
	g.source[index] = append(g.source[index], source)
	if isParent(id) && g.w.OwnsPrefab(id.Second()) && !g.w.Profile.PrefabStays {
		g.prefabs = append(g.prefabs, index)
	}
}

func isParent(id store.ID) bool { return id.IsPair() && id.First() == rules.ChildOf.Index() }

func (g *grafter) isParentInside(id store.ID) bool {
	if !isParent(id) {
		return false
	}
	e, ok := g.p.entities[id.Second()]
	return ok && !e.outside
}

// id is ours for one of the part; false if it is left out.
func (g *grafter) id(id store.ID) (ours store.ID, ok bool, err *spec.Error) {
	first, err := g.find(id.First())
	if err != nil || first == 0 || !id.IsPair() {
		return store.Single(first.Index()), first != 0, err
	}
	second, err := g.find(id.Second())
	return store.Pair(first.Index(), second.Index()), second != 0, err
}

// find is our entity for one of the part.
func (g *grafter) find(index uint32) (store.Entity, *spec.Error) {
	if rules.IsBuiltin(index) {
		return store.MakeEntity(index, 0), nil
	}
	if e, known := g.to[index]; known {
		return e, nil
	}
	c, path := g.from.Components[index], g.p.entities[index].path
	if c != nil && c.GoType != nil {
		for ours, have := range g.w.Components { // at most one
			if have.GoType == c.GoType {
				g.to[index] = g.w.Entity(ours)
			}
		}
		return g.to[index], nil
	}
	e := store.Entity(0)
	if found := g.w.Below(0, strings.Split(path, ".")); !rules.IsBuiltin(found) {
		e = g.w.Entity(found)
	}
	switch {
	case e != 0:
		if err := g.checkAlike(e, c, path); err != nil {
			return 0, err
		}
	case g.o.MakeMissing:
		return g.make(index, path)
	case !g.o.LeaveOut:
		return 0, spec.Errorf(spec.CodeUnresolved,
			"the part mentions %q, which this world does not have; make it before, or say FileMakeMissing or FileLeaveOut", path)
	}
	g.to[index] = e
	return e, nil
}

// checkAlike refuses an entity of the world whose values are others than those of the stand-in.
func (g *grafter) checkAlike(e store.Entity, c *rules.Component, path string) *spec.Error {
	have := g.w.Components[e.Index()]
	var theirs, ours []spec.Member
	if c != nil {
		theirs = c.Members
	}
	if have != nil {
		ours = have.Members
	}
	switch {
	case !slices.Equal(theirs, ours) || have != nil && have.GoType != nil:
		return spec.Errorf(spec.CodeInvalid, "%q has values of other members in this world than in the part", path)
	case valuesOf(g.from, c) != valuesOf(g.w, have):
		return spec.Errorf(spec.CodeInvalid, "%q has values of another type in this world than in the part", path)
	}
	return nil
}

// valuesOf is the type of a component's values, nil for none.
func valuesOf(w *rules.World, c *rules.Component) reflect.Type {
	if c == nil {
		return nil
	}
	return w.Store.GoType(c.Typ)
}

// make makes an entity that a stand-in stands for, and the entities that are missing above it.
func (g *grafter) make(index uint32, path string) (store.Entity, *spec.Error) {
	parent := store.Entity(0)
	for at := 0; ; {
		end := strings.IndexByte(path[at:], '.')
		if end < 0 {
			return g.makeNamed(index, parent, path[at:])
		}
		name, prefix := path[at:at+end], path[:at+end]
		at += end + 1
		above, standIn := g.by[prefix]
		found := g.w.Below(parent.Index(), []string{name})
		var err *spec.Error
		switch {
		case found != 0:
			parent = g.w.Entity(found)
		case standIn:
			parent, err = g.makeNamed(above, parent, name)
		default:
			parent, err = g.makeNamed(0, parent, name)
		}
		if err != nil {
			return 0, err
		}
	}
}

// makeNamed makes an entity for a stand-in, or with index 0 a plain one.
func (g *grafter) makeNamed(index uint32, parent store.Entity, name string) (store.Entity, *spec.Error) {
	e := g.w.RawCreate()
	if parent != 0 {
		if err := g.w.AddNow(e, store.Pair(rules.ChildOf.Index(), parent.Index())); err != nil {
			return 0, err
		}
	}
	if err := g.w.SetNameNow(e, name); err != nil || index == 0 {
		return e, err
	}
	g.to[index] = e
	if c := g.from.Components[index]; c != nil {
		if err := g.makeComponent(e, c); err != nil {
			return 0, err
		}
	}
	for _, id := range g.from.OwnIDs(g.from.Table(index), index) {
		ours, ok, err := g.id(id)
		if err == nil && ok {
			err = g.w.AddNow(e, ours)
		}
		if err != nil {
			return 0, err
		}
	}
	return e, nil
}

// add gives the entities their ids: properties before the pairs that they are about, then parents and bases.
func (g *grafter) add() *spec.Error {
	for _, index := range g.inside {
		e := g.to[index]
		for _, id := range g.from.StuckOn(index) { // it stays in force when it is gone
			if err := g.w.PlaceNow(e, id); err != nil {
				return err
			}
			if err := g.w.RemoveNow(e, id); err != nil {
				return err
			}
		}
	}
	for rank := range ranks {
		for _, index := range g.inside {
			for _, id := range g.wanted[index] {
				if rankOf(id) != rank {
					continue
				}
				if err := g.place(g.to[index], id); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// place gives an entity an id, and its mirror to an entity outside.
func (g *grafter) place(e store.Entity, id store.ID) *spec.Error {
	if err := g.w.PlaceNow(e, id); err != nil || !id.IsPair() || g.w.TraitsOf(id.First())&rules.TraitSymmetric == 0 || g.fresh[id.Second()] {
		return err
	}
	return g.w.AddNow(g.w.Entity(id.Second()), store.Pair(id.First(), e.Index()))
}

const ranks = 4

func rankOf(id store.ID) int {
	switch first := id.First(); {
	case isParent(id):
		return 1
	case id.IsPair() && first == rules.IsA.Index():
		return 2
	case rules.IsBuiltin(first):
		return 0
	}
	return 3
}

// spread makes prefabs of the entities whose parents outside are prefabs, and of the entities below them.
func (g *grafter) spread() *spec.Error {
	for _, index := range g.prefabs {
		if err := g.w.AddNow(g.to[index], store.Single(rules.Prefab.Index())); err != nil {
			return err
		}
	}
	return nil
}

// values gives the entities their values.
func (g *grafter) values() *spec.Error {
	for _, index := range g.inside {
		for i, id := range g.wanted[index] {
			if source := g.source[index][i]; source != 0 {
				if err := g.value(index, source, id); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (g *grafter) value(index uint32, source, id store.ID) *spec.Error {
	e := g.to[index]
	cell, theirs, _ := g.from.Store.Get(g.from.Entity(index), source)
	mine, typ, _ := g.w.Store.Get(e, id)
	if (cell == nil) != (mine == nil) || cell != nil && g.from.Store.GoType(theirs) != g.w.Store.GoType(typ) {
		return spec.Errorf(spec.CodeInvalid, "values of %s have another type in this world than in the part", g.w.EntityText(g.w.Entity(id.First())))
	}
	if cell == nil {
		return nil
	}
	col := g.p.columns[g.from.TypedBy(source)]
	var failed *spec.Error
	col.mapEntities(cell, func(other store.Entity) store.Entity {
		if rules.IsBuiltin(other.Index()) || !g.from.Store.Alive(other) {
			return keepReserved(other)
		}
		ours, err := g.find(other.Index())
		if err != nil && failed == nil {
			failed = err
		}
		return ours
	})
	g.w.Store.CopyCell(typ, mine, cell)
	g.wrote(e, id)
	return failed
}

// beside gives the entities their names, overrides and switched-off ids.
func (g *grafter) beside() *spec.Error {
	for _, index := range g.inside {
		e := g.to[index]
		for _, id := range g.from.Marks[index] {
			ours, ok, err := g.id(id)
			if err == nil && ok {
				err = g.w.OverrideNow(e, ours)
			}
			if err != nil {
				return err
			}
		}
		for _, id := range g.from.Off(index) {
			i := slices.Index(g.source[index], id)
			if i < 0 {
				continue // left out
			}
			if err := g.w.ToggleNow(e, g.wanted[index][i], false); err != nil {
				return err
			}
		}
		name := g.from.NameOf(index)
		if g.tops[index] && g.o.Rename != nil {
			name = g.o.Rename(name)
		}
		if name == "" {
			continue
		}
		if err := g.w.SetNameNow(e, name); err != nil {
			return spec.Errorf(err.Code, "%s; say FileRename or FileBelow for another name or place", err.Message)
		}
	}
	return nil
}

// arrange puts the entities in the order that they had, behind those that the world had before.
func (g *grafter) arrange() *spec.Error {
	for relationship, o := range g.from.Sequences {
		ours := g.w.Sequences[g.to[relationship].Index()]
		if rules.IsBuiltin(relationship) {
			ours = g.w.Sequences[relationship]
		}
		for _, target := range o.Targets(nil) {
			for _, source := range o.Sources(nil, target) {
				e, to := g.to[source].Index(), g.target(source, relationship, target)
				if ours != nil && to != 0 && ours.Has(e, to) {
					ours.Remove(e, to)
					ours.Append(e, to)
				}
			}
		}
	}
	return nil
}

// target is the target that a pair of the part has got in the world, 0 for none.
func (g *grafter) target(source, relationship, target uint32) uint32 {
	if relationship == rules.ChildOf.Index() && g.tops[source] && g.o.Below != 0 {
		return g.o.Below.Index()
	}
	if rules.IsBuiltin(target) {
		return target
	}
	return g.to[target].Index()
}

// report says which entities have come of those that were saved.
func (g *grafter) report() {
	g.p.Made = make(map[store.Entity]store.Entity, len(g.to))
	for index, e := range g.to {
		if e != 0 {
			g.p.Made[g.p.entities[index].was] = e
		}
	}
	for _, index := range g.inside {
		g.p.New = append(g.p.New, g.to[index])
		if g.tops[index] {
			g.p.Tops = append(g.p.Tops, g.to[index])
		}
	}
}
