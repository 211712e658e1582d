package scenario_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// compiled returns the operation of one step as JSON. Entities that it mentions are created before.
func compiled(t *testing.T, keyword scenario.Keyword, text string) string {
	t.Helper()
	checks, err := scenario.Compile(spec.Flecs3(), []scenario.Step{{Keyword: keyword, Text: text}})
	require.NoError(t, err, text)
	require.NotEmpty(t, checks, text)
	for _, c := range checks[:len(checks)-1] {
		require.Equal(t, spec.OpEntity, c.Op.Op, text)
	}
	op, err := json.Marshal(checks[len(checks)-1].Op)
	require.NoError(t, err)
	return string(op)
}

func TestEveryOperationHasAStep(t *testing.T) {
	cases := []struct{ text, want string }{
		{"a tag T", `{"op":"entity","entity":"T","name":"T"}`},
		{
			"a relationship R with Transitive, (OnDelete, Panic)",
			`{"op":"entity","entity":"R","ids":["Transitive",["OnDelete","Panic"]],"name":"R"}`,
		},
		{"a prefab P", `{"op":"entity","entity":"P","ids":["Prefab"],"name":"P"}`},
		{`an entity c named "Child" outside the scope`, `{"op":"entity","entity":"c","name":"Child","unscoped":true}`},
		{"an anonymous entity e below e", `{"op":"entity","entity":"e","parent":"e"}`},
		{
			"a component Position {x f32, y f32}",
			`{"op":"component","entity":"Position","name":"Position","members":[["x","f32"],["y","f32"]]}`,
		},
		{"a component Npc", `{"op":"component","entity":"Npc","name":"Npc"}`},
		{"e gets T", `{"op":"add","entity":"e","id":"T"}`},
		{`"Bob Smith" gets (Likes, "and")`, `{"op":"add","entity":"Bob Smith","id":["Likes","and"]}`},
		{
			`e gets (R, T) {x: -1.5, s: "a b", b: true, e: Bob, n: none}`,
			`{"op":"set","entity":"e","id":["R","T"],"value":{"b":true,"e":"Bob","n":null,"s":"a b","x":-1.5}}`,
		},
		{"e loses (*, T)", `{"op":"remove","entity":"e","id":["*","T"]}`},
		{"every entity loses (R, *)", `{"op":"remove_all","id":["R","*"]}`},
		{"every entity with (R, T) is deleted", `{"op":"delete_with","id":["R","T"]}`},
		{"e is deleted", `{"op":"delete","entity":"e"}`},
		{"e is cleared", `{"op":"clear","entity":"e"}`},
		{"R is Transitive", `{"op":"add","entity":"R","id":"Transitive"}`},
		{"R is not Transitive", `{"op":"remove","entity":"R","id":"Transitive"}`},
		{"e is disabled", `{"op":"disable","entity":"e"}`},
		{"(R, T) of e is enabled", `{"op":"enable","entity":"e","id":["R","T"]}`},
		{"T of e is modified", `{"op":"modified","entity":"e","id":"T"}`},
		{"T of e is overridden", `{"op":"override","entity":"e","id":"T"}`},
		{`e is named ""`, `{"op":"set_name","entity":"e","name":""}`},
		{`the text "Likes(Bob, Alice)" is defined`, `{"op":"define","text":"Likes(Bob, Alice)"}`},
		{"the scope is P", `{"op":"scope","entity":"P"}`},
		{"the scope is the root", `{"op":"scope"}`},
		{"the world is reset", `{"op":"reset"}`},
		{"the world is reset as flecs-4", `{"op":"reset","profile":"flecs-4"}`},
		{"the world is kept as s", `{"op":"snapshot","as":"s"}`},
		{"the world is taken back to s", `{"op":"restore","as":"s"}`},
		{"the world is saved and loaded", `{"op":"reload"}`},
		{"the world is deferred", `{"op":"defer_begin"}`},
		{"the world is no longer deferred", `{"op":"defer_end"}`},
		{"the world is torn down", `{"op":"teardown"}`},
		{`the operation {"op":"explain","expr":"A","entity":"e"}`, `{"op":"explain","entity":"e","expr":"A"}`},
		{
			`a rule queries "(R, $x)", with $x = T and $this = e, with values, limit 3, skip 1`,
			`{"op":"query","expr":"(R, $x)","kind":"rule","vars":{"this":"e","x":"T"},"values":true,"limit":3,"skip":1}`,
		},
		{
			`a query queries '$this == "Foo"', in the syntax of flecs-4`,
			`{"op":"query","expr":"$this == \"Foo\"","syntax":"flecs-4"}`,
		},
		{
			"a filter queries `A, (R, *)`, with batches",
			`{"op":"query","terms":[{"first":"A"},{"first":"R","second":"*"}],"kind":"filter","batches":true}`,
		},
		{
			`a filter queries [{"first":{"name":"A"}}], instanced`,
			`{"op":"query","terms":[{"first":{"name":"A"}}],"kind":"filter","instanced":true}`,
		},
		{
			`a cached query q is prepared for "A", ordered by A descending, detecting changes`,
			`{"op":"prepare","as":"q","expr":"A","kind":"cached","order_by":{"component":"A","desc":true},"detect_changes":true}`,
		},
		{
			`a cached query q is prepared for "A", ordered by the entity, grouped by R`,
			`{"op":"prepare","as":"q","expr":"A","kind":"cached","order_by":{},"group_by":"R"}`,
		},
		{
			`an observer o is prepared for "A", on OnAdd and OnSet, monitoring, yielding existing`,
			`{"op":"observe","as":"o","expr":"A","events":["OnAdd","OnSet"],"monitor":true,"yield_existing":true}`,
		},
		{
			`an observer o is prepared for "A", on OnRemove, below Bob`,
			`{"op":"observe","as":"o","expr":"A","events":["OnRemove"],"parent":"Bob"}`,
		},
		{"query q is iterated, in group none", `{"op":"iterate","query":"q","group":""}`},
		{"query q is iterated, in group G", `{"op":"iterate","query":"q","group":"G"}`},
		{"query q is released", `{"op":"release","query":"q"}`},
		{"query q is opened as i", `{"op":"iter_begin","as":"i","query":"q"}`},
		{"iterator i is advanced", `{"op":"iter_next","iter":"i"}`},
		{"iterator i is advanced, untouched", `{"op":"iter_next","iter":"i","untouched":true}`},
		{
			"query q is iterated, untouched, with changes",
			`{"op":"iterate","query":"q","untouched":true,"changes":true}`,
		},
		{"iterator i is closed", `{"op":"iter_end","iter":"i"}`},
		{"h is emitted of e about T, (R, T) along R", `{"op":"emit","event":"h","entity":"e","ids":["T",["R","T"]],"relationship":"R"}`},
		{"an entity e cloned from f", `{"op":"clone","entity":"e","from":"f"}`},
		{
			"an entity e instantiated from P together with a and b with (R, T)",
			`{"op":"instantiate","entity":"e","from":"P","more":["a","b"],"ids":[["R","T"]]}`,
		},
		{"it is asked whether e is alive", `{"op":"alive","entity":"e"}`},
		{"it is asked whether e has (_, T)", `{"op":"has","entity":"e","id":["_","T"]}`},
		{"it is asked whether e owns T", `{"op":"owns","entity":"e","id":"T"}`},
		{"it is asked whether query q has changed", `{"op":"changed","query":"q"}`},
		{"the value of (R, T) on e is asked", `{"op":"get","entity":"e","id":["R","T"]}`},
		{"the ids of e are asked", `{"op":"ids","entity":"e"}`},
		{"the target of R on e is asked", `{"op":"target","entity":"e","relationship":"R"}`},
		{"the target 2 of R on e is asked", `{"op":"target","entity":"e","relationship":"R","index":2}`},
		{"the targets of R on e are asked", `{"op":"targets","entity":"e","relationship":"R"}`},
		{"the sources of (R, T) are asked", `{"op":"sources","entity":"T","relationship":"R"}`},
		{"the order of (R, T) is asked", `{"op":"ordered","entity":"T","relationship":"R"}`},
		{"e is moved before a in (R, T)", `{"op":"reorder","entity":"e","id":["R","T"],"before":"a"}`},
		{"e is moved after a in (R, T)", `{"op":"reorder","entity":"e","id":["R","T"],"after":"a"}`},
		{"the type of (R, T) is asked", `{"op":"type_of","id":["R","T"]}`},
		{"the count of (R, *) is asked", `{"op":"count","id":["R","*"]}`},
		{
			`the lookup of "a.is b" from e not recursively is asked`,
			`{"op":"lookup","path":"a.is b","from":"e","recursive":false}`,
		},
		{"the path of e from P is asked", `{"op":"path","entity":"e","from":"P"}`},
		{"the parent of e is asked", `{"op":"parent","entity":"e"}`},
		{"the children of e are asked", `{"op":"children","entity":"e"}`},
		{"the depth of e along R is asked", `{"op":"depth","entity":"e","relationship":"R"}`},
		{"the ancestors of e within 3 are asked", `{"op":"walk_up","entity":"e","max_depth":3}`},
		{"the descendants of e along R are asked", `{"op":"traverse","entity":"e","relationship":"R"}`},
		{"the events are asked", `{"op":"events"}`},
	}
	seen := map[string]bool{}
	for _, c := range cases {
		var want, got spec.Operation
		op := compiled(t, scenario.When, c.text)
		require.NoError(t, json.Unmarshal([]byte(c.want), &want), c.text)
		require.NoError(t, json.Unmarshal([]byte(op), &got), c.text)
		require.JSONEq(t, c.want, op, c.text)
		seen[string(got.Op)] = true
	}
	for _, c := range []struct{ text, want string }{
		{
			"a relationship Follows {delay = 0.5, mark required} with exclusive and sparse",
			`{"op":"relationship","entity":"Follows","exclusive":true,"sparse":true,"fields":["delay","mark"],"defaults":[0.5],"require":["mark"]}`,
		},
		{"the tables are asked", `{"op":"tables"}`},
		{`e gets (R, a) [1, none, "x", true]`, `{"op":"set","entity":"e","id":["R","a"],"args":[1,null,"x",true]}`},
		{"e gets (R, a)", `{"op":"set","entity":"e","id":["R","a"]}`},
		{"an entity e", `{"op":"entity","entity":"e"}`},
		{
			"the ancestors of e along R within 3 taking 2 are asked",
			`{"op":"walk_up","entity":"e","relationship":"R","max_depth":3,"take":2}`,
		},
	} {
		checks, err := scenario.Compile(spec.Tecs(), []scenario.Step{{Keyword: scenario.When, Text: c.text}})
		require.NoError(t, err, c.text)
		op := checks[len(checks)-1].Op
		b, err := json.Marshal(op)
		require.NoError(t, err)
		require.JSONEq(t, c.want, string(b), c.text)
		seen[string(op.Op)] = true
	}
	onlyAsJSON := []spec.OpKind{spec.OpHello, spec.OpQuit, spec.OpNote, spec.OpDump, spec.OpPlan}
	for _, kind := range spec.OpKinds() {
		require.NotEqual(t, slices.Contains(onlyAsJSON, kind), seen[string(kind)], "%s has no step", kind)
	}
}

