package variant

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// renamedVariant gives all entities handles that sort in the opposite order.
func renamedVariant() *Variant {
	return &Variant{
		Name: "renamed",
		Law:  "handles mean nothing by themselves",
		Rewrite: func(r *Recorded) []Step {
			handles, members := lawful.HandlesOf(slices.Values(r.Ops))
			there, back := map[spec.Handle]spec.Handle{}, map[spec.Handle]spec.Handle{}
			spoken := r.definedNames() // define is refused if a new name is a handle, so these stay
			for i, h := range handles {
				// Numbers in queries mean handles that begin with # (query.numbers). Handles that
				// are not valid are refused under any name.
				if spec.IsReserved(h) || spoken[string(h)] || strings.HasPrefix(string(h), "#") || h.Check() != nil {
					continue
				}
				to := spec.Handle(fmt.Sprintf("~%06d", len(handles)-i))
				there[h], back[to] = to, h
			}
			if len(there) == 0 {
				return nil
			}
			to, from := lawful.MapOf(there), lawful.MapOf(back)
			steps := Direct(r)
			rename := func(old spec.Operation) spec.Operation { return to.Request(old, members) }
			for i := range steps {
				steps[i].As, steps[i].Back = rename, from.Outcome
			}
			return steps
		},
	}
}

// definedNames returns the names in texts that define data.
func (r *Recorded) definedNames() map[string]bool {
	names := map[string]bool{}
	for i := range r.Ops {
		if r.Ops[i].Op != spec.OpDefine {
			continue
		}
		terms, err := lang.ParseData(r.Profile.Dialect, r.Ops[i].Text)
		if err != nil {
			continue // it defines nothing
		}
		for _, t := range terms {
			for _, e := range t.Refs() {
				names[e.Name] = true
			}
		}
	}
	return names
}
