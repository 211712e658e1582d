package scenario

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/spec"
)

// Shape is one kind of step; docs/steps.md describes each. A step text fits at most one shape.
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
	table tableUse
	forms []form
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

// Texts that the printer writes as they are.
const (
	factsText     = "these facts"
	operationText = "the operation "
	refusedText   = "it fails with "
	answeredText  = "the answer is "
	emptyText     = "the result is empty"
	resultText    = "the result is, "
	unchangedText = "the world is unchanged"
	changesText   = "the changes are"
)

// The parts of a declaration after its entity.
const (
	unnamedDetails = " [MEMBERS] [together with MORE] [below PARENT] [UNSCOPED] [with IDS]"
	namedDetails   = " [MEMBERS] [together with MORE] [named NAMED] [below PARENT] [UNSCOPED] [with IDS]"
)

// shapes has the grammar of steps, except for the options after a query (queryOptions) and the
// words of slots. The compiler reads a step with the first form that fits, and the printer writes
// an operation with the first form whose text compiles to that operation. The forms and patterns
// are compiled at the first use, because that is the slowest part of starting a program.
var shapes = sync.OnceValue(func() []Shape {
	all := []Shape{
		{
			Name: "declaration", keywords: actions,
			Examples: []string{
				"a relationship LocatedIn with Transitive", "a component Position {x f32, y f32}",
				"a tag T", "an entity E", "a prefab P", "an entity E cloned from F",
				"an entity E instantiated from P", "an anonymous entity E",
			},
			forms: []form{
				{op: spec.OpRelationship, text: "a relationship ENTITY [FIELDS] [with BEHAVIOURS]"},
				{op: spec.OpClone, text: "an/a NOUN ENTITY cloned from FROM"},
				{op: spec.OpInstantiate, text: "an/a NOUN ENTITY instantiated from FROM [together with MORE] [with IDS]"},
				{op: spec.OpEntity, text: "an/a NOUN NEW" + namedDetails},
				{op: spec.OpEntity, text: "an/a anonymous NOUN ENTITY" + unnamedDetails},
				{op: spec.OpComponent, text: "a/an component NEW" + namedDetails},
				{op: spec.OpComponent, text: "an/a anonymous component ENTITY" + unnamedDetails},
			},
		},
		{
			Name: "facts", keywords: actions, table: needsTable,
			Examples: []string{"these facts"},
			forms:    []form{{text: factsText}},
		},
		{
			Name: "ids", keywords: actions,
			Examples: []string{"Bob gets (Likes, Alice)", "Bob loses (Likes, *)", "every entity loses (Likes, *)"},
			forms: []form{
				{op: spec.OpAdd, text: "ENTITY gets FACT+"},
				{op: spec.OpSet, text: "ENTITY gets FACT+"},
				{op: spec.OpRemove, text: "ENTITY loses ID+"},
				{op: spec.OpRemoveAll, text: "every entity loses ID+"},
			},
		},
		{
			Name: "state", keywords: actions,
			Examples: []string{
				"LocatedIn is Transitive", "LocatedIn is not Transitive", "Bob is deleted",
				"Bob is disabled", "Position of Bob is modified",
				"Mast is moved before Hull in (PartOf, Ship)", "Hit is emitted of Bob",
				"Hit is emitted of Ship about Hull, (Uses, Oil) along PartOf",
				"every entity with (Likes, Bob) is deleted",
			},
			forms: []form{
				{op: spec.OpDeleteWith, text: "every entity with ID is deleted"},
				{op: spec.OpDelete, text: "ENTITY is deleted"},
				{op: spec.OpClear, text: "ENTITY is cleared"},
				{op: spec.OpEnable, text: "[ID of] ENTITY is enabled"},
				{op: spec.OpDisable, text: "[ID of] ENTITY is disabled"},
				{op: spec.OpModified, text: "ID of ENTITY is modified"},
				{op: spec.OpOverride, text: "ID of ENTITY is overridden"},
				{op: spec.OpSetName, text: "ENTITY is named NAME"},
				{op: spec.OpEmit, text: "EVENT is emitted of ENTITY [about IDS] [along RELATIONSHIP]"},
				{op: spec.OpReorder, text: "ENTITY is moved before BEFORE in ID"},
				{op: spec.OpReorder, text: "ENTITY is moved after AFTER in ID"},
				{op: spec.OpAdd, text: "ENTITY is PROPERTY"},
				{op: spec.OpRemove, text: "ENTITY is not PROPERTY"},
			},
		},
		{
			Name: "world", keywords: actions,
			Examples: []string{
				"the scope is Parent", "the scope is the root", `the text "Position(Bob)" is defined`,
				"the world is kept as s", "the world is deferred", "the world is saved and loaded",
			},
			forms: []form{
				{op: spec.OpScope, text: "the scope is the root"},
				{op: spec.OpScope, text: "the scope is ENTITY"},
				{op: spec.OpDefine, text: "the text TEXT is defined"},
				{op: spec.OpReset, text: "the world is reset [as PROFILE]"},
				{op: spec.OpSnapshot, text: "the world is kept as AS"},
				{op: spec.OpRestore, text: "the world is taken back to AS"},
				{op: spec.OpReload, text: "the world is saved and loaded"},
				{op: spec.OpTeardown, text: "the world is torn down"},
				{op: spec.OpDeferBegin, text: "the world is deferred"},
				{op: spec.OpDeferEnd, text: "the world is no longer deferred"},
			},
		},
		{
			Name: "query", keywords: actions,
			Examples: []string{
				`a rule queries "(LocatedIn, $place), City($place)"`, `a filter queries "Position"`,
				`a cached query queries "Position"`,
			},
			forms: []form{{op: spec.OpQuery, text: "KIND queries QUERY OPTIONS"}},
		},
		{
			Name: "prepare", keywords: actions,
			Examples: []string{
				`a cached query q is prepared for "Position, !Velocity"`,
				`an observer o is prepared for "Position", on OnAdd and OnRemove`,
			},
			forms: []form{
				{op: spec.OpPrepare, text: "KIND AS is prepared for QUERY OPTIONS"},
				{op: spec.OpObserve, text: "an observer AS is prepared for QUERY OPTIONS"},
			},
		},
		{
			Name: "iteration", keywords: actions,
			Examples: []string{
				"query q is iterated", "query q is released", "query q is opened as i",
				"iterator i is advanced",
			},
			forms: []form{
				{op: spec.OpIterate, text: "query ON is iterated OPTIONS"},
				{op: spec.OpRelease, text: "query ON is released OPTIONS"},
				{op: spec.OpIterBegin, text: "query ON is opened as AS OPTIONS"},
				{op: spec.OpIterNext, text: "iterator ON is advanced OPTIONS"},
				{op: spec.OpIterEnd, text: "iterator ON is closed OPTIONS"},
			},
		},
		{
			Name: "operation", keywords: actions,
			Examples: []string{`the operation {"op":"dump"}`},
			forms:    []form{{text: operationText + "JSON"}},
		},
		{
			Name: "truth", keywords: whenThen,
			Examples: []string{
				"Bob has (Likes, Alice)", "Bob does not have (Likes, Alice)", "Bob is alive",
				"Bob is not alive", "query q has changed", "it is asked whether Bob has (Likes, Alice)",
			},
			forms: slices.Concat(
				truth(spec.OpHas, "ENTITY has ID", "ENTITY does not have ID"),
				truth(spec.OpOwns, "ENTITY owns ID", "ENTITY does not own ID"),
				truth(spec.OpAlive, "ENTITY is alive", "ENTITY is not alive"),
				truth(spec.OpChanged, "query ON has changed", "query ON has not changed"),
			),
		},
		{
			Name: "answer", keywords: whenThen, table: mayHaveTable,
			Examples: []string{
				"the targets of Eats on Bob are Apples and Pears", "the targets of Eats on Bob are asked",
				"the ids of Bob are Person", "the value of Position on Bob is {x: 1}",
				"the parent of Mast is Ship", "the children of Ship are Mast", "the world is unchanged",
				"the answer is none",
			},
			forms: slices.Concat(
				question(spec.OpGet, "the value of ID on ENTITY", "is"),
				question(spec.OpIDs, "the ids of ENTITY", "are"),
				question(spec.OpTarget, "the target [INDEX] of RELATIONSHIP on ENTITY", "is"),
				question(spec.OpTargets, "the targets of RELATIONSHIP on ENTITY", "are"),
				question(spec.OpSources, "the sources of PAIR", "are"),
				question(spec.OpOrdered, "the order of PAIR", "is"),
				question(spec.OpTypeOf, "the type of ID", "is"),
				question(spec.OpCount, "the count of ID", "is"),
				question(spec.OpLookup, "the lookup of PATH [from FROM] [RECURSIVELY]", "is"),
				question(spec.OpPath, "the path of ENTITY [from FROM]", "is"),
				question(spec.OpParent, "the parent of ENTITY", "is"),
				question(spec.OpChildren, "the children of ENTITY", "are"),
				question(spec.OpDepth, "the depth of ENTITY [along RELATIONSHIP] [within DEPTH]", "is"),
				question(spec.OpWalkUp,
					"the ancestors of ENTITY [along RELATIONSHIP] [within DEPTH] [taking TAKE]", "are"),
				question(spec.OpTraverse, "the descendants of ENTITY [along RELATIONSHIP] [within DEPTH]", "are"),
				question(spec.OpTables, "the tables", "are"),
				question(spec.OpEvents, "the events", "are"),
				[]form{
					{text: "the answer [INORDER] is/are ANSWER"},
					{text: unchangedText, states: Changes{}},
				},
			),
		},
		{
			Name: "result", keywords: states, table: mayHaveTable,
			Examples: []string{"the result is, in any order", "the result is empty", "the result is, in order"},
			forms:    []form{{text: emptyText, states: Result{}}, {text: resultText + "RESULT"}},
		},
		{
			Name: "refusal", keywords: states,
			Examples: []string{"it fails with cycle"},
			forms:    []form{{text: refusedText + "CODE"}},
		},
		{
			Name: "changes", keywords: states, table: needsTable,
			Examples: []string{"the changes are"},
			forms:    []form{{text: changesText + " EFFECTS"}},
		},
	}
	for i := range all {
		all[i].parse()
	}
	return all
})

// truth returns the forms of a yes/no question, and of the statements of both answers.
func truth(op spec.OpKind, yes, no string) []form {
	return []form{
		{op: op, text: "it is asked whether " + yes},
		{op: op, text: yes, states: Answer{Any: []string{yesNo(true)}}},
		{op: op, text: no, states: Answer{Any: []string{yesNo(false)}}},
	}
}

// question returns the forms that ask for an answer and state it. verb is "is" or "are".
func question(op spec.OpKind, subject, verb string) []form {
	verb = map[string]string{"is": "is/are", "are": "are/is"}[verb]
	return []form{
		{op: op, text: subject + " " + verb + " asked"},
		{op: op, text: subject + " [INORDER] " + verb + " ANSWER"},
	}
}

// parse parses the forms, and makes the pattern that matches what one of them may read.
func (s *Shape) parse() {
	patterns := make([]string, len(s.forms))
	for i := range s.forms {
		s.forms[i].parse()
		patterns[i] = s.forms[i].pattern()
	}
	slices.Sort(patterns)
	s.Pattern = regexp.MustCompile(`^(?:` + strings.Join(slices.Compact(patterns), "|") + `)$`)
}

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
