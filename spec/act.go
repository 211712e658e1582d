package spec

// Placeholders for the parts of an event, for use in the acts of an observer: the entity that the
// event is about, the source (the entity that owns the id), and the two elements of the id. These
// handles cannot name entities.
const (
	ActThis   Handle = "$this"
	ActSource Handle = "$src"
	ActFirst  Handle = "$first"
	ActSecond Handle = "$second"
)

// IsOfEvent reports whether a handle is a placeholder for a part of the event.
func (h Handle) IsOfEvent() bool {
	return h == ActThis || h == ActSource || h == ActFirst || h == ActSecond
}

// MayAct reports whether an observer may run operations of the kind. It may run release, and the
// operations that can be deferred except reorder and emit (acts.operations). For example, an
// observer may delete an entity, but not take a snapshot.
func (k OpKind) MayAct() bool {
	switch k { //nolint:exhaustive // acts.operations allows no others
	case OpAdd, OpRemove, OpSet, OpModified, OpClear, OpDelete, OpRemoveAll, OpDeleteWith, OpOverride, OpSetName,
		OpEnable, OpDisable, OpRelease:
		return true
	default:
		return false
	}
}
