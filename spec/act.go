package spec

// The words that stand for the event in the acts of an observer: the entity that it is about, the
// entity that has its id, and the elements of the id. No entity can have such a handle.
const (
	ActThis   Handle = "$this"
	ActSource Handle = "$src"
	ActFirst  Handle = "$first"
	ActSecond Handle = "$second"
)

// IsOfEvent reports whether a handle stands for a part of the event that an observer is told of.
func (h Handle) IsOfEvent() bool {
	return h == ActThis || h == ActSource || h == ActFirst || h == ActSecond
}

// MayAct reports whether an observer may carry out operations of the kind: those that wait while
// the world is deferred, but for reorder, and release (acts.operations). For example, an observer
// may delete an entity, but take no snapshot.
func (k OpKind) MayAct() bool {
	switch k { //nolint:exhaustive // the others are no changes, or make something that needs a handle of its own
	case OpAdd, OpRemove, OpSet, OpModified, OpClear, OpDelete, OpRemoveAll, OpDeleteWith, OpOverride, OpSetName,
		OpEnable, OpDisable, OpRelease:
		return true
	default:
		return false
	}
}
