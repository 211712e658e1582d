package fast_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func TestStringsOfHandles(t *testing.T) {
	w := fast.NewWorld()
	e := w.Spawn()
	require.Equal(t, fmt.Sprintf("#%d", e.Index()), e.String())
	require.NoError(t, w.Delete(e))
	again := w.Spawn()
	require.Equal(t, fmt.Sprintf("#%d:1", e.Index()), fmt.Sprint(again))
	require.Equal(t, "none", fast.Entity(0).String())
	require.Equal(t, fmt.Sprintf("(#%d, %v)", fast.ChildOf.Index(), again), fmt.Sprint(fast.Pair(fast.ChildOf, again)))
	require.Equal(t, "(*, _)", fast.Pair(fast.Wildcard, fast.Any).String())
	require.Equal(t, "($this, $16)", fast.Pair(fast.This, fast.Variable(16)).String())
	require.Equal(t, "(ChildOf, $1)", w.TextOf(fast.Pair(fast.ChildOf, fast.Variable(1))))
	require.Equal(t, again.String(), fast.Single(again).String())
	require.Equal(t, fmt.Sprintf("(%v, none)", again), fast.Pair(again, 0).String())
}

func TestStringsOfQueries(t *testing.T) {
	w := fast.NewWorld()
	e := named(w, "Likes", "Frozen", "Alice")
	likes, frozen, alice := e[0], fast.Single(e[1]), e[2]
	fast.Register[position](w)
	q := fast.NewQuery1[position](w, fast.Pair(likes, fast.Variable(1)), fast.Not(frozen),
		fast.Optional(fast.Up(fast.ChildOf, fast.Pair(likes, alice))))
	require.Equal(t, "position($this), Likes($this, $1), !Frozen($this), ?Likes($this up ChildOf, Alice)", q.String())
	require.Equal(t, "Frozen($this up ChildOf)",
		fast.NewQuery0(w, fast.Up(fast.ChildOf, frozen)).String())
	for text, want := range map[string]string{
		"Frozen || (Likes, *), (Likes, $food)":  "Frozen($this) || Likes($this, *), Likes($this, $food)",
		"Frozen, !{(Likes, $x), Frozen($x)}":    "Frozen($this), !{Likes($this, $x), Frozen($x)}",
		"and|Alice, or|Alice, not|Alice(Likes)": "and|Alice($this), or|Alice($this), not|Alice(Likes)",
	} {
		q, err := w.Prepare(spec.Query{Expr: text, Text: true, Kind: spec.KindRule})
		require.NoError(t, err, text)
		require.Equal(t, want, q.String())
	}
}

func TestPlansWarn(t *testing.T) {
	w := fast.NewWorld()
	named(w, "Ship", "Station", "DockedTo", "Frozen")
	for text, want := range map[string][]string{
		"Ship, (DockedTo, $at)":                            nil,
		"Ship, (DockedTo, $at), Station($at)":              nil,
		"Ship, (DockedTo, $at), !Frozen($at)":              nil,
		"Ship, Station($a), (DockedTo, $b)":                {"$a with $this, $b"},
		"Station($a), Ship($b)":                            {"$b with $a"},
		"Ship, Station($a), $this != $a":                   {"$a with $this"},
		"Ship, Station($a), DockedTo($this, $a)":           nil,
		"Ship, Station($a), Station($b), DockedTo($a, $b)": {"$a, $b with $this"},
		"?Ship": {"every table"},
	} {
		q, err := w.Prepare(spec.Query{Expr: text, Text: true, Kind: spec.KindRule})
		require.NoError(t, err, text)
		require.Equal(t, len(want), strings.Count(q.Plan(), "warning: "), "%s\n%s", text, q.Plan())
		for _, part := range want {
			require.Contains(t, q.Plan(), part, text)
		}
	}
	require.NotContains(t, fast.NewQuery1[position](w).Plan(), "warning")
	require.Contains(t, fast.NewQuery1[position](w, fast.Text("Station($a)")).Plan(),
		"warning: no term connects $a with $this")
}

// Messages about names and ids name the entity, and suggest another name.
func TestMessagesNameEntities(t *testing.T) {
	w := fast.NewWorld()
	ship := w.NewTag("Ship")
	hull, err := trySpawn(w, fast.Named("Hull"), fast.Below(ship))
	require.NoError(t, err)
	p := fast.Register[position](w)
	likes, e := w.NewTag("Likes"), w.Spawn()
	find := func(path string) error {
		_, err := w.Find(path)
		return err
	}
	prepare := func(expr string) error {
		_, err := w.Prepare(spec.Query{Expr: expr})
		return err
	}
	for want, err := range map[string]error{
		`no entity has the path "Hull"; did you mean Ship.Hull?`:                               find("Hull"),
		`no entity has the path "ship.hull"; did you mean Ship.Hull?`:                          find("ship.hull"),
		`no entity has the path "SHIP"; did you mean Ship?`:                                    find("SHIP"),
		`no entity has the path "Hul"`:                                                         find("Hul"),
		`there is no entity named "hull" at the root or in the scope; did you mean Ship.Hull?`: prepare("hull"),
		"the sibling " + p.Entity().String() +
			", the component of fast_test.position, has the name \"position\"": w.SetName(e, "position"),
		"the sibling " + hull.String() + " has the name \"Hull\"": func() error {
			_, err := trySpawn(w, fast.Named("Hull"), fast.Below(ship))
			return err
		}(),
		"(Likes, Ship) has no values":       fast.SetID(w, e, fast.Pair(likes, ship), 7),
		"Ship has no values":                w.SetValue(e, ship, 7),
		"the entity is a wildcard":          panicValue(func() { w.Closure(fast.Wildcard) }).(error),
		"an element of the id is not alive": w.Add(e, fast.Pair(likes, 1<<40)),
	} {
		require.ErrorContains(t, err, want)
	}
	require.NotContains(t, find("Hul").Error(), "mean")
}

// In the profile of Flecs 4 a query without a kind is not cached, and only cached queries have an
// order.
func TestAnOrderNeedsACachedQuery(t *testing.T) {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs4()))
	w.NewTag("A")
	w.NewRelationship("R", fast.Traversable)
	q := spec.Query{Expr: "A(cascade R|desc)", Kind: spec.KindFilter}
	_, err := w.Prepare(q)
	require.Equal(t, spec.CodeUnsupported, code(err))
	require.ErrorContains(t, err, "make it cached (KindCached)")
	for _, q.Kind = range []spec.QueryKind{spec.KindAuto, spec.KindCached} {
		_, err = w.Prepare(q)
		require.NoError(t, err)
	}
}
