package lang_test

import (
	"testing"

	"github.com/relspec/relspec/spec"
)

func TestFlecs4Statements(t *testing.T) { holds(t, spec.DialectFlecs4, flecs4Statements) }

var flecs4Statements = []statement{
	{"FQL-006 comments", "// docked\nSpaceShip, (DockedTo, $planet), /* all\n*/ Planet($planet) // end", list(
		match("SpaceShip"), match("DockedTo", "$planet"), on("$planet", match("Planet")),
	)},
	{"FQL-007 comma separated terms", "Position, Velocity", list(match("Position"), match("Velocity"))},
	{"FQL-012 pairs", "(Likes, Bob), (Eats, Apples)", list(match("Likes", "Bob"), match("Eats", "Apples"))},
	{"FQL-017 not", "Position, !Velocity", list(match("Position"), not(match("Velocity")))},
	{"FQL-020 FQL-023 or", "Position, Velocity || Mass", list(match("Position"), or(match("Velocity"), match("Mass")))},
	{"FQL-024 optional", "Position, ?Velocity", list(match("Position"), optional(match("Velocity")))},
	{"FQL-031 andfrom", "Position, and|MyType", list(match("Position"), oper(spec.AndFrom, match("MyType")))},
	{"FQL-037 notfrom", "Position, not|MyType", list(match("Position"), oper(spec.NotFrom, match("MyType")))},
	{"FQL-041 orfrom", "Position, or|MyType", list(match("Position"), oper(spec.OrFrom, match("MyType")))},
	{"FQL-043 FQL-050 access", "[inout] Position, [in] Velocity", list(
		with(spec.AccessInOut, match("Position")), with(spec.AccessIn, match("Velocity")),
	)},
	{"out, none and filter", "[out] A, [none] B, [filter] ?C", list(
		with(spec.AccessOut, match("A")), with(spec.AccessNone, match("B")),
		with(spec.AccessFilter, optional(match("C"))),
	)},
	{"FQL-055 FQL-056 FQL-057 FQL-058 FQL-059 wildcards", "(Likes, *), (*, Dogs), (*, *), *, A(*), B(_)", list(
		match("Likes", "*"), match("*", "Dogs"), match("*", "*"), match("*"), on("*", match("A")), on("_", match("B")),
	)},
	{"any", "(Likes, _), (Eats, _)", list(match("Likes", "_"), match("Eats", "_"))},
	{"FQL-077 variables where wildcards stand", "(Likes, $food), ($r, $food), $c, A($x), $This", list(
		match("Likes", "$food"), match("$r", "$food"), match("$c"), on("$x", match("A")), match("$This"),
	)},
	{"FQL-079 anonymous variable", "(Likes, $_name)", list(match("Likes", "$_name"))},
	{"FQL-082 source", "Position($this), Velocity($x)", list(match("Position"), on("$x", match("Velocity")))},
	{"FQL-085 source of a pair", "Likes($this, Dogs), Likes($x, Dogs)", list(
		match("Likes", "Dogs"), on("$x", match("Likes", "Dogs")),
	)},
	{"FQL-089 static source", "TimeOfDay(Game)", list(on("Game", match("TimeOfDay")))},
	{"FQL-092 singleton source", "TimeOfDay($)", list(on("$", match("TimeOfDay")))},
	{"FQL-094 singleton second", "TimeOfDay($this, $)", list(match("TimeOfDay", "$"))},
	{"variable component", "Serializable($component), $component($this)", list(
		on("$component", match("Serializable")), match("$component"),
	)},
	{"FQL-104 source with traversal", "Transform($this), Transform($x|up ChildOf)", list(
		match("Transform"), over(trav(spec.TravUp, "ChildOf"), on("$x", match("Transform"))),
	)},
	{"FQL-105 traversal alone", "Transform, Transform(up ChildOf)", list(
		match("Transform"), over(trav(spec.TravUp, "ChildOf"), match("Transform")),
	)},
	{"bare up", "Transform(up)", list(over(trav(spec.TravUp), match("Transform")))},
	{"cascade", "Transform(cascade)", list(over(trav(spec.TravUp|spec.TravCascade), match("Transform")))},
	{"desc", "Transform(cascade|desc)", list(
		over(trav(spec.TravUp|spec.TravCascade|spec.TravDesc), match("Transform")),
	)},
	{"self and up", "Position, Style(self|up)", list(
		match("Position"), over(trav(spec.TravSelf|spec.TravUp), match("Style")),
	)},
	{"self and up IsA", "Style(self|up IsA)", list(over(trav(spec.TravSelf|spec.TravUp, "IsA"), match("Style")))},
	{"FQL-117 component self", "Unit|self", list(firstSelf(match("Unit")))},
	{"FQL-119 component self with source", "Unit|self($x)", list(firstSelf(on("$x", match("Unit"))))},
	{
		"FQL-121 second self", "LocatedIn($this, SanFrancisco|self)",
		list(secondSelf(match("LocatedIn", "SanFrancisco"))),
	},
	{"FQL-121 second self of a pair", "(R, T|self), R|self(Game, *|self)", list(
		secondSelf(match("R", "T")), firstSelf(secondSelf(on("Game", match("R", "*")))),
	)},
	{"FQL-016 comparisons in a chain", "SpaceShip($this), $this == UssEnterprise || $this == Voyager", list(
		match("SpaceShip"), or(compare("$this", spec.Equal, "UssEnterprise"), compare("$this", spec.Equal, "Voyager")),
	)},
	{"not equal", "$this != UssEnterprise", list(compare("$this", spec.NotEqual, "UssEnterprise"))},
	{"two variables", "PoweredBy($this, $source), $this != $source", list(
		match("PoweredBy", "$source"), compare("$this", spec.NotEqual, "$source"),
	)},
	{"text", `$this == "UssEnterprise"`, list(compare("$this", spec.Equal, "'UssEnterprise'"))},
	{"contains", `$this ~= "Uss"`, list(compare("$this", spec.Contains, "'Uss'"))},
	{"FQL-132 FQL-134 negated text", `$this ~= "!Uss"`, list(compare("$this", spec.Contains, "'!Uss'"))},
	{"FQL-138 lookup variable", "SpaceShip($this), !Powered($this.cockpit)", list(
		match("SpaceShip"), not(on("$this.cockpit", match("Powered"))),
	)},
	{"FQL-138 lookup elsewhere", "(R, $x.a.b), $x == $this.cockpit, P($x.y|up)", list(
		match("R", "$x.a.b"), compare("$x", spec.Equal, "$this.cockpit"),
		over(trav(spec.TravUp), on("$x.y", match("P"))),
	)},
	{"FQL-145 member", "Movement.direction($this, Left)", list(match("Movement.direction", "Left"))},
	{"member with variable", "(Thrusters.left, $thruster), Active($thruster)", list(
		match("Thrusters.left", "$thruster"), on("$thruster", match("Active")),
	)},
	{"dependent variables", "(Likes, $animal) || (Eats, $food),\nFriendly($animal), // Evaluated\nHealthy($food) // Evaluated", list(
		or(match("Likes", "$animal"), match("Eats", "$food")), on("$animal", match("Friendly")),
		on("$food", match("Healthy")),
	)},
	{"FQL-156 scope", "SpaceShip, !{ (Engine, $engine), Healthy($engine) }", list(
		match("SpaceShip"), scope(match("Engine", "$engine"), on("$engine", match("Healthy"))),
	)},
	{"scope with not", "SpaceShip, !{ (Engine, $engine), !Healthy($engine) }", list(
		match("SpaceShip"), scope(match("Engine", "$engine"), not(on("$engine", match("Healthy")))),
	)},
	{"numeric ids, profile table", "#100, (#5, #6), A(#7), (R, #8|self), $x == #9, P(up #10)", list(
		match("#100"), match("#5", "#6"), on("#7", match("A")), secondSelf(match("R", "#8")),
		compare("$x", spec.Equal, "#9"), over(trav(spec.TravUp, "#10"), match("P")),
	)},
	{"keywords are names elsewhere", "self, and, (and|self, or), or || not, up(parent), in(x, up)", list(
		match("self"), match("and"), firstSelf(match("and", "or")), or(match("or"), match("not")),
		on("parent", match("up")), on("x", match("in", "up")),
	)},
	{"FQL-016 not of a comparison", "!$this == A", list(not(compare("$this", spec.Equal, "A")))},
	{"one trailing comma", "Position, !{ Velocity, }, // end", list(match("Position"), scope(match("Velocity")))},
	{"only comments", "// nothing\n/* at all */", nil},
}

