package scenario

import (
	"regexp"
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
	// Example is a step of this shape.
	Example string
	// keywords are where the shape may stand.
	keywords []Keyword
	// table: the step has a table below it.
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
	actions = []Keyword{Given, When}
	asks    = []Keyword{When, Then}
	states  = []Keyword{Then}
)

const (
	queryKindPattern = `(a filter|a cached query|a rule|a query)`
	questionNouns    = `answer|value|ids|target|targets|sources|order|type|count|lookup|path|parent|children|depth|ancestors|descendants|tables|events`
)

// pattern compiles a shape: NAME, ID and TEXT stand for the notation of entities, ids and quoted text.
func pattern(text string) *regexp.Regexp {
	text = strings.NewReplacer("NAME", namePattern, "ID", idPattern, "TEXT",
		`(?:`+quotedPattern+`|'[^']*')`).Replace(text)
	return regexp.MustCompile(`^` + text + `$`)
}

func codesPattern() string {
	codes := make([]string, len(spec.ErrorCodes()))
	for i, c := range spec.ErrorCodes() {
		codes[i] = string(c)
	}
	return strings.Join(codes, "|")
}

// shapes are made when the first step is read: their patterns are the greatest part of the start of a program.
var shapes = sync.OnceValue(func() []Shape {
	return []Shape{
		{
			Name: "declaration", Example: "a relationship LocatedIn with Transitive",
			Pattern:  pattern(`an? (anonymous )?(component|relationship|tag|entity|prefab) (NAME)((?: \{| together with | named | below | outside the scope| with ).*)?`),
			keywords: actions, compile: (*compiler).declaration,
		},
		{
			Name: "facts", Example: "these facts", Pattern: pattern(`these facts`),
			keywords: actions, table: needsTable, compile: (*compiler).facts,
		},
		{
			Name: "ids", Example: "Bob gets (Likes, Alice)", Pattern: pattern(`(every entity|NAME) (gets|loses) (.+)`),
			keywords: actions, compile: (*compiler).ids,
		},
		{
			Name: "state", Example: "LocatedIn is not Transitive",
			Pattern:  pattern(`(every entity with ID|(?:ID of )?NAME) is (not )?(deleted|cleared|enabled|disabled|modified|overridden|named TEXT|moved (?:before|after) NAME in ID|\p{Lu}[\pL\pN_]*)`),
			keywords: actions, compile: (*compiler).state,
		},
		{
			Name: "world", Example: "the scope is Parent",
			Pattern:  pattern(`the (?:(scope) is (NAME|the root)|text (TEXT) is defined|world is (reset(?: as [a-z0-9-]+)?|kept as NAME|taken back to NAME|saved and loaded|torn down|deferred|no longer deferred))`),
			keywords: actions, compile: (*compiler).world,
		},
		{
			Name: "query", Example: `a rule queries "(LocatedIn, $place), City($place)"`,
			Pattern: pattern(queryKindPattern + ` queries (.+)`), keywords: actions, compile: (*compiler).query,
		},
		{
			Name: "prepare", Example: `a cached query q is prepared for "Position, !Velocity"`,
			Pattern:  pattern(`(a filter|a cached query|a rule|a query|an observer) (NAME) is prepared for (.+)`),
			keywords: actions, compile: (*compiler).prepare,
		},
		{
			Name: "iteration", Example: "query q is iterated",
			Pattern:  pattern(`(query|iterator) (NAME) is (iterated|released|opened as NAME|advanced|closed)((?:, ).+)?`),
			keywords: actions, compile: (*compiler).iteration,
		},
		{
			Name: "operation", Example: `the operation {"op":"dump"}`,
			Pattern: pattern(`the operation (\{.*\})`), keywords: actions, compile: (*compiler).operation,
		},
		{
			Name: "truth", Example: "Bob does not have (Likes, Alice)",
			Pattern:  pattern(`(it is asked whether )?(?:(NAME) (has|does not have|owns|does not own) (ID)|(NAME) is (not )?alive|query (NAME) has (not )?changed)`),
			keywords: asks, compile: (*compiler).truth,
		},
		{
			Name: "answer", Example: "the targets of Eats on Bob are Apples and Pears",
			Pattern:  pattern(`the (world is unchanged|(?:` + questionNouns + `) .+)`),
			keywords: asks, table: mayHaveTable, compile: (*compiler).answer,
		},
		{
			Name: "result", Example: "the result is, in any order",
			Pattern:  pattern(`the result is(?: (empty)|, (in any order|in order|in blocks))`),
			keywords: states, table: mayHaveTable, compile: (*compiler).result,
		},
		{
			Name: "refusal", Example: "it fails with cycle", Pattern: pattern(`it fails with (` + codesPattern() + `)`),
			keywords: states, compile: (*compiler).refusal,
		},
		{
			Name: "changes", Example: "the changes are", Pattern: pattern(`the changes are`),
			keywords: states, table: needsTable, compile: (*compiler).changes,
		},
	}
})

// Shapes lists the step shapes in the order of the documentation.
func Shapes() []Shape { return append([]Shape(nil), shapes()...) }

// ShapeOf finds the shape of a step text.
func ShapeOf(text string) (Shape, bool) {
	for _, s := range shapes() {
		if s.Pattern.MatchString(text) {
			return s, true
		}
	}
	return Shape{}, false
}