func TestShapesDoNotOverlap(t *testing.T) {
	for _, shape := range scenario.Shapes() {
		for _, other := range scenario.Shapes() {
			for _, example := range shape.Examples {
				require.Equal(t, shape.Name == other.Name, other.Pattern.MatchString(example), "%s as %s", example, other.Name)
			}
		}
	}
}

// Each example is the nearest step to itself, and to a paraphrase.
func TestTheNearestStepIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		"relationship LocatedIn with Transitive": "a relationship LocatedIn with Transitive",
		"Bob hasnt (Likes, Alice)":               "Bob has (Likes, Alice)",
		"delete Bob":                             "Bob is deleted",
		"Ship1 is dead":                          "Bob is deleted",
		"result is in any order":                 "the result is, in any order",
		`rule queries "Position"`:                `a rule queries "(LocatedIn, $place), City($place)"`,
		"Ship1 (Docked, Genoa)":                  "",
	} {
		require.Equal(t, want, scenario.Nearest("", text), text)
	}
	require.Equal(t, "Mast gets (ChildOf, Ship)", scenario.Nearest(scenario.Given, "Mast (ChildOf, Ship)"))
	require.Equal(t, "Bob is alive", scenario.Nearest(scenario.Then, "Ship1 is dead"))
	for _, shape := range scenario.Shapes() {
		nearest, _ := scenario.ShapeOf(scenario.Nearest("", shape.Examples[0]))
		require.Equal(t, shape.Name, nearest.Name)
	}
}

