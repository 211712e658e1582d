package save

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// grafter creates the entities of a part in a world and notifies observers.
type grafter struct {
	*copier
	p *Part
	o *Options

	by      map[string]uint32 // stand-ins by path
	fresh   map[uint32]bool   // the new entities
	prefabs []uint32          // new entities whose parents outside of the part are prefabs
}

// Graft creates the entities of a part in a world. If it fails, the caller must undo the operation.
// Graft calls wrote for each value that it has written.
func (p *Part) Graft(w *rules.World, o *Options, wrote func(store.Entity, store.ID)) *spec.Error {
	g := &grafter{
		copier: newCopier(p.World, w, p.columns), p: p, o: o, by: map[string]uint32{}, fresh: map[uint32]bool{},
	}
	g.find, g.give, g.setName, g.wrote, g.below = g.outside, g.placeNow, g.rename, wrote, o.Below
	for _, step := range []func() *spec.Error{g.create, g.resolve, g.stick, g.add, g.spread, g.rest} {
		if err := step(); err != nil {
			return err
		}
	}
	g.report()
	return nil
}

// create creates the entities, without ids.
func (g *grafter) create() *spec.Error {
	for index, e := range g.p.entities {
		if e.outside {
			g.by[e.path] = index
		} else {
			g.list = append(g.list, index)
		}
	}
	g.from.SortEntities(g.list)
	for _, index := range g.list {
		c := g.from.Components[index]
		if c != nil && c.GoType != nil {
			return corrupt("the part contains the component of a Go type")
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

// resolve determines the ids that each entity will get and finds the entities that these ids
// mention.
func (g *grafter) resolve() *spec.Error {
	for _, index := range g.list {
		ids := g.from.OwnIDs(g.from.Table(index), index)
		g.tops[index] = !slices.ContainsFunc(ids, g.isParentInside)
		below := g.below != 0 && g.tops[index]
		if below {
			g.want(index, store.Pair(rules.ChildOf.Index(), g.below.Index()), 0)
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
	g.wanted[index] = append(g.wanted[index], wantedID{id, source})
	if isParent(id) && g.w.OwnsPrefab(id.Second()) && !g.w.Profile.PrefabChildrenPlain {
		g.prefabs = append(g.prefabs, index)
	}
}

func (g *grafter) isParentInside(id store.ID) bool {
	if !isParent(id) {
		return false
	}
	e, ok := g.p.entities[id.Second()]
	return ok && !e.outside
}

// outside returns the entity of this world for an entity outside of the part.
func (g *grafter) outside(index uint32) (store.Entity, *spec.Error) {
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
			"the part mentions %q, which does not exist in this world; create it first, or pass FileMakeMissing or FileLeaveOut", path)
	}
	g.to[index] = e
	return e, nil
}

// checkAlike returns an error if the values of e have another type than those of the entity in the
// file.
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
		return spec.Errorf(spec.CodeInvalid,
			"component %q has other members here than in the file; declare it with the same members", path)
	case valuesOf(g.from, c) != valuesOf(g.w, have):
		return spec.Errorf(spec.CodeInvalid,
			"component %q has another type here than in the file; register it with the same type", path)
	}
	return nil
}

// make creates the entity of a stand-in, and its missing parents.
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

// makeNamed creates an entity for a stand-in, or a plain one if index is 0.
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

// stick records tag properties that the saved entities once had, in profiles where these act until
// an entity dies.
func (g *grafter) stick() *spec.Error {
	for _, index := range g.list {
		for _, id := range g.from.StuckOn(index) {
			if err := g.w.AddFact(g.to[index], id); err != nil {
				return err
			}
			if err := g.w.RemoveNow(g.to[index], id); err != nil {
				return err
			}
		}
	}
	return nil
}

// placeNow adds an id to an entity, and its mirror to an entity outside of the part.
func (g *grafter) placeNow(e store.Entity, id store.ID) *spec.Error {
	if err := g.w.AddFact(e, id); err != nil || !id.IsPair() || g.w.TraitsOf(id.First())&rules.TraitSymmetric == 0 ||
		g.fresh[id.Second()] {
		return err
	}
	return g.w.AddNow(g.w.Entity(id.Second()), store.Pair(id.First(), e.Index()))
}

// rename names an entity.
func (g *grafter) rename(e store.Entity, index uint32) *spec.Error {
	name := g.from.NameOf(index)
	if g.tops[index] && g.o.Rename != nil {
		name = g.o.Rename(name)
	}
	if name == "" {
		return nil
	}
	if err := g.w.SetNameNow(e, name); err != nil {
		return spec.Errorf(err.Code, "%s; use FileRename for another name, or FileBelow for another parent", err.Message)
	}
	return nil
}

// spread makes prefabs of the entities whose parents outside of the part are prefabs, and of the
// entities below them.
func (g *grafter) spread() *spec.Error {
	for _, index := range g.prefabs {
		if err := g.w.AddNow(g.to[index], store.Single(rules.Prefab.Index())); err != nil {
			return err
		}
	}
	return nil
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
