package saved

import (
	"bytes"
	"encoding/gob"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/order"
	"github.com/relspec/relspec/spec"
)

// file is a world in the words of the protocol: whatever it mentions, it mentions by the handle
// (reload.same).
type file struct {
	Entities []entity // in the order of creation, the reserved ones first
	Scope    spec.Handle
	Orders   []sources
}

// entity is the record of one entity, alive or dead: for example, a dead Bob is in the file, so
// that his handle stays taken and he stays dead. One that a restoration took away has no handle;
// its number stays used.
type entity struct {
	Handle                 spec.Handle
	Alive, Component, Open bool
	Name                   string
	Members                []spec.Member
	Own                    []fact
	Overrides              []spec.ID
	Stuck                  []spec.Handle
}

// fact is an id that an entity owns, with its data, and whether a toggle hides it.
type fact struct {
	ID    spec.ID
	Value spec.Value
	Off   bool
}

// sources are the owners of a pair of an Ordered relationship, in their order (ordered.sources).
type sources struct {
	Pair spec.ID
	List []spec.Handle
}

// Write gives a world as bytes. Prepared queries, observers, snapshots and the events that wait are
// no part of it: they end with the world that was saved (reload.same).
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
		e.Stuck = handles(w, r.Stuck)
		f.Entities = append(f.Entities, e)
	}
	for i, list := range orders {
		if len(list) > 0 { // else the target may be one that a restoration took away
			f.Orders = append(f.Orders, sources{w.SpecID(i), handles(w, list)})
		}
	}
	slices.SortFunc(f.Orders, func(a, b sources) int { return a.Pair.Compare(b.Pair) })
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(f); err != nil {
		panic(err) // every field has a form
	}
	return b.Bytes()
}

// handles are entities as the file mentions them.
func handles(w *rules.World, es []rules.Entity) (out []spec.Handle) {
	for _, e := range es {
		out = append(out, w.Handle(e))
	}
	return out
}

// Read makes a blank world the one that was written, and gives the orders of its sources. All
// entities are there before the first gets its ids, which mention each other; they have their
// numbers again, and with these the type order.
func Read(b []byte, w *rules.World) order.Lists {
	var f file
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&f); err != nil {
		panic(err) // it was not written here
	}
	for n, e := range f.Entities {
		if n+1 == len(w.Entities) { // the reserved ones are there
			w.Entities = append(w.Entities, rules.Record{Handle: e.Handle})
		}
		if e.Handle != "" {
			w.Handles[e.Handle] = rules.Entity(n + 1)
		}
	}
	for n, e := range f.Entities {
		r := &w.Entities[n+1] // number 0 is nobody
		r.Alive, r.Component, r.Open = e.Alive, e.Component, e.Open
		r.Name, r.Members, r.Own = e.Name, e.Members, nil
		for _, own := range e.Own {
			r.Own = append(r.Own, rules.Fact{ID: w.IDOf(own.ID), Value: own.Value, Off: own.Off})
		}
		for _, i := range e.Overrides {
			r.Overrides = append(r.Overrides, w.IDOf(i))
		}
		r.Stuck = entities(w, e.Stuck)
	}
	w.Scope = w.Handles[f.Scope]
	orders := order.Lists{}
	for _, s := range f.Orders {
		orders[w.IDOf(s.Pair)] = entities(w, s.List)
	}
	return orders
}

// entities are those that the file mentions.
func entities(w *rules.World, hs []spec.Handle) (out []rules.Entity) {
	for _, h := range hs {
		out = append(out, w.Handles[h])
	}
	return out
}
