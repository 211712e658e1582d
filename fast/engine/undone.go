package engine

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/relspec/relspec/spec"
)

// UndoneAndRedone makes the engine record the changes of one to seven operations, undo and redo
// them, and compare the worlds before and after. It does nothing while an iterator is open, changes
// are deferred, or changes are detected.
func UndoneAndRedone() Option { return func(v *variant) { v.undoes = true } }

// edited is the edit that is being recorded, with the state before it.
type edited struct {
	recording bool
	mark      int
	state     uint64
	until     int // the count of applied operations at which the edit ends
	before    savedHandles
	world     worldState
}

// savedHandles has the entities of the handles at one time.
type savedHandles struct {
	list    []knownHandle
	current []uint32
}

func (e *Engine) saveHandles() savedHandles {
	return savedHandles{slices.Clone(e.handles.list), slices.Clone(e.handles.current)}
}

// goTo restores saved handles. Handles that were added later keep their numbers but lose their
// entities.
func (e *Engine) goTo(s savedHandles) {
	copy(e.handles.list, s.list)
	for i := len(s.list); i < len(e.handles.list); i++ {
		e.handles.list[i].entity = 0
	}
	e.handles.current = slices.Clone(s.current)
}

// beginEdit starts an edit before an operation, unless one is being recorded. If the operation
// cannot be part of an edit, beginEdit ends the current edit.
func (e *Engine) beginEdit(op *spec.Operation) {
	if !e.mayEdit(op) {
		e.endEdit()
	} else if !e.edit.recording {
		e.edit = edited{
			recording: true, mark: e.w.BeginEdit(), state: e.w.State(), until: e.applied + 1 + e.applied%7,
			before: e.saveHandles(), world: e.readState(),
		}
	}
}

// mayEdit reports whether an operation can be part of an edit.
func (e *Engine) mayEdit(op *spec.Operation) bool {
	return !outlasts(op.Op) && op.Op != spec.OpRestore && op.Op != spec.OpReload && op.Op != spec.OpTeardown &&
		op.Op != spec.OpIterBegin && op.Op != spec.OpObserve && op.Op != spec.OpChanged && op.Op != spec.OpDeferBegin &&
		!e.over && !e.w.Watch.On && len(e.iterators) == 0 && !e.world.IsDeferred()
}

// endEdit undoes and redoes the edit. It panics if the world differs from the recorded one.
func (e *Engine) endEdit() {
	if !e.edit.recording {
		return
	}
	if e.w.Watch.On { // undo and redo mark tables as changed
		e.w.EditSince(e.edit.mark, e.edit.state)
		e.edit = edited{}
		return
	}
	m := e.w.Meter
	e.w.Meter.On = false
	discardEvents, before, after, world := e.w.MarkEvents(), e.edit.before, e.saveHandles(), e.readState()
	edit := e.w.EditSince(e.edit.mark, e.edit.state)
	for _, turn := range [...]struct {
		undo    bool
		handles savedHandles
		world   worldState
	}{{true, before, e.edit.world}, {false, after, world}} {
		if err := edit.Turn(turn.undo); err != nil {
			panic(err)
		}
		e.goTo(turn.handles)
		if err := e.w.CheckInvariants(); err != nil {
			panic(err)
		}
		if now := e.readState(); !reflect.DeepEqual(now, turn.world) {
			panic(fmt.Sprintf("with undo %t the world is %v and not %v", turn.undo, now, turn.world))
		}
	}
	discardEvents()
	e.acting.pending = nil
	e.w.Meter = m
	e.edit = edited{}
}

// worldState is everything that an edit can change.
type worldState struct {
	dump    *spec.Dump
	created []Entity               // the entities of the user, in order of creation
	orders  map[[2]uint32][]uint32 // the sources of ordered pairs
}

// readState reads the whole world.
func (e *Engine) readState() worldState {
	m := e.w.Meter
	e.w.Meter.On = false
	defer func() { e.w.Meter = m }()
	out, _ := e.dumpWorld(nil)
	s := worldState{out.Dump, e.w.UserEntities(), map[[2]uint32][]uint32{}}
	e.w.SortByCreation(s.created)
	for relationship, order := range e.w.Sequences {
		for target := range uint32(e.w.Store.Indices()) {
			if sources := order.Sources(target); len(sources) > 0 {
				s.orders[[2]uint32{relationship, target}] = sources
			}
		}
	}
	return s
}