func TestFlecs4Equivalences(t *testing.T) {
	for name, texts := range map[string][]string{
		"FQL-081 FQL-083 default source": {"Position, Velocity", "Position($this), Velocity($this)"},
		"FQL-086 source of pairs":        {"(Likes, Dogs), (Eats, Salad)", "Likes($this, Dogs), Eats($this, Salad)"},
		"FQL-105 traversal": {
			"Transform, Transform(up ChildOf)",
			"Transform($this), Transform($this|up ChildOf)",
		},
		"cascade is up":                  {"T(cascade)", "T(cascade|up)", "T($this | cascade)"},
		"relationship of cascade":        {"T(cascade R|desc)", "T(desc|cascade|up R)"},
		"FQL-119 self and source":        {"Unit|self", "Unit|self($this)"},
		"FQL-121 FQL-086 self of second": {"(LocatedIn, X|self)", "LocatedIn($this, X|self)"},
		"FQL-147 member":                 {"(Movement.direction, Left)", "Movement.direction($this, Left)"},
		"white space and comments": {
			"!A,[none]and|B,P($x|up R),A|self",
			" ! /**/ A//\n, [ none ] and | B , P ( $x | up/**/R ) , A | self",
		},
	} {
		t.Run(name, func(t *testing.T) { same(t, spec.DialectFlecs4, texts...) })
	}
}
