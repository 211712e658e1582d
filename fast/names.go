package fast

// SetName gives an entity a name among its siblings; "" takes it away. A name that a sibling has is an error with
// code exists, a text that is no name one with code invalid.
func (w *World) SetName(e Entity, name string) error {
	return asError(w.core.SetName(e, name))
}

// Name is the name of an entity, "" if it has none or is not alive.
func (w *World) Name(e Entity) string {
	if !w.core.Store.Alive(e) {
		return ""
	}
	return w.core.NameOf(e.Index())
}

// Lookup finds an entity by a path whose elements are separated by "." or "::". It looks below from; if from is the
// zero Entity, below the current scope, else at the root. If nothing is there and recursive is set, it looks below the
// parent of that, and so on up to the root. The zero Entity is nothing (P-5).
func (w *World) Lookup(path string, from Entity, recursive bool) (Entity, error) {
	e, err := w.core.Lookup(path, from, recursive)
	return e, asError(err)
}

// Path joins the names from the root, or from below an ancestor, with "."; false if one of them has no name or the
// ancestor is none (P-6).
func (w *World) Path(e, from Entity) (string, bool) { return w.core.PathOf(e, from) }

// SetScope makes an entity the parent of new entities from now on, the zero Entity none, and returns the scope
// before (REL-110, REL-111).
func (w *World) SetScope(e Entity) (Entity, error) {
	if e != 0 {
		if err := w.core.CheckAlive(e); err != nil {
			return 0, err
		}
	}
	before := w.core.Scope
	w.core.Scope = e
	return before, nil
}

// Scope is the current scope, the zero Entity if there is none.
func (w *World) Scope() Entity { return w.core.Scope }
