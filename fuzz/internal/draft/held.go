package draft

import (
	"strconv"

	"github.com/relspec/relspec/spec"
)

// Held is a prepared query.
type Held struct {
	Name      string
	Query     *spec.Query
	Variables []string // that can be set before iteration
}

// Hold prepares a query and returns its index in Held. If there are limit queries already, it first
// releases the one at index drop.
func (d *Draft) Hold(q *spec.Query, variables []string, limit, drop int) int {
	if len(d.Held) == limit {
		d.ReleaseAt(drop)
	}
	d.queries++
	h := Held{"q" + strconv.Itoa(d.queries), q, variables}
	d.Emit(spec.Operation{Op: spec.OpPrepare, As: h.Name, Query: q})
	d.Held = append(d.Held, h)
	return len(d.Held) - 1
}

// Release releases one of the prepared queries. It returns false if there is none.
func (d *Draft) Release() bool {
	if len(d.Held) == 0 {
		return false
	}
	d.ReleaseAt(d.Below(len(d.Held)))
	return true
}

// ReleaseAt releases the prepared query at index i.
func (d *Draft) ReleaseAt(i int) {
	d.Emit(spec.Operation{Op: spec.OpRelease, On: d.Held[i].Name})
	d.Held = append(d.Held[:i:i], d.Held[i+1:]...)
}
