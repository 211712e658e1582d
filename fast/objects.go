package fast

import (
	"math/bits"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
)

// typedWorld holds the objects of the typed API, one per Go type: components, spawners and so on.
type typedWorld struct {
	slots   []typedSlot // open addressing; the length is zero or a power of two
	shift   uint8       // 64 - log2(len(slots))
	objects []restorable
	// registered increases when the component of some type may have changed.
	registered uint64
	instance   instancePlan
	bare       *spawner // spawner of entities without values
	made       queryMemory
	matching   *matching // reused memory
}

// typedSlot is an entry of the hash table: an object, and the key of its Go type (see wordOf). An
// empty slot has no key.
type typedSlot struct{ word, object unsafe.Pointer }

// restorable is an object that refers to the storage of its world.
type restorable interface{ restored() }

// wordOf returns the address of the type descriptor of *T as a hash key for T. It needs no
// reflection.
func wordOf[T any]() unsafe.Pointer {
	var pointer any = (*T)(nil)
	return *(*unsafe.Pointer)(unsafe.Pointer(&pointer))
}

// object returns the *T of a world, or nil.
func object[T any](w *World) *T {
	word := wordOf[T]()
	slots := w.typed.slots
	if len(slots) == 0 {
		return nil
	}
	for i := homeOf(word, w.typed.shift); ; i++ {
		slot := &slots[i&(len(slots)-1)]
		if slot.word == word {
			return (*T)(slot.object)
		}
		if slot.word == nil {
			return nil
		}
	}
}

func homeOf(word unsafe.Pointer, shift uint8) int {
	return int(uint64(uintptr(word)) * 0x9E3779B97F4A7C15 >> (shift & 63))
}

// keepObject adds a *T to a world that has none.
func keepObject[T any](w *World, object *T) {
	w.typed.place(typedSlot{wordOf[T](), unsafe.Pointer(object)})
}

func (t *typedWorld) place(slot typedSlot) {
	used := 0
	for i := range t.slots {
		if t.slots[i].word != nil {
			used++
		}
	}
	if 2*(used+1) > len(t.slots) {
		old := t.slots
		t.slots = make([]typedSlot, max(16, 2*len(old)))
		t.shift = uint8(64 - bits.TrailingZeros(uint(len(t.slots))))
		for _, s := range old {
			if s.word != nil {
				t.place(s)
			}
		}
	}
	i := homeOf(slot.word, t.shift)
	for t.slots[i&(len(t.slots)-1)].word != nil {
		i++
	}
	t.slots[i&(len(t.slots)-1)] = slot
}

// restored makes all objects refer to the storage of the restored world.
func (t *typedWorld) restored() {
	for _, o := range t.objects {
		o.restored()
	}
}

// AbandonLoops unlocks a world after a loop that did not end: the program recovered from a panic in
// the loop, left an iter.Pull without calling stop, or skipped a part of [Query2.Split]. Do not
// call AbandonLoops while another loop runs: that loop would continue in an unlocked world, where
// structural changes are no longer refused.
func (w *World) AbandonLoops() {
	w.core.Hooks.And(^rules.HookLoops)
	w.core.SortKeys.Swept.Add(1) // the abandoned loop did not report its writes, so every sort key may have changed
}
