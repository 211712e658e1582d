package query_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// The implied set depends on the kind of the query. A written set replaces it.
func ExampleQuery_sets() {
	w := facts.World(spec.Flecs3Beta(), "Frigate (IsA, Ship)", "Painting (IsA, Artwork)", "Ship Fast", "hall Painting")
	for _, expr := range []string{"Fast", "Fast(self)", "Fast(superset)", "Artwork", "Artwork[subset]"} {
		for _, kind := range []spec.QueryKind{spec.KindFilter, spec.KindCached, spec.KindRule} {
			s, rows := answer(w, spec.Query{Expr: expr, Kind: kind})
			for i := range rows {
				fmt.Printf("%s as %s: %s\n", expr, kind, line(s, &rows[i]))
			}
		}
	}
	// Output:
	// Fast as filter: Frigate  Fast of Ship
	// Fast as filter: Ship  Fast
	// Fast as cached: Ship  Fast
	// Fast as rule: Frigate  Fast of Ship
	// Fast as rule: Ship  Fast
	// Fast(self) as filter: Ship  Fast
	// Fast(self) as cached: Ship  Fast
	// Fast(self) as rule: Ship  Fast
	// Fast(superset) as filter: Frigate  Fast of Ship
	// Fast(superset) as cached: Frigate  Fast of Ship
	// Fast(superset) as rule: Frigate  Fast of Ship
	// Artwork as rule: hall  Painting
	// Artwork[subset] as filter: hall  Painting
	// Artwork[subset] is refused: a cached query does not support sub in flecs-3-beta
	// Artwork[subset] as rule: hall  Painting
}
