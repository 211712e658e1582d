package save

import (
	"cmp"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// grafter copies the entities of a part into a world.
type grafter struct {
	copier
	p  *Part
	by map[string]uint32 // stand-ins by path
}

// Graft creates the entities of a part in a world. If it fails, the caller must undo the operation.
// Graft calls wrote for each value that it has written. A part can be grafted only once.
func (p *Part) Graft(w *rules.World, o *Options, wrote func(store.Entity, store.ID)) *spec.Error {
	g := &grafter{p: p, by: map[string]uint32{}}
	g.copier = newCopier(p.world, w, o, g.outside)
	g.spent = true
	if o.Below != 0 {
		g.below = store.Pair(rules.ChildOf.Index(), o.Below.Index())
	}
	for _, step := range []func(){
		g.createAll, func() { g.add(g.place) }, g.spread, func() { g.values(wrote) }, func() { g.state(g.name) }, g.report,
	} {
		if step(); g.err != nil {
			return g.err
		}
	}
	return nil
}

// createAll creates the entities, and determines their ids.
func (g *grafter) createAll() {
	var list []uint32
	for index, e := range g.p.entities {
		switch {
		case !e.outside:
			list = append(list, index)
		case !g.from.Components[index].OfGoType(): // outside finds the others by their type
			g.by[e.path] = index
		}
	}
	g.from.SortEntities(list)
	for _, index := range list {
		if g.from.Components[index].OfGoType() {
			g.check(corrupt("the part contains the component of a Go type"))
		}
		g.create(index)
	}
	for _, index := range list {
		ids := g.own(index)
		g.tops[index] = !slices.ContainsFunc(ids, g.isParentInside)
		g.resolve(index, ids)
	}
}

func (g *grafter) isParentInside(id store.ID) bool {
	e, ok := g.p.entities[id.Second()]
	return isParent(id) && ok && !e.outside
}

// outside finds or makes the entity of the world for a stand-in.
func (g *grafter) outside(index uint32) store.Entity {
	c, path := g.from.Components[index], g.p.entities[index].path
	if c.OfGoType() {
		for ours, have := range g.w.Components { // at most one
			if have.GoType == c.GoType {
				return g.w.Entity(ours)
			}
		}
		return 0
	}
	found := g.w.Below(0, strings.Split(path, "."))
	switch {
	case !rules.IsBuiltin(found):
		g.checkAlike(found, c, path)
		return g.w.Entity(found)
	case g.o.MakeMissing:
		return g.make(path)
	case !g.o.LeaveOut:
		g.check(spec.Errorf(spec.CodeUnresolved,
			"the part mentions %q, which does not exist in this world; create it first, or pass FileMakeMissing or FileLeaveOut", path))
	}
	return 0
}

// checkAlike refuses an entity of the world if its members or the type of its values differ from
// those in the file.
func (g *grafter) checkAlike(ours uint32, c *rules.Component, path string) {
	none := &rules.Component{}
	switch theirs, have := cmp.Or(c, none), cmp.Or(g.w.Components[ours], none); {
	case !slices.Equal(theirs.Members, have.Members) || have.GoType != nil:
		g.check(spec.Errorf(spec.CodeInvalid,
			"component %q has other members here than in the file; declare it with the same members", path))
	case g.from.Store.GoType(theirs.Typ) != g.w.Store.GoType(have.Typ):
		g.check(spec.Errorf(spec.CodeInvalid,
			"component %q has another type here than in the file; register it with the same type", path))
	}
}

// make creates an entity with a path, and its missing parents. If the path is that of a stand-in,
// the entity gets the properties of the stand-in.
func (g *grafter) make(path string) store.Entity {
	parent, dot := store.Entity(0), strings.LastIndexByte(path, '.')
	if dot >= 0 {
		if above := g.w.Below(0, strings.Split(path[:dot], ".")); above != 0 {
			parent = g.w.Entity(above)
		} else if parent = g.make(path[:dot]); g.err != nil {
			return 0
		}
	}
	e := g.w.RawCreate()
	if parent != 0 {
		g.check(g.w.AddNow(e, store.Pair(rules.ChildOf.Index(), parent.Index())))
	}
	g.check(g.w.SetNameNow(e, path[dot+1:]))
	if index, standIn := g.by[path]; standIn {
		g.to[index] = e
		g.component(index, e)
		for _, source := range g.own(index) {
			if id, ok := g.id(source); ok {
				g.check(g.w.AddNow(e, id))
			}
		}
	}
	return e
}

// place adds an id to an entity. If the relationship is Symmetric and the target is outside of the
// part, it adds the mirror to the target.
func (g *grafter) place(e store.Entity, id store.ID) *spec.Error {
	err := g.w.AddFact(e, id)
	if err != nil || !id.IsPair() || g.w.TraitsOf(id.First())&rules.TraitSymmetric == 0 || g.made[id.Second()] {
		return err
	}
	return g.w.AddNow(g.w.Entity(id.Second()), store.Pair(id.First(), e.Index()))
}

// spread makes prefabs of the entities whose parents outside of the part are prefabs, and of the
// entities below them.
func (g *grafter) spread() {
	for _, a := range g.ids {
		if isParent(a.id) && !g.made[a.id.Second()] && g.w.OwnsTag(a.id.Second(), rules.Prefab) &&
			!g.w.Profile.PrefabChildrenPlain {
			g.check(g.w.AddNow(g.to[a.index], store.Single(rules.Prefab.Index())))
		}
	}
}

// name names a new entity.
func (g *grafter) name(index uint32, made store.Entity) *spec.Error {
	name := g.from.NameOf(index)
	if g.tops[index] && g.o.Rename != nil {
		name = g.o.Rename(name)
	}
	if name == "" {
		return nil
	}
	err := g.w.SetNameNow(made, name)
	if err != nil {
		err = spec.Errorf(err.Code, "%s; use FileRename for another name, or FileBelow for another parent", err.Message)
	}
	return err
}

// report records which new entity corresponds to which saved one.
func (g *grafter) report() {
	g.p.Made = make(map[store.Entity]store.Entity, len(g.to))
	for index, e := range g.to {
		if e != 0 {
			g.p.Made[g.p.entities[index].was] = e
		}
	}
	for _, index := range g.list {
		g.p.New = append(g.p.New, g.to[index])
		if g.tops[index] {
			g.p.Tops = append(g.p.Tops, g.to[index])
		}
	}
}