func TestMentionedEntitiesAreCreatedFromLeftToRight(t *testing.T) {
	checks, err := scenario.Compile(spec.Flecs3(), []scenario.Step{
		{Keyword: scenario.Given, Text: "a relationship R with (S, t), R"},
		{Keyword: scenario.Given, Text: "these facts", Table: [][]string{{"a", "(R, b), (IsA, c)"}, {"b", "P {x: d}"}}},
		{Keyword: scenario.When, Text: `a rule queries "(R, Nobody), Unknown", with $x = e`},
	})
	require.NoError(t, err)
	var order []string
	for _, c := range checks {
		if c.Op.Op == spec.OpEntity {
			order = append(order, string(c.Op.Entity))
		}
	}
	require.Equal(t, []string{"S", "t", "R", "a", "b", "c", "P", "d", "e"}, order)
}

func TestFeaturesAreUTF8(t *testing.T) {
	_, err := scenario.Parse("ships.feature", "Feature: ships\n  Scenario: a\xffb\n")
	require.ErrorContains(t, err, "ships.feature: syntax: line 2: the text is not UTF-8")
}

func TestInvalidStepsAreRefused(t *testing.T) {
	act := func(text string) scenario.Step { return scenario.Step{Keyword: scenario.When, Text: text} }
	state := func(text string, table ...[]string) scenario.Step {
		return scenario.Step{Keyword: scenario.Then, Text: text, Table: table}
	}
	ask := act(`a rule queries "A"`)
	cases := map[string][]scenario.Step{
		"no step has this form; docs":  {act("it rained yesterday")},
		`nearest is "Bob is deleted"`:  {act("Ship1 is dead")},
		`is "query q is iterated"`:     {act("query q is freed")},
		`the key "op" occurs twice`:    {act(`the operation {"op":"dump","op":"alive"}`)},
		`unknown field "Op"`:           {act(`the operation {"Op":"dump"}`)},
		"belongs under [Given When]":   {state("Bob gets T")},
		"belongs under [Then]":         {act("it fails with cycle")},
		"it is asked whether ...":      {act("Bob has T")},
		"asked under When or answered": {act("the ids of Bob are T")},
		"has no table":                 {{Keyword: scenario.Given, Text: "a tag T", Table: [][]string{{"a"}}}},
		"needs a table":                {act("these facts")},
		`in "(R a)": want ","`:         {act("a tag T"), state("the changes are", []string{"+", "T", "(R a)"})},
		"want the end of the step at":  {{Keyword: scenario.Given, Text: "these facts", Table: [][]string{{"Bob Smith", "T"}}}},
		"facts have two columns":       {{Keyword: scenario.Given, Text: "these facts", Table: [][]string{{"a"}}}},
		"there is no operation before": {state("it fails with cycle")},
		"is not a query":               {act("a tag T"), state("the result is empty")},
		"not empty has a table":        {ask, state("the result is, in order")},
		"an empty result has no table": {ask, state("the result is empty", []string{"$this"})},
		"is not a column":              {ask, state("the result is, in order", []string{"this"})},
		"has a column named block":     {ask, state("the result is, in order", []string{"block"})},
		"no earlier step creates Bob":  {ask, state("the result is, in order", []string{"$this"}, []string{"Bob"})},
		"blocks are whole numbers": {
			ask,
			state("the result is, in blocks", []string{"block"}, []string{"1"}, []string{"0"}),
		},
		"fails, not both":            {ask, state("the result is empty"), state("it fails with cycle")},
		"does not change the world":  {ask, state("the world is unchanged")},
		"changes have three columns": {act("a tag T"), state("the changes are", []string{"T"})},
		"rows of a table have one length": {{
			Keyword: scenario.Given, Text: "these facts",
			Table: [][]string{{"a", "T"}, {"a"}},
		}},
		"an option that docs/steps.md":                  {act(`a rule queries "A", loudly`)},
		"the end of the step":                           {act("Bob gets A B")},
		`nearest is "every entity loses (Likes, *)"`:    {act("every entity gets A")},
		`nearest is "every entity with (Likes, Bob) is`: {act("every entity with A is disabled")},
		`nearest is "LocatedIn is not Transitive"`:      {act("Bob is not deleted")},
		`nearest is "Position of Bob is modified"`:      {act("Bob is modified")},
		"a wildcard is not an entity":                   {act("a tag *")},
		"a component is made in":                        {act("a component C below P")},
		"i32 i64 bool string entity":                    {act("a component C {x float}")},
		`nearest is "query q is iterated"`:              {act("query q is advanced")},
		"terms in the dialect":                          {act("a rule queries `A(`")},
		"terms as JSON":                                 {act("a rule queries [{]")},
		"unknown operation":                             {act(`the operation {"op":"dance"}`)},
		"that has an answer":                            {act("a tag T"), state("the answer is none or T")},
		"an order or a table, which only events have":   {state("the ids of T in order are T")},
		"which only stated events have": {{
			Keyword: scenario.When, Text: "the events are asked",
			Table: [][]string{{"o OnAdd T"}},
		}},
		"the code of an error":         {act("the world is no longer deferred"), state("the answer is 2 dragons")},
		"or an operation such as add":  {act("the world is no longer deferred"), state("the answer is dance e cycle")},
		"want the code of an error at": {act("the world is no longer deferred"), state("the answer is add e T")},
		"or the numbers of commands": {
			act("the world is no longer deferred"),
			state("the answer is 2 cycle, add e T exists"),
		},
	}
	for want, steps := range cases {
		_, err := scenario.Compile(spec.Flecs3(), steps)
		require.ErrorContains(t, err, want)
	}
}

