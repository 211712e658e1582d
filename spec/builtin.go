package spec

// Builtin is a reserved entity with the ids that it has in a fresh world.
type Builtin struct {
	Handle Handle
	IDs    []ID
}

// Builtins lists the reserved entities of a profile, in the order in which they are created.
func Builtins(p Profile) []Builtin {
	out := make([]Builtin, 0, len(reservedRows))
	for i := range reservedRows {
		if row := &reservedRows[i]; row.In(p) {
			out = append(out, Builtin{row.Handle, row.IDs(p)})
		}
	}
	return out
}

// IsProperty reports whether h is one of the reserved properties, which are never inherited or copied, alone or
// as the first element of a pair (inheritance.never).
func IsProperty(h Handle) bool {
	row := RowOf(h)
	return row != nil && row.Property
}

// CarriesDontInherit reports whether a reserved entity counts as carrying DontInherit where a
// profile refuses to traverse IsA for an id that carries it (traversal.uninherited). The other
// reserved entities do not, even where they are not inherited.
func CarriesDontInherit(h Handle) bool { return h == ChildOf || h == Prefab || h == OnDelete }

// IsReserved reports whether h is reserved. The handles of every profile are reserved in all of them, so that a trace
// means the same everywhere (entities.create). For example, no trace of flecs-3 can make an entity Inherit, which only
// flecs-4 has.
func IsReserved(h Handle) bool { return RowOf(h) != nil }
