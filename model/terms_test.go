package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// fleet returns a world of ships with components that have members, in flecs-4.
func fleet(t testing.TB) *model.World {
	t.Helper()
	w := world(t, spec.Flecs4(), "s1 SpaceShip", "s2 SpaceShip", "s3 SpaceShip", "Left", "Right")
	add := func(h spec.Handle, parent spec.Handle, name string, ids ...spec.ID) {
		ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: h, Parent: parent, Name: &name, IDs: ids})
	}
	add("c1", "s1", "cockpit", spec.Single("SpaceShip"))
	add("c2", "s2", "cockpit")
	add("k2", "c2", "seat", spec.Single("SpaceShip"))
	movement, hull := "Movement", "Hull"
	ok(t, w, spec.Operation{
		Op: spec.OpComponent, Entity: "M", Name: &movement,
		Members: []spec.Member{{Name: "direction", Type: spec.Entity}, {Name: "speed", Type: spec.F32}},
	})
	ok(t, w, spec.Operation{
		Op: spec.OpComponent, Entity: "H", Name: &hull,
		Members: []spec.Member{{Name: "mass", Type: spec.I32}},
	})
	set(t, w, "s1", "M", spec.RawValue{"direction": "Left"})
	set(t, w, "s2", "M", spec.RawValue{"direction": "Right"})
	set(t, w, "s3", "M", spec.RawValue{"speed": 1.0})
	return w
}

func set(t testing.TB, w spec.Engine, e, c spec.Handle, v spec.RawValue) {
	t.Helper()
	ok(t, w, spec.Operation{Op: spec.OpSet, Entity: e, ID: spec.Single(c), Value: v})
}

func TestALookupVariableIsTheChildOfThatName(t *testing.T) { // variables.lookup
	w := fleet(t)
	for expr, want := range map[string][]string{
		"SpaceShip($this.cockpit)": {"s1 SpaceShip@c1"},
		"SpaceShip($this), !SpaceShip($this.cockpit)": {
			"c1 SpaceShip -", "k2 SpaceShip -", "s2 SpaceShip -",
			"s3 SpaceShip -",
		},
		"SpaceShip($this), ?SpaceShip($this.cockpit.seat)": {
			"c1 SpaceShip -", "k2 SpaceShip -", "s1 SpaceShip -",
			"s2 SpaceShip SpaceShip@k2", "s3 SpaceShip -",
		},
		"ChildOf($c, $this), $c == $this.cockpit": {
			"s1 $c=c1 (ChildOf, s1)@c1",
			"s2 $c=c2 (ChildOf, s2)@c2",
		},
		"SpaceShip($this), ChildOf($c, s1), $c != $this.seat": nil,
		"(ChildOf, $x), SpaceShip($x.cockpit)":                {"c1 $x=s1 (ChildOf, s1) SpaceShip@c1"},
		"Left($this.cockpit) || SpaceShip($this.cockpit)":     {"s1 SpaceShip@c1"},
	} {
		require.Equal(t, want, rows(t, w, expr), expr)
	}
}

func TestAMemberMatchesTheAliveEntityThatItNames(t *testing.T) { // query.members
	w := fleet(t)
	for expr, want := range map[string][]string{
		"(Movement.direction, Left)": {"s1 (M.direction, Left)"},
		"Movement.direction($this, $d)": {
			"s1 $d=Left (M.direction, Left)",
			"s2 $d=Right (M.direction, Right)",
		},
		"(Movement.direction, _)": {
			"s1 (M.direction, *)",
			"s2 (M.direction, *)",
		},
		"(Movement.direction, *)": {
			"s1 (M.direction, Left)",
			"s2 (M.direction, Right)",
		},
		"SpaceShip, !(Movement.direction, *)": {
			"c1 SpaceShip -", "k2 SpaceShip -",
			"s3 SpaceShip -",
		},
		"SpaceShip($this|up), (ChildOf, $p), Movement.direction($p, Left)": {"c1 $p=s1 SpaceShip@s1 (ChildOf, s1) (M.direction, Left)@s1"},
	} {
		require.Equal(t, want, rows(t, w, expr), expr)
	}
	ok(t, w, spec.Operation{Op: spec.OpDelete, Entity: "Left"})
	require.Equal(t, []string{"s2 (M.direction, *)"}, rows(t, w, "(Movement.direction, _)"))
	for expr, code := range map[string]spec.ErrorCode{
		"Movement.direction":         spec.CodeInvalid,
		"(Movement.speed, Left)":     spec.CodeInvalid,
		"(Movement.nothing, Right)":  spec.CodeUnresolved,
		"(Movement.direction, Left)": spec.CodeUnresolved,
		"SpaceShip(Hull.mass)":       spec.CodeInvalid,
	} {
		out := w.Apply(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Expr: expr}})
		require.NotNil(t, out.Err, expr)
		require.Equal(t, code, out.Err.Code, expr)
	}
}

func TestANumberIsTheHandleBehindAHash(t *testing.T) { // query.numbers
	w := world(t, spec.Flecs4(), "a")
	ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: "#500"})
	ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: "a", ID: spec.Single("#500")})
	require.Equal(t, []string{"a #500"}, rows(t, w, "#500"))
	for expr, code := range map[string]spec.ErrorCode{"#501": spec.CodeUnresolved, "#0": spec.CodeSyntax} {
		require.Equal(t, code, w.Apply(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Expr: expr}}).Err.Code, expr)
	}
}

func TestAccessOfFields(t *testing.T) { // access.default
	w := fleet(t)
	access := func(expr string) (out []spec.Access) {
		answer := ok(t, w, spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Expr: expr}, Values: true})
		for _, f := range answer.Rows[0].Fields {
			out = append(out, f.Access)
		}
		return out
	}
	require.Equal(t, []spec.Access{spec.AccessInOut, spec.AccessNone}, access("Movement, SpaceShip"))
	require.Equal(t, []spec.Access{spec.AccessIn, spec.AccessOut}, access("[in] Movement, [out] Movement(s2)"))
	require.Equal(t, []spec.Access{spec.AccessIn, spec.AccessIn, spec.AccessDefault},
		access("Movement(up), Movement(s2), !Movement"))
	require.Equal(t, []spec.Access{spec.AccessFilter, spec.AccessNone},
		access("[filter] Movement, (Movement.direction, _)"))
}

func TestWhatOnlyFollowsHasNoData(t *testing.T) { // access.no-value
	w := world(t, spec.Flecs3(), "R Transitive", "R Reflexive", "a")
	ok(t, w, spec.Operation{Op: spec.OpComponent, Entity: "P", Members: []spec.Member{{Name: "x", Type: spec.F32}}})
	ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: "b"})
	ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: "P", ID: spec.Pair("R", "a")})
	ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: "b", ID: spec.Pair("R", "P")})
	for expr, want := range map[string]spec.Access{
		"R(b, P)": spec.AccessIn, "R(b, a)": spec.AccessNone,
		"R(b, _)": spec.AccessNone, "R(P, P)": spec.AccessNone,
	} {
		q := &spec.Query{Kind: spec.KindRule}
		r := func(h string) spec.Ref { return spec.EntityRef(spec.Handle(h)) }
		q.Terms = []spec.Term{{First: r("R"), Src: r(expr[2:3]), Second: r(expr[5:6])}}
		answer := ok(t, w, spec.Operation{Op: spec.OpQuery, Query: q, Values: true})
		require.Equal(t, want, answer.Rows[0].Fields[0].Access, expr)
	}
}