func TestEventsAreAListOrATable(t *testing.T) {
	answer := func(text string, table ...[]string) scenario.Answer {
		checks, err := scenario.Compile(spec.Flecs3(),
			[]scenario.Step{{Keyword: scenario.Then, Text: text, Table: table}})
		require.NoError(t, err, text)
		wants := checks[len(checks)-1].Wants
		require.Len(t, wants, 1)
		return wants[0].Expectation.(scenario.Answer)
	}
	list := answer("the events are o OnRemove b (R, a) from c, m OnAdd b leaving and o OnAdd b A")
	require.Equal(t, list, answer("the events are",
		[]string{"o", "OnAdd", "b", "A", ""}, []string{"m", "OnAdd", "b", "", "leaving"},
		[]string{"o", "OnRemove", "b", "(R, a)", "from c"}))
	require.Equal(t, []string{"m OnAdd b leaving, o OnAdd b A, o OnRemove b (R, a) from c"}, list.Any)
	ordered := answer("the events in order are", []string{"o OnRemove c A"}, []string{"o OnAdd b A"})
	require.Equal(t, scenario.Answer{Any: []string{"o OnRemove c A, o OnAdd b A"}, InOrder: true}, ordered)
	require.Equal(t, ordered, answer("the events in order are o OnRemove c A, o OnAdd b A"))
	require.Equal(t, []string{"none"}, answer("the events are none").Any)
}
