package lang_test

import (
	"testing"

	"github.com/relspec/relspec/spec"
)

func TestFlecs3Statements(t *testing.T) { holds(t, spec.DialectFlecs3, flecs3Statements) }

var flecs3Statements = []statement{
	{"QRY-123 list of identifiers", "Position, Velocity", list(match("Position"), match("Velocity"))},
	{
		"QRY-124 path with dots", "flecs.components.transform.Position",
		list(match("flecs.components.transform.Position")),
	},
	{"QRY-124 path with colons", "Parent::Child, (A::B, C)", list(match("Parent.Child"), match("A.B", "C"))},
	{"QRY-126 digits are ids", "100, 101", list(match("#100"), match("#101"))},
	{"QRY-126 digits with a letter are a name", "3D, D3", list(match("3D"), match("D3"))},
	{
		"QRY-128 QRY-216 comma is and", "Position,Velocity ,\n\tMass",
		list(match("Position"), match("Velocity"), match("Mass")),
	},
	{"wildcards", "*, _", list(match("*"), match("_"))},
	{"QRY-165 pair", "(Likes, Apples)", list(match("Likes", "Apples"))},
	{"QRY-166 pairs", "(Likes, Apples), (Likes, Pairs)", list(match("Likes", "Apples"), match("Likes", "Pairs"))},
	{"QRY-168 pair with wildcard", "(Likes, *)", list(match("Likes", "*"))},
	{"QRY-169 pair with any", "(Likes, _)", list(match("Likes", "_"))},
	{"QRY-170 two wildcards", "(*, *)", list(match("*", "*"))},
	{
		"QRY-173 QRY-197 QRY-198 access in", "Position, [in] Velocity",
		list(match("Position"), with(spec.AccessIn, match("Velocity"))),
	},
	{"QRY-174 access out", "[out] Position", list(with(spec.AccessOut, match("Position")))},
	{"QRY-175 access inout", "[inout] (R, T)", list(with(spec.AccessInOut, match("R", "T")))},
	{"QRY-176 access none before the operator", "[none]!Position", list(with(spec.AccessNone, not(match("Position"))))},
	{"QRY-232 or groups tighter", "Position, Velocity || Speed, Mass", list(
		match("Position"), or(match("Velocity"), match("Speed")), match("Mass"),
	)},
	{"or chain of three", "A || (R, T) || *", list(or(match("A"), match("R", "T"), match("*")))},
	{"QRY-241 not", "Position, !Velocity", list(match("Position"), not(match("Velocity")))},
	{"QRY-255 optional", "Position, ?Velocity", list(match("Position"), optional(match("Velocity")))},
	{"QRY-258 QRY-278 equal", "$this == Foo", list(compare("$this", spec.Equal, "Foo"))},
	{"QRY-278 not equal", "$this != Foo", list(compare("$this", spec.NotEqual, "Foo"))},
	{"QRY-259 QRY-278 text", `$this == "Foo"`, list(compare("$this", spec.Equal, "'Foo'"))},
	{"QRY-259 QRY-279 text not equal", `$this != "Fo"`, list(compare("$this", spec.NotEqual, "'Fo'"))},
	{"QRY-260 match", `$this ~= "Fo"`, list(compare("$this", spec.Contains, "'Fo'"))},
	{"QRY-259 number", "$x == 100", list(compare("$x", spec.Equal, "#100"))},
	{"QRY-268 comparisons with operators", `!$x == A, $x == A || $x == "B", A || $This == B`, list(
		not(compare("$x", spec.Equal, "A")),
		or(compare("$x", spec.Equal, "A"), compare("$x", spec.Equal, "'B'")),
		or(match("A"), compare("$this", spec.Equal, "B")),
	)},
	{"QRY-298 list operators", "AND | type_list, OR | type_list, NOT | type_list", list(
		oper(spec.AndFrom, match("type_list")), oper(spec.OrFrom, match("type_list")),
		oper(spec.NotFrom, match("type_list")),
	)},
	{"QRY-291 QRY-298 list with access none and source", "[none] AND|L(Game)", list(
		with(spec.AccessNone, oper(spec.AndFrom, on("Game", match("L")))),
	)},
	{"QRY-302 scope with operators", "Position, !{ Mass, Velocity || Speed, !Rotation }", list(
		match("Position"), scope(match("Mass"), or(match("Velocity"), match("Speed")), not(match("Rotation"))),
	)},
	{
		"QRY-316 scope", "Position, !{ Velocity || Speed }",
		list(match("Position"), scope(or(match("Velocity"), match("Speed")))),
	},
	{"scope with variables", "Position($this), !{ ChildOf($child, $this), Position($child) }", list(
		match("Position"), scope(on("$child", match("ChildOf", "$this")), on("$child", match("Position"))),
	)},
	{
		"QRY-351 source", "Position, Velocity, SimTime(Game)",
		list(match("Position"), match("Velocity"), on("Game", match("SimTime"))),
	},
	{"QRY-353 source of a pair", "(Color, Diffuse), Color(Game, Sky)", list(
		match("Color", "Diffuse"), on("Game", match("Color", "Sky")),
	)},
	{
		"QRY-362 singleton", "Player, Position, Input(Input)",
		list(match("Player"), match("Position"), on("Input", match("Input"))),
	},
	{
		"QRY-363 singleton sign", "Player, Position, Input($)",
		list(match("Player"), match("Position"), on("$", match("Input"))),
	},
	{"QRY-428 self", "Position(self)", list(over(trav(spec.TravSelf), match("Position")))},
	{"QRY-429 up", "Position(up(ChildOf))", list(over(trav(spec.TravUp, "ChildOf"), match("Position")))},
	{"QRY-430 parent", "Position(parent)", list(over(trav(spec.TravUp, "ChildOf"), match("Position")))},
	{"optional parent", "Position, ?Position(parent)", list(
		match("Position"), optional(over(trav(spec.TravUp, "ChildOf"), match("Position"))),
	)},
	{"QRY-432 flags with bars", "Position, ?Position(parent|cascade)", list(
		match("Position"), optional(over(trav(spec.TravUp|spec.TravCascade, "ChildOf"), match("Position"))),
	)},
	{"cascade and desc", "Position(cascade|desc)", list(
		over(trav(spec.TravUp|spec.TravCascade|spec.TravDesc), match("Position")),
	)},
	{"bare up", "Position(self|up)", list(over(trav(spec.TravSelf|spec.TravUp), match("Position")))},
	{"QRY-434 flags and source", "Window(parent:my_widget)", list(
		over(trav(spec.TravUp, "ChildOf"), on("my_widget", match("Window"))),
	)},
	{"QRY-434 source and flags", "Window(my_widget:self|up(R))", list(
		over(trav(spec.TravSelf|spec.TravUp, "R"), on("my_widget", match("Window"))),
	)},
	{
		"QRY-353 QRY-429 traversal of a pair", "Likes(up(5), *)",
		list(over(trav(spec.TravUp, "#5"), match("Likes", "*"))),
	},
	{"QRY-605 QRY-606 transitive", "(LocatedIn, $Place), City($Place)", list(
		match("LocatedIn", "$Place"), on("$Place", match("City")),
	)},
	{"QRY-606 transitive constant", "(LocatedIn, NewYork)", list(match("LocatedIn", "NewYork"))},
	{"QRY-615 reflexive", "(IsA, Tree)", list(match("IsA", "Tree"))},
	{"variable component", "Serializable($Component), $Component($This)", list(
		on("$Component", match("Serializable")), match("$Component"),
	)},
	{"dependent term", "SpaceShip, ?(DockedTo, $planet), Planet($planet)", list(
		match("SpaceShip"), optional(match("DockedTo", "$planet")), on("$planet", match("Planet")),
	)},
	{
		"wildcard sources, wildcard.source", "Position(*), Likes(_, T)",
		list(on("*", match("Position")), on("_", match("Likes", "T"))),
	},
	{"keywords are names elsewhere", "self, AND, (up, parent), up($this, self), in, OR || NOT, self(AND)", list(
		match("self"), match("AND"), match("up", "parent"), match("up", "self"), match("in"),
		or(match("OR"), match("NOT")), on("AND", match("self")),
	)},
	{"anonymous variable", "(Likes, $_x), $_", list(match("Likes", "$_x"), match("$_"))},
	{"one trailing comma", "Position, !{ Velocity, }, ", list(match("Position"), scope(match("Velocity")))},
	{"empty", "", nil},
	{"blank", " \r\n\t", nil},
}

