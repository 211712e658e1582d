package saved

import (
	"bytes"
	"encoding/gob"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/order"
	"github.com/relspec/relspec/spec"
)

// file is a saved world. It refers to entities by their handles (reload.same).
type file struct {
	Entities []entity // in the order of creation, the reserved ones first
	Scope    spec.Handle
	Orders   []sources
}

// entity is the record of one entity, alive or dead. Dead entities are saved so that their handles
// stay taken. An entity that a restore removed has no handle, but its number stays used.
type entity struct {
	Handle                 spec.Handle
	Alive, Component, Open bool
	Name                   string
	Members                []spec.Member
	Own                    []fact
	Overrides              []spec.ID
}

// fact is an id that an entity owns, with its data, and whether a toggle hides it.
type fact struct {
	ID    spec.ID
	Value spec.Value
	Off   bool
}

// sources lists the sources of an ordered pair, in order (ordered.sources).
type sources struct {
	Pair spec.ID
	List []spec.Handle
}

// Write encodes a world. Prepared queries, observers, snapshots and pending events are not saved
// (reload.same).
func Write(w *rules.World, orders order.Lists) []byte {
	f := file{Scope: w.Handle(w.Scope)}
	for _, r := range w.Entities[1:] {
		e := entity{
			Handle: r.Handle, Alive: r.Alive, Component: r.Component, Open: r.Open,
			Name: r.Name, Members: r.Members,
		}
		for _, own := range r.Own {
			e.Own = append(e.Own, fact{w.SpecID(own.ID), own.Value, own.Off})
		}
		for _, i := range r.Overrides {
			e.Overrides = append(e.Overrides, w.SpecID(i))
		}
		f.Entities = append(f.Entities, e)
	}
	for i, list := range orders {
		if len(list) > 0 { // the target of an empty list may have been removed by a restore
			f.Orders = append(f.Orders, sources{w.SpecID(i), handles(w, list)})
		}
	}
	slices.SortFunc(f.Orders, func(a, b sources) int { return a.Pair.Compare(b.Pair) })
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(f); err != nil {
		panic(err) // gob can encode every field
	}
	return b.Bytes()
}

// handles converts entities to handles.
func handles(w *rules.World, es []rules.Entity) (out []spec.Handle) {
	for _, e := range es {
		out = append(out, w.Handle(e))
	}
	return out
}

// Read loads a saved world into an empty one and returns the order of its sources. Entities get
// their old numbers, so the type order is the same. Read creates all entities before it adds their
// ids, because ids mention other entities.
func Read(b []byte, w *rules.World) order.Lists {
	var f file
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&f); err != nil {
		panic(err) // b is not from Write
	}
	for n, e := range f.Entities {
		if n+1 == len(w.Entities) { // reserved entities exist already
			w.Entities = append(w.Entities, rules.Record{Handle: e.Handle})
		}
		if e.Handle != "" {
			w.Handles[e.Handle] = rules.Entity(n + 1)
		}
	}
	for n, e := range f.Entities {
		r := &w.Entities[n+1] // number 0 is not used
		r.Alive, r.Component, r.Open = e.Alive, e.Component, e.Open
		r.Name, r.Members, r.Own = e.Name, e.Members, nil
		for _, own := range e.Own {
			r.Own = append(r.Own, rules.Fact{ID: w.IDOf(own.ID), Value: own.Value, Off: own.Off})
		}
		for _, i := range e.Overrides {
			r.Overrides = append(r.Overrides, w.IDOf(i))
		}
	}
	w.Scope = w.Handles[f.Scope]
	orders := order.Lists{}
	for _, s := range f.Orders {
		orders[w.IDOf(s.Pair)] = entities(w, s.List)
	}
	return orders
}

// entities converts handles to entities.
func entities(w *rules.World, hs []spec.Handle) (out []rules.Entity) {
	for _, h := range hs {
		out = append(out, w.Handles[h])
	}
	return out
}
