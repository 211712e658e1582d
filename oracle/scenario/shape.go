package scenario

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/spec"
)

// Shape is one form of step; docs/steps.md describes each. No step text fits two shapes.
type Shape struct {
	// Name identifies the shape in the documentation and in counts.
	Name string
	// Pattern matches the whole text of the step.
	Pattern *regexp.Regexp
	// Examples are steps of this shape, one for each wording.
	Examples []string
	// keywords are the keywords under which the shape may occur.
	keywords []Keyword
	// table says whether a table may or must follow the step.
	table   tableUse
	compile func(*compiler, Step, []string)
}

type tableUse uint8

const (
	noTable tableUse = iota
	needsTable
	mayHaveTable
)

var (
	actions  = []Keyword{Given, When}
	whenThen = []Keyword{When, Then}
	states   = []Keyword{Then}
)

const (
	queryKindPattern = `(a filter|a cached query|a rule|a query)`
	questionNouns    = `answer|value|ids|target|targets|sources|order|type|count|lookup|path|parent|children|depth|ancestors|descendants|tables|events`
)

// pattern compiles the pattern of a shape. NAME, ID and TEXT stand for entities, ids and quoted
// text.
func pattern(text string) *regexp.Regexp {
	text = strings.NewReplacer("NAME", namePattern, "ID", idPattern, "TEXT",
		`(?:`+quotedPattern+`|'[^']*')`).Replace(text)
	return regexp.MustCompile(`^` + text + `$`)
}

func codesPattern() string {
	return strings.Join(each(spec.ErrorCodes(), func(c spec.ErrorCode) string { return string(c) }), "|")
}

// shapes compiles the patterns at the first use, because that is the slowest part of starting a
// program.
var shapes = sync.OnceValue(func() []Shape {
	return []Shape{
		{
			Name: "declaration", Examples: []string{
				"a relationship LocatedIn with Transitive",
				"a component Position {x f32, y f32}",
				"a tag T",
				"an entity E",
				"a prefab P",
				"an entity E cloned from F",
				"an entity E instantiated from P",
				"an anonymous entity E",
			},
			Pattern:  pattern(`an? (anonymous )?(component|relationship|tag|entity|prefab) (NAME)((?: \{| cloned from | instantiated from | together with | named | below | outside the scope| with ).*)?`),
			keywords: actions, compile: (*compiler).declaration,
		},
		{
			Name: "facts", Examples: []string{"these facts"}, Pattern: pattern(`these facts`),
			keywords: actions, table: needsTable, compile: (*compiler).facts,
		},
		{
			Name: "ids", Examples: []string{
				"Bob gets (Likes, Alice)",
				"Bob loses (Likes, *)",
				"every entity loses (Likes, *)",
			}, Pattern: pattern(`(every entity|NAME) (gets|loses) (.+)`),
			keywords: actions, compile: (*compiler).ids,
		},
		{
			Name: "state", Examples: []string{
				"LocatedIn is Transitive",
				"LocatedIn is not Transitive",
				"Bob is deleted",
				"Bob is disabled",
				"Position of Bob is modified",
				"Mast is moved before Hull in (PartOf, Ship)",
				"Hit is emitted of Bob",
				"Hit is emitted of Ship about Hull, (Uses, Oil) along PartOf",
				"every entity with (Likes, Bob) is deleted",
			},
			Pattern:  pattern(`(every entity with ID|(?:ID of )?NAME) is (not )?(deleted|cleared|enabled|disabled|modified|overridden|named TEXT|moved (?:before|after) NAME in ID|emitted of NAME(?: (?:about|along) .+)?|\p{Lu}[\pL\pN_]*)`),
			keywords: actions, compile: (*compiler).state,
		},
		{
			Name: "world", Examples: []string{
				"the scope is Parent",
				"the scope is the root",
				`the text "Position(Bob)" is defined`,
				"the world is kept as s",
				"the world is deferred",
				"the world is saved and loaded",
			},
			Pattern:  pattern(`the (?:scope is (?:NAME|the root)|text TEXT is defined|world is (?:reset(?: as [a-z0-9-]+)?|kept as NAME|taken back to NAME|saved and loaded|torn down|deferred|no longer deferred))`),
			keywords: actions, compile: (*compiler).world,
		},
		{
			Name: "query", Examples: []string{
				`a rule queries "(LocatedIn, $place), City($place)"`,
				`a filter queries "Position"`,
				`a cached query queries "Position"`,
			},
			Pattern: pattern(queryKindPattern + ` queries (.+)`), keywords: actions, compile: (*compiler).query,
		},
		{
			Name: "prepare", Examples: []string{
				`a cached query q is prepared for "Position, !Velocity"`,
				`an observer o is prepared for "Position", on OnAdd and OnRemove`,
			},
			Pattern:  pattern(`(a filter|a cached query|a rule|a query|an observer) (NAME) is prepared for (.+)`),
			keywords: actions, compile: (*compiler).prepare,
		},
		{
			Name: "iteration", Examples: []string{
				"query q is iterated",
				"query q is released",
				"query q is opened as i",
				"iterator i is advanced",
			},
			Pattern:  pattern(`(?:query|iterator) NAME is (?:iterated|released|opened as NAME|advanced|closed)(, .+)?`),
			keywords: actions, compile: (*compiler).iteration,
		},
		{
			Name: "operation", Examples: []string{`the operation {"op":"dump"}`},
			Pattern: pattern(`the operation (\{.*\})`), keywords: actions, compile: (*compiler).operation,
		},
		{
			Name: "truth", Examples: []string{
				"Bob has (Likes, Alice)",
				"Bob does not have (Likes, Alice)",
				"Bob is alive",
				"Bob is not alive",
				"query q has changed",
				"it is asked whether Bob has (Likes, Alice)",
			},
			Pattern:  pattern(`(it is asked whether )?(?:(NAME) (has|does not have|owns|does not own) (ID)|(NAME) is (not )?alive|query (NAME) has (not )?changed)`),
			keywords: whenThen, compile: (*compiler).truth,
		},
		{
			Name: "answer", Examples: []string{
				"the targets of Eats on Bob are Apples and Pears",
				"the targets of Eats on Bob are asked",
				"the ids of Bob are Person",
				"the value of Position on Bob is {x: 1}",
				"the parent of Mast is Ship",
				"the children of Ship are Mast",
				"the world is unchanged",
				"the answer is none",
			},
			Pattern:  pattern(`the (world is unchanged|(?:` + questionNouns + `) .+)`),
			keywords: whenThen, table: mayHaveTable, compile: (*compiler).answer,
		},
		{
			Name: "result", Examples: []string{
				"the result is, in any order",
				"the result is empty",
				"the result is, in order",
			},
			Pattern:  pattern(`the result is(?: (empty)|, (in any order|in order|in blocks))`),
			keywords: states, table: mayHaveTable, compile: (*compiler).result,
		},
		{
			Name: "refusal", Examples: []string{"it fails with cycle"}, Pattern: pattern(`it fails with (` + codesPattern() + `)`),
			keywords: states, compile: (*compiler).refusal,
		},
		{
			Name: "changes", Examples: []string{"the changes are"}, Pattern: pattern(`the changes are`),
			keywords: states, table: needsTable, compile: (*compiler).changes,
		},
	}
})

// Shapes returns the step shapes in the order of the documentation.
func Shapes() []Shape { return slices.Clone(shapes()) }

// ShapeOf returns the shape of a step text.
func ShapeOf(text string) (Shape, bool) {
	for _, s := range shapes() {
		if s.Pattern.MatchString(text) {
			return s, true
		}
	}
	return Shape{}, false
}
