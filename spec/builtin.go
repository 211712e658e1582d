package spec

// Builtin is a reserved entity and the ids that it has in a new world.
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

// IsProperty reports whether h is one of the reserved properties. They are never inherited or
// copied, neither as a tag nor as the first element of a pair (inheritance.never).
func IsProperty(h Handle) bool {
	row := RowOf(h)
	return row != nil && row.Property
}

// CarriesDontInherit reports whether, in profiles without [Profile.RefusesUninherited], a query is
// refused if it traverses IsA for ids of a reserved entity (traversal.uninherited). The three
// entities are those of Flecs 3. The ids in [Builtins] do not decide: Disabled has DontInherit
// there, but queries may traverse IsA for Disabled.
func CarriesDontInherit(h Handle) bool { return h == ChildOf || h == Prefab || h == OnDelete }

// IsReserved reports whether h is reserved in any profile. A handle that is reserved in one profile
// is reserved in all, so that a trace means the same everywhere (entities.create). For example, a
// trace of flecs-3 cannot create an entity Inherit, because flecs-4 reserves it, or an entity @3,
// because @3 is a number in flecs-4.1 (pairs.numbers).
func IsReserved(h Handle) bool { return RowOf(h) != nil || h.IsNumber() }
