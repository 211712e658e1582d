package lang_test

import (
	"testing"

	"github.com/relspec/relspec/spec"
)

func TestFlecs4Statements(t *testing.T) {
	position, velocity, transform := match("Position"), match("Velocity"), match("Transform")
	holds(t, spec.DialectFlecs4, []statement{
		{"FQL-005 FQL-006 comments", "// docked\nSpaceShip, (DockedTo, $planet), /* all\n*/ Planet($planet) // end", list(
			match("SpaceShip"), match("DockedTo", "$planet"), on("$planet", match("Planet")),
		)},
		{"FQL-007 comma separated terms", "Position, Velocity", list(position, velocity)},
		{"FQL-012 FQL-013 pairs", "(Likes, Bob), (Eats, Apples)", list(match("Likes", "Bob"), match("Eats", "Apples"))},
		{"FQL-017 not", "Position, !Velocity", list(position, not(velocity))},
		{"FQL-020 FQL-022 FQL-023 or", "Position, Velocity || Mass", list(position, or(velocity, match("Mass")))},
		{"FQL-024 optional", "Position, ?Velocity", list(position, optional(velocity))},
		{"FQL-031 andfrom", "Position, and|MyType", list(position, oper(spec.AndFrom, match("MyType")))},
		{"FQL-037 notfrom", "Position, not|MyType", list(position, oper(spec.NotFrom, match("MyType")))},
		{"FQL-041 orfrom", "Position, or|MyType", list(position, oper(spec.OrFrom, match("MyType")))},
		{"FQL-043 FQL-050 access", "[inout] Position, [in] Velocity", list(
			with(spec.AccessInOut, position), with(spec.AccessIn, velocity),
		)},
		{"FQL-045 FQL-048 FQL-049 out, none and filter", "[out] A, [none] B, [filter] ?C", list(
			with(spec.AccessOut, match("A")), with(spec.AccessNone, match("B")), with(spec.AccessFilter, optional(match("C"))),
		)},
		{"FQL-055 FQL-056 FQL-057 FQL-058 FQL-059 wildcards", "(Likes, *), (*, Dogs), (*, *), *, A(*), B(_)", list(
			match("Likes", "*"), match("*", "Dogs"), match("*", "*"), match("*"), on("*", match("A")), on("_", match("B")),
		)},
		{"FQL-066 any", "(Likes, _), (Eats, _)", list(match("Likes", "_"), match("Eats", "_"))},
		{"FQL-077 variables where wildcards stand", "(Likes, $food), ($r, $food), $c, A($x), $This", list(
			match("Likes", "$food"), match("$r", "$food"), match("$c"), on("$x", match("A")), match("$This"),
		)},
		{"FQL-079 anonymous variable", "(Likes, $_name)", list(match("Likes", "$_name"))},
		{"FQL-082 source", "Position($this), Velocity($x)", list(position, on("$x", velocity))},
		{"FQL-085 source of a pair", "Likes($this, Dogs), Likes($x, Dogs)", list(
			match("Likes", "Dogs"), on("$x", match("Likes", "Dogs")),
		)},
		{"FQL-089 static source", "TimeOfDay(Game)", list(on("Game", match("TimeOfDay")))},
		{"FQL-092 singleton source", "TimeOfDay($)", list(on("$", match("TimeOfDay")))},
		{"FQL-094 singleton second", "TimeOfDay($this, $)", list(match("TimeOfDay", "$"))},
		{"FQL-099 variable component", "Serializable($component), $component($this)", list(
			on("$component", match("Serializable")), match("$component"),
		)},
		{"FQL-104 source with traversal", "Transform($this), Transform($x|up ChildOf)", list(
			transform, over(trav(spec.TravUp, "ChildOf"), on("$x", transform)),
		)},
		{"FQL-105 traversal alone", "Transform, Transform(up ChildOf)", list(
			transform, over(trav(spec.TravUp, "ChildOf"), transform),
		)},
		{"FQL-106 bare up", "Transform(up)", list(over(trav(spec.TravUp), transform))},
		{"FQL-107 cascade", "Transform(cascade)", list(over(trav(spec.TravUp|spec.TravCascade), transform))},
		{"FQL-109 desc", "Transform(cascade|desc)", list(
			over(trav(spec.TravUp|spec.TravCascade|spec.TravDesc), transform),
		)},
		{"FQL-111 self and up", "Position, Style(self|up)", list(
			position, over(trav(spec.TravSelf|spec.TravUp), match("Style")),
		)},
		{"FQL-113 self and up IsA", "Style(self|up IsA)", list(over(trav(spec.TravSelf|spec.TravUp, "IsA"), match("Style")))},
		{"FQL-117 component self", "Unit|self", list(firstSelf(match("Unit")))},
		{"FQL-119 component self with source", "Unit|self($x)", list(firstSelf(on("$x", match("Unit"))))},
		{"FQL-121 second self", "LocatedIn($this, SanFrancisco|self)", list(secondSelf(match("LocatedIn", "SanFrancisco")))},
		{"FQL-121 second self of a pair", "(R, T|self), R|self(Game, *|self)", list(
			secondSelf(match("R", "T")), firstSelf(secondSelf(on("Game", match("R", "*")))),
		)},
		{"FQL-125 FQL-016 comparisons in a chain", "SpaceShip($this), $this == UssEnterprise || $this == Voyager", list(
			match("SpaceShip"), or(compare("$this", spec.Equal, "UssEnterprise"), compare("$this", spec.Equal, "Voyager")),
		)},
		{"FQL-127 not equal", "$this != UssEnterprise", list(compare("$this", spec.NotEqual, "UssEnterprise"))},
		{"FQL-128 two variables", "PoweredBy($this, $source), $this != $source", list(
			match("PoweredBy", "$source"), compare("$this", spec.NotEqual, "$source"),
		)},
		{"FQL-129 text", `$this == "UssEnterprise"`, list(compare("$this", spec.Equal, "'UssEnterprise'"))},
		{"FQL-131 contains", `$this ~= "Uss"`, list(compare("$this", spec.Contains, "'Uss'"))},
		{"FQL-132 FQL-134 negated text", `$this ~= "!Uss"`, list(compare("$this", spec.Contains, "'!Uss'"))},
		{"FQL-138 FQL-140 lookup variable", "SpaceShip($this), !Powered($this.cockpit)", list(
			match("SpaceShip"), not(on("$this.cockpit", match("Powered"))),
		)},
		{"FQL-138 lookup elsewhere", "(R, $x.a.b), $x == $this.cockpit, P($x.y|up)", list(
			match("R", "$x.a.b"), compare("$x", spec.Equal, "$this.cockpit"), over(trav(spec.TravUp), on("$x.y", match("P"))),
		)},
		{"FQL-145 FQL-146 member", "Movement.direction($this, Left)", list(match("Movement.direction", "Left"))},
		{"FQL-148 member with variable", "(Thrusters.left, $thruster), Active($thruster)", list(
			match("Thrusters.left", "$thruster"), on("$thruster", match("Active")),
		)},
		{"FQL-151 dependent variables", "(Likes, $animal) || (Eats, $food),\nFriendly($animal), // Evaluated\nHealthy($food) // Evaluated", list(
			or(match("Likes", "$animal"), match("Eats", "$food")), on("$animal", match("Friendly")), on("$food", match("Healthy")),
		)},
		{"FQL-156 FQL-157 scope", "SpaceShip, !{ (Engine, $engine), Healthy($engine) }", list(
			match("SpaceShip"), scope(match("Engine", "$engine"), on("$engine", match("Healthy"))),
		)},
		{"FQL-158 scope with not", "SpaceShip, !{ (Engine, $engine), !Healthy($engine) }", list(
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
		{"one trailing comma", "Position, !{ Velocity, }, // end", list(position, scope(velocity))},
		{"only comments", "// nothing\n/* at all */", nil},
	})
}

func TestFlecs4Equivalences(t *testing.T) {
	for name, texts := range map[string][]string{
		"FQL-081 FQL-083 default source":  {"Position, Velocity", "Position($this), Velocity($this)"},
		"FQL-086 source of pairs":         {"(Likes, Dogs), (Eats, Salad)", "Likes($this, Dogs), Eats($this, Salad)"},
		"FQL-103 FQL-105 traversal":       {"Transform, Transform(up ChildOf)", "Transform($this), Transform($this|up ChildOf)"},
		"FQL-107 cascade is up":           {"T(cascade)", "T(cascade|up)", "T($this | cascade)"},
		"FQL-107 relationship of cascade": {"T(cascade R|desc)", "T(desc|cascade|up R)"},
		"FQL-119 self and source":         {"Unit|self", "Unit|self($this)"},
		"FQL-121 FQL-086 self of second":  {"(LocatedIn, X|self)", "LocatedIn($this, X|self)"},
		"FQL-147 member":                  {"(Movement.direction, Left)", "Movement.direction($this, Left)"},
		"white space and comments":        {"!A,[none]and|B,P($x|up R),A|self", " ! /**/ A//\n, [ none ] and | B , P ( $x | up/**/R ) , A | self"},
	} {
		t.Run(name, func(t *testing.T) { same(t, spec.DialectFlecs4, texts...) })
	}
}