func TestFlecs3Equivalences(t *testing.T) {
	for name, texts := range map[string][]string{
		"QRY-322 QRY-323 QRY-462 default source": {"Position, Velocity", "Position($This), Velocity($this)"},
		"QRY-352 sources written out": {
			"Position, Velocity, SimTime(Game)",
			"Position($This), Velocity($This), SimTime(Game)",
		},
		"QRY-354 source of a pair written out": {
			"(Color, Diffuse), Color(Game, Sky)",
			"Color($This, Diffuse), Color(Game, Sky)",
		},
		"wildcard with source written out": {
			"SpaceShip, (DockedTo, *)",
			"SpaceShip($This), DockedTo($This, *)",
		},
		"QRY-430 QRY-383 parent is up(ChildOf)": {
			"Position(parent)", "Position(up(ChildOf))",
			"Position($this:parent)",
		},
		"parent and cascade is cascade": {
			"P(parent|cascade)", "P(cascade(ChildOf))",
			"P(up|cascade(ChildOf))", "P(cascade|up(ChildOf))",
		},
		"QRY-434 flags before and after the source": {
			"Window(parent:my_widget)", "Window(my_widget:parent)",
			"Window( my_widget : up ( ChildOf ) )",
		},
		"cascade is up":  {"P(cascade)", "P(up|cascade)"},
		"order of flags": {"P(self|up(R)|cascade|desc)", "P(desc|cascade|up(R)|self)"},
		"white space": {
			"A,!{A,B||C},[in]?(R,T),AND|L",
			"A\t, ! { A , B || C } , [ in ] ? ( R\n, T ) ,\r\n AND | L\n",
		},
		"leading zeros": {"100", "0100"},
	} {
		t.Run(name, func(t *testing.T) {
			same(t, spec.DialectFlecs3, texts...)
		})
	}
}
