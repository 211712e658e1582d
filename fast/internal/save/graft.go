package save

import (
	"cmp"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// grafter creates the entities of a part in a world. It adds ids without their consequences,
// because the file also contains the consequences for entities of the part.
type grafter struct {
	p       *Part
	from, w *rules.World
	o       *Options
	wrote   func(store.Entity, store.ID)
	err     *spec.Error // the first error

	list []uint32 // the entities of the part, in order of creation
	// The entity of the world for each entity of the part that was looked up; the zero Entity if it
	// is left out.
	to   map[uint32]store.Entity
	ids  []grafted
	by   map[string]uint32 // stand-ins by path
	made map[uint32]bool   // the new entities of the world
	tops map[uint32]bool   // entities of the part without a parent in it
}

// grafted is an id that a new entity gets. source is the corresponding id in the part, or the zero
// ID if there is none.
type grafted struct {
	index      uint32 // in the part
	id, source store.ID
}

// Graft creates the entities of a part in a world. If it fails, the caller must undo the operation.
// Graft calls wrote for each value that it has written. A part can be grafted only once.
func (p *Part) Graft(w *rules.World, o *Options, wrote func(store.Entity, store.ID)) *spec.Error {
	g := &grafter{
		p: p, from: p.world, w: w, o: o, wrote: wrote, to: map[uint32]store.Entity{}, by: map[string]uint32{},
		made: map[uint32]bool{}, tops: map[uint32]bool{},
	}
	for _, step := range []func(){g.create, g.resolve, g.add, g.values, g.state, g.arrange, g.report} {
		if step(); g.err != nil {
			return g.err
		}
	}
	return nil
}

// check keeps the first error, and reports whether there was none so far.
func (g *grafter) check(err *spec.Error) (fine bool) {
	g.err = cmp.Or(g.err, err)
	return g.err == nil
}

// create creates the entities, without ids.
func (g *grafter) create() {
	for index, e := range g.p.entities {
		if e.outside {
			g.by[e.path] = index
		} else {
			g.list = append(g.list, index)
		}
	}
	g.from.SortEntities(g.list)
	for _, index := range g.list {
		if c := g.from.Components[index]; c != nil && c.GoType != nil {
			g.check(corrupt("the part contains the component of a Go type"))
		}
		made := g.w.RawCreate()
		g.to[index], g.made[made.Index()] = made, true
		g.makeComponent(made, index)
	}
}

// makeComponent makes an entity a component if that of the part is one.
func (g *grafter) makeComponent(e store.Entity, index uint32) {
	c := g.from.Components[index]
	if c == nil {
		return
	}
	if t := g.from.Store.GoType(c.Typ); len(c.Members) == 0 && t != nil {
		g.w.SetComponent(e, &rules.Component{Typ: typeIn(g.w.Store, t)})
	} else {
		g.w.MakeComponent(e, c.Members)
	}
	if c.Open && g.w.TraitsOf(e.Index())&rules.TraitDefaultFinal != 0 {
		g.check(g.w.RemoveNow(e, store.Single(rules.Final.Index())))
	}
}

// resolve determines the ids that each entity will get and finds the entities that these ids
// mention.
func (g *grafter) resolve() {
	for _, index := range g.list {
		ids := g.own(index)
		g.tops[index] = !slices.ContainsFunc(ids, g.isParentInside)
		below := g.o.Below != 0 && g.tops[index]
		if below {
			g.ids = append(g.ids, grafted{index, store.Pair(rules.ChildOf.Index(), g.o.Below.Index()), 0})
		}
		for _, source := range ids {
			if below && isParent(source) {
				continue
			}
			if id, ok := g.id(source); ok {
				g.ids = append(g.ids, grafted{index, id, source})
			}
		}
	}
}

func (g *grafter) own(index uint32) []store.ID { return g.from.OwnIDs(g.from.Table(index), index) }

func isParent(id store.ID) bool { return id.IsPair() && id.First() == rules.ChildOf.Index() }

func (g *grafter) isParentInside(id store.ID) bool {
	e, ok := g.p.entities[id.Second()]
	return isParent(id) && ok && !e.outside
}

// id translates an id of the part. It returns false if the id is left out, or after an error.
func (g *grafter) id(id store.ID) (made store.ID, ok bool) {
	first := g.entity(id.First())
	if !id.IsPair() {
		return store.Single(first.Index()), first != 0
	}
	second := g.entity(id.Second())
	return store.Pair(first.Index(), second.Index()), first != 0 && second != 0
}

// entity returns the entity of the world for one of the part, or the zero Entity if it is left out
// or after an error.
func (g *grafter) entity(index uint32) store.Entity {
	if e, known := g.known(index); known || g.err != nil {
		return e
	}
	e := g.outside(index)
	g.to[index] = e
	return e
}

// known is like entity, but does not look for the entities of stand-ins in the world.
func (g *grafter) known(index uint32) (e store.Entity, known bool) {
	if rules.IsBuiltin(index) {
		return store.MakeEntity(index, 0), true
	}
	if n, is := g.from.NumberAt(index); is {
		return g.w.Number(n), true
	}
	e, known = g.to[index]
	return e, known
}

// outside finds or makes the entity of the world for a stand-in.
func (g *grafter) outside(index uint32) store.Entity {
	c, path := g.from.Components[index], g.p.entities[index].path
	if c != nil && c.GoType != nil {
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

// checkAlike refuses an entity whose values have another type than those of the entity in the file.
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
		g.makeComponent(e, index)
		for _, source := range g.own(index) {
			if id, ok := g.id(source); ok {
				g.check(g.w.AddNow(e, id))
			}
		}
	}
	return e
}

// rankOf orders ids: properties and most other reserved ids, parents, bases, then all other ids, so
// that properties come before the pairs that they apply to.
func rankOf(id store.ID) int {
	switch {
	case isParent(id):
		return 1
	case id.IsPair() && id.First() == rules.IsA.Index():
		return 2
	case rules.IsBuiltin(id.First()):
		return 0
	}
	return 3
}

// add adds the ids. If an entity gets a parent outside of the part and this parent is a prefab, the
// entity and all entities below it become prefabs.
func (g *grafter) add() {
	ranked := slices.Clone(g.ids)
	slices.SortStableFunc(ranked, func(a, b grafted) int { return cmp.Compare(rankOf(a.id), rankOf(b.id)) })
	for _, a := range ranked {
		if !g.check(g.place(g.to[a.index], a.id)) {
			return
		}
	}
	for _, a := range g.ids {
		if isParent(a.id) && !g.made[a.id.Second()] && g.w.OwnsTag(a.id.Second(), rules.Prefab) &&
			!g.w.Profile.PrefabChildrenPlain {
			g.check(g.w.AddNow(g.to[a.index], store.Single(rules.Prefab.Index())))
		}
	}
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

// values copies the values of ids.
func (g *grafter) values() {
	reference := func(e store.Entity) store.Entity {
		if !g.from.Store.Alive(e) {
			return 0
		}
		return g.entity(e.Index())
	}
	for _, a := range g.ids {
		if a.source == 0 {
			continue
		}
		cell, theirs, _ := g.from.Store.Get(g.from.Entity(a.index), a.source)
		ours, typ, _ := g.w.Store.Get(g.to[a.index], a.id)
		if (cell == nil) != (ours == nil) || cell != nil && g.from.Store.GoType(theirs) != g.w.Store.GoType(typ) {
			g.check(spec.Errorf(spec.CodeInvalid,
				"values of %s have another type here than in the file; register it with the same type",
				g.w.EntityText(g.w.Entity(a.id.First()))))
			return
		}
		if cell == nil {
			continue
		}
		if col := g.p.columns[g.from.TypedBy(a.source)]; col.holdsEntities() {
			MapEntities(col.goType, cell, reference, false)
		}
		g.w.Store.CopyCell(typ, ours, cell)
		g.wrote(g.to[a.index], a.id)
	}
}

// state disables ids, and sets overrides and names.
func (g *grafter) state() {
	for _, a := range g.ids {
		if a.source != 0 && g.from.IsOff(a.index, a.source) {
			g.check(g.w.ToggleNow(g.to[a.index], a.id, false))
		}
	}
	for _, index := range g.list {
		for _, source := range g.from.Marks[index] {
			if id, ok := g.id(source); ok {
				g.check(g.w.OverrideNow(g.to[index], id))
			}
		}
		name := g.from.NameOf(index)
		if g.tops[index] && g.o.Rename != nil && g.err == nil {
			name = g.o.Rename(name)
		}
		if name == "" {
			continue
		}
		if err := g.w.SetNameNow(g.to[index], name); err != nil {
			g.check(spec.Errorf(err.Code, "%s; use FileRename for another name, or FileBelow for another parent", err.Message))
		}
	}
}

// arrange appends the new entities to the orders of sources, in their order in the part.
func (g *grafter) arrange() {
	for relationship, o := range g.from.Sequences {
		known, _ := g.known(relationship)
		order := g.w.Sequences[known.Index()]
		if order == nil {
			continue
		}
		for _, target := range o.Targets() {
			known, _ := g.known(target)
			for _, source := range o.Sources(target) {
				to := known.Index()
				if g.o.Below != 0 && g.tops[source] && relationship == rules.ChildOf.Index() {
					to = g.o.Below.Index()
				}
				if e := g.to[source].Index(); order.Has(e, to) {
					order.Remove(e, to)
					order.Append(e, to)
				}
			}
		}
	}
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
