package lang_test

import (
	"encoding/json"
	"fmt"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

func ExampleParse() {
	terms, err := lang.Parse(spec.DialectFlecs3, "SpaceShip, !(DockedTo, $planet), Planet($planet)")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, term := range terms {
		text, _ := json.Marshal(term)
		fmt.Println(string(text))
	}
	// Output:
	// {"first":{"name":"SpaceShip"}}
	// {"oper":"not","first":{"name":"DockedTo"},"second":"$planet"}
	// {"first":{"name":"Planet"},"src":"$planet"}
}

func ExampleParseChecked() {
	const text = "Position, Velocity || Speed(Game)"
	_, err := lang.ParseChecked(spec.DialectFlecs3, text)
	fmt.Printf("%d:%d: %s\n%s\n", err.Line, err.Column, err, lang.Caret(text, err))
	// Output:
	// 1:23: invalid: the alternatives of a chain must have the same source
	// Position, Velocity || Speed(Game)
	//                       ^
}

func ExampleParseData() {
	terms, _ := lang.ParseData(spec.DialectFlecs3Beta, "Position(MyEntity)\nLikes(MyEntity, Alice)")
	for _, term := range terms {
		fmt.Printf("%s: %s\n", term.Src.Name, term.First.Name)
	}
	// Output:
	// MyEntity: Position
	// MyEntity: Likes
}

func ExampleCheck() {
	terms := []spec.Term{{Kind: spec.TermScope, Oper: spec.Not, Terms: []spec.Term{{First: spec.NameRef("Position")}}}}
	fmt.Println(lang.Check(terms))
	// Output: invalid: a scope cannot be the first term of a query; put it after another term
}

func ExampleWithLimits() {
	_, err := lang.Parse(spec.DialectFlecs4, "Position, Velocity, Mass", lang.WithLimits(lang.Limits{Terms: 2}))
	fmt.Println(err)
	// Output: limit: a query has at most 2 terms
}

// A query is carried over from one dialect to another.
func ExamplePrint() {
	terms, _ := lang.Parse(spec.DialectFlecs3, "Transform($This), ?Transform(parent|cascade), AND | Movable")
	for _, dialect := range []spec.Dialect{spec.DialectFlecs3, spec.DialectFlecs4, spec.DialectFlecs3Beta} {
		text, _ := lang.Print(dialect, terms)
		fmt.Println(text)
	}
	// Output:
	// Transform, ?Transform(up(ChildOf)|cascade), AND | Movable
	// Transform, ?Transform(up ChildOf|cascade), and|Movable
	// Transform, ?Transform(cascade|super(ChildOf)), AND | Movable
}

func ExamplePrint_unsaid() {
	terms, _ := lang.Parse(spec.DialectFlecs4, "SpaceShip($this), !Powered($this.cockpit)")
	_, err := lang.Print(spec.DialectFlecs3, terms)
	fmt.Println(err)
	// Output: invalid: flecs-3 cannot write the lookup "$this.cockpit"
}

func ExamplePrintHandlesAsNames() {
	terms := []spec.Term{{First: spec.EntityRef("Likes"), Second: spec.EntityRef("*")}}
	_, err := lang.Print(spec.DialectFlecs3, terms)
	fmt.Println(err)
	text, _ := lang.Print(spec.DialectFlecs3, terms, lang.PrintHandlesAsNames())
	fmt.Println(text)
	// Output:
	// invalid: flecs-3 cannot write the handle "Likes": text has names only
	// (Likes, *)
}

func ExampleCaret() {
	const text = "Position,\nLikes($this Apples)"
	_, err := lang.Parse(spec.DialectFlecs4, text)
	fmt.Println(err)
	fmt.Println(lang.Caret(text, err))
	// Output:
	// syntax: expected "," and the second element, or ")", found "Apples"
	// Likes($this Apples)
	//             ^
}
