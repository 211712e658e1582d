package fast

import "github.com/relspec/relspec/spec"

// Number returns the target that stands for a number: w.AddPair(e, level, w.Number(3)). It is not
// an entity: it is not alive, nothing can be added to it, and no variable of a query has it as a
// value. The target stays valid after [World.Restore]; call Number again after [World.Load].
//
// The first call with a number, or the first query text that contains the number, writes to the
// world, so no other goroutine may use the world at that time. Number panics with code unsupported
// in profiles without numbers; [Flecs41] has them.
//
// Statements: F41-085, pairs.numbers.
func (w *World) Number(n uint32) Entity {
	if !w.core.Profile.NumberTargets {
		panic(spec.Errorf(spec.CodeUnsupported,
			"the profile %s has no numbers as targets; make the world with WithProfile(Flecs41())", w.core.Profile.Name))
	}
	return w.core.Number(n)
}

// NumberOf returns the number that a target stands for, and false if it does not stand for a
// number.
func (w *World) NumberOf(target Entity) (n uint32, is bool) {
	if !w.core.Store.Alive(target) {
		return 0, false
	}
	return w.core.NumberAt(target.Index())
}
