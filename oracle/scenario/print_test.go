package scenario_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

func operations(t require.TestingT, ops []spec.Operation) []string {
	var lines []string
	for _, op := range ops {
		b, err := json.Marshal(op)
		require.NoError(t, err)
		lines = append(lines, string(b))
	}
	return lines
}

var drawHandle = rapid.SampledFrom([]spec.Handle{
	"a", "b", "c", "Likes", "Position", "Bob Smith", "and", "none", "every", "x.y", `q"u`, "IsA", "Transitive", "é",
	"ün is", "*", "_",
})

func drawID(t *rapid.T) spec.ID {
	id := spec.Single(drawHandle.Draw(t, "first"))
	if rapid.Bool().Draw(t, "pair") {
		id.Second = drawHandle.Draw(t, "second")
	}
	return id
}

var drawText = rapid.SampledFrom([]string{
	"", "A", "(Likes, $x)", `$this == "Foo"`, "it's", "it's \"both\"", "a|b # c", " two\nlines ", "`", "tab\t", "a.b",
	"\u2028é",
})

func drawValue(t *rapid.T) spec.RawValue {
	v := spec.RawValue{}
	for range rapid.IntRange(0, 3).Draw(t, "members") {
		v[rapid.SampledFrom([]string{"x", "y", "my name", "and"}).Draw(t, "member")] = rapid.SampledFrom([]any{
			json.Number("1"), json.Number("-1.5e10"), 0.25, true, false, nil, "", "text", "it's \"x\"\n|",
			map[string]any{"deep": 1.0},
			[]any{},
		}).Draw(t, "scalar")
	}
	return v
}

func drawQuery(t *rapid.T) *spec.Query {
	q := &spec.Query{Kind: spec.QueryKind(rapid.IntRange(0, 3).Draw(t, "kind"))}
	if rapid.Bool().Draw(t, "as text") {
		q.Expr, q.Text = drawText.Draw(t, "expr"), true
		q.Syntax = spec.Dialect(rapid.IntRange(0, 3).Draw(t, "syntax"))
	} else {
		for range rapid.IntRange(0, 3).Draw(t, "terms") {
			q.Terms = append(q.Terms, drawTerm(t))
		}
	}
	if rapid.Bool().Draw(t, "ordered") {
		q.OrderBy = &spec.OrderBy{
			Component: rapid.SampledFrom([]spec.Handle{"", "Position"}).Draw(t, "key"),
			Desc:      rapid.Bool().Draw(t, "desc"),
		}
	}
	if rapid.Bool().Draw(t, "grouped") {
		q.GroupBy = drawHandle.Draw(t, "group by")
	}
	q.Instanced = rapid.Bool().Draw(t, "instanced")
	q.DetectChanges = rapid.Bool().Draw(t, "changes")
	return q
}

func drawTerm(t *rapid.T) spec.Term {
	ref := rapid.SampledFrom([]spec.Ref{
		spec.EntityRef("a"), spec.EntityRef("Likes"), spec.EntityRef("*"), spec.EntityRef("_"), spec.VarRef("x"),
		spec.VarRef("this"),
		spec.NameRef("a.b"),
		{Kind: spec.RefSingleton},
		spec.EntityRef("Bob Smith"),
		{},
	})
	term := spec.Term{First: ref.Draw(t, "first"), Second: ref.Draw(t, "second"), Src: ref.Draw(t, "source")}
	term.Oper = spec.Operator(rapid.IntRange(0, 2).Draw(t, "operator"))
	if rapid.IntRange(0, 3).Draw(t, "or") == 0 {
		return spec.Term{
			Kind:  spec.TermOr,
			Terms: []spec.Term{{First: spec.EntityRef("a")}, {First: spec.EntityRef("b")}},
		}
	}
	return term
}

// drawOperation draws an arbitrary operation, which may be meaningless, with the fields of its
// kind.
func drawOperation(t *rapid.T) spec.Operation {
	op := spec.Operation{Op: rapid.SampledFrom(spec.OpKinds()).Draw(t, "op")}
	name := drawText.Draw(t, "name")
	maybe := func(label string) bool { return rapid.Bool().Draw(t, label) }
	op.Entity = drawHandle.Draw(t, "entity")
	switch op.Op {
	case spec.OpHello, spec.OpQuit, spec.OpDump, spec.OpDeferBegin, spec.OpDeferEnd, spec.OpReload, spec.OpTeardown,
		spec.OpEvents:
		op.Entity = ""
	case spec.OpReset:
		op.Entity, op.Profile = "", rapid.SampledFrom([]string{"", "flecs-3", "flecs-4"}).Draw(t, "profile")
	case spec.OpNote:
		op.Entity, op.Text = "", name
	case spec.OpComponent:
		op.Members = []spec.Member{
			{Name: "x", Type: spec.F32},
			{Name: "my name", Type: spec.Entity},
		}[:rapid.IntRange(0, 2).Draw(t, "members")]
		if maybe("named") {
			op.Name = &name
		}
	case spec.OpEntity:
		if maybe("named") {
			op.Name = &name
		} else if maybe("like its handle") {
			handle := string(op.Entity)
			op.Name = &handle
		}
		if maybe("below") {
			op.Parent = drawHandle.Draw(t, "parent")
		}
		op.Unscoped = maybe("unscoped")
		if maybe("together") {
			op.More = []spec.Handle{"others", "more"}
		}
		op.IDs = rapid.SliceOfN(rapid.Custom(drawID), 0, 2).Draw(t, "ids")
	case spec.OpClone, spec.OpInstantiate:
		if op.From = drawHandle.Draw(t, "from"); op.Op == spec.OpInstantiate && maybe("with parts") {
			op.More = []spec.Handle{"others", "more"}
			op.IDs = rapid.SliceOfN(rapid.Custom(drawID), 0, 2).Draw(t, "ids")
		}
	case spec.OpEmit:
		op.Event = drawHandle.Draw(t, "event")
		op.IDs = rapid.SliceOfN(rapid.Custom(drawID), 0, 2).Draw(t, "ids")
		if maybe("along") {
			op.Relationship = drawHandle.Draw(t, "relationship")
		}
	case spec.OpDelete, spec.OpClear, spec.OpAlive, spec.OpIDs, spec.OpParent, spec.OpChildren:
	case spec.OpAdd, spec.OpRemove, spec.OpGet, spec.OpModified, spec.OpHas, spec.OpOwns, spec.OpOverride:
		op.ID = drawID(t)
	case spec.OpSet:
		if op.ID = drawID(t); maybe("by position") {
			op.Args = drawUntyped(t, "args")
			break
		}
		op.Value = drawValue(t)
	case spec.OpTables:
		op.Entity = ""
	case spec.OpRelationship:
		op.Declared = spec.Declaration{
			Exclusive: maybe("exclusive"), Sparse: maybe("sparse"), ReverseIndex: maybe("reverse_index"),
			CascadeDelete: maybe("cascade_delete"), Transient: maybe("transient"), Serialize: maybe("serialize"),
			Fields: [][]string{nil, {"delay"}, {"delay", "my mark"}}[rapid.IntRange(0, 2).Draw(t, "fields")],
		}
		if maybe("defaults") {
			op.Declared.Defaults = drawUntyped(t, "defaults")
		}
		if maybe("require") {
			op.Declared.Require = []string{"delay"}
		}
	case spec.OpEnable, spec.OpDisable:
		if maybe("toggle") {
			op.ID = drawID(t)
		}
	case spec.OpCount, spec.OpTypeOf, spec.OpRemoveAll, spec.OpDeleteWith:
		op.Entity, op.ID = "", drawID(t)
	case spec.OpTarget:
		op.Relationship, op.Index = drawHandle.Draw(t, "relationship"), rapid.IntRange(-1, 3).Draw(t, "index")
	case spec.OpReorder:
		op.ID = drawID(t)
		if maybe("before") {
			op.Before = drawHandle.Draw(t, "before")
		} else {
			op.After = drawHandle.Draw(t, "after")
		}
	case spec.OpTargets, spec.OpSources, spec.OpOrdered:
		op.Relationship = drawHandle.Draw(t, "relationship")
	case spec.OpDepth, spec.OpWalkUp, spec.OpTraverse:
		if maybe("along") {
			op.Relationship = drawHandle.Draw(t, "relationship")
		}
		op.MaxDepth = rapid.IntRange(0, 2).Draw(t, "depth")
		if op.Op == spec.OpWalkUp {
			op.Take = rapid.IntRange(0, 2).Draw(t, "take")
		}
	case spec.OpScope:
		if maybe("root") {
			op.Entity = ""
		}
	case spec.OpLookup:
		op.Entity, op.Path, op.Recursive = "", name, rapid.Ptr(rapid.Bool(), true).Draw(t, "recursive")
	case spec.OpPath:
		if maybe("from") {
			op.From = drawHandle.Draw(t, "from")
		}
	case spec.OpSetName:
		op.Name = &name
	case spec.OpDefine:
		op.Entity, op.Text = "", name
	case spec.OpSnapshot, spec.OpRestore:
		op.Entity, op.As = "", name
	case spec.OpQuery, spec.OpPrepare, spec.OpObserve, spec.OpExplain, spec.OpPlan:
		if op.Entity = ""; rapid.IntRange(0, 7).Draw(t, "lacks its query") > 0 {
			op.Query = drawQuery(t)
		}
		drawAsking(t, &op, name)
	case spec.OpIterate, spec.OpChanged, spec.OpRelease, spec.OpIterNext, spec.OpIterEnd, spec.OpIterBegin:
		op.Entity, op.On = "", name
		drawAsking(t, &op, name)
	}
	return op
}

func drawUntyped(t *rapid.T, label string) []spec.Scalar {
	return rapid.SliceOfN(rapid.SampledFrom([]spec.Scalar{
		spec.Null(),
		{Type: spec.F64, Num: -0.5},
		{Type: spec.Bool, Bool: true},
		{Type: spec.String},
		{Type: spec.String, Text: "Bob Smith"},
	}), 1, 3).Draw(t, label)
}

func drawAsking(t *rapid.T, op *spec.Operation, name string) {
	switch string(op.Op) {
	case "prepare", "iter_begin":
		op.As = name
	case "observe":
		op.As = name
		op.Events = rapid.SliceOfN(rapid.SampledFrom([]spec.EventKind{spec.OnAdd, spec.OnSet}), 0, 2).Draw(t, "events")
		op.Monitor, op.YieldExisting = rapid.Bool().Draw(t, "monitor"), rapid.Bool().Draw(t, "yield")
	case "iter_next":
		op.Untouched = rapid.Bool().Draw(t, "untouched")
	case "query", "iterate":
		op.Untouched, op.Changes = rapid.Bool().Draw(t, "untouched"), rapid.Bool().Draw(t, "changes")
		op.Values, op.Batches = rapid.Bool().Draw(t, "values"), rapid.Bool().Draw(t, "batches")
		op.Limit, op.Skip = rapid.IntRange(0, 2).Draw(t, "limit"), rapid.IntRange(0, 2).Draw(t, "skip")
		if rapid.Bool().Draw(t, "preset") {
			op.Vars = map[string]spec.Handle{"x": drawHandle.Draw(t, "x"), "my var": "a"}
		}
		if op.Op == spec.OpIterate && rapid.Bool().Draw(t, "group") {
			op.Group = rapid.Ptr(rapid.SampledFrom([]spec.Handle{"", "a"}), false).Draw(t, "of")
		}
	default:
	}
}

func TestPrintedTracesCompileToTheSameOperations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		profile := rapid.SampledFrom([]string{"flecs-3", "flecs-4", "flecs-3-beta", "tecs"}).Draw(t, "profile")
		var ops []spec.Operation
		if rapid.Bool().Draw(t, "populated") {
			for _, h := range []spec.Handle{
				"a", "b", "c", "Likes", "Position", "Bob Smith", "and", "none", "every",
				`q"u`, "é",
			} {
				ops = append(ops, spec.Operation{Op: spec.OpEntity, Entity: h})
			}
		}
		trace := spec.NewTrace(profile, append(ops,
			rapid.SliceOfN(rapid.Custom(drawOperation), 1, 12).Draw(t, "trace")...)...)
		for i := range trace.Entries {
			if e := &trace.Entries[i]; rapid.IntRange(0, 2).Draw(t, "got") == 0 {
				out := drawOutcome(t, e.Op)
				e.Got = &out
			}
		}
		text := scenario.Print(trace, scenario.Printing{Tags: []string{"REL-001"}})
		parsed, err := scenario.Parse("x/y.feature", text)
		require.NoError(t, err, text)
		require.Len(t, parsed, 1, text)
		require.Equal(t, operations(t, trace.Operations()), operations(t, parsed[0].Trace().Operations()), text)

		report := scenario.Run(parsed[0], func(spec.Profile) spec.Engine { return &echo{entries: trace.Entries} })
		require.Equal(t, scenario.Passed, report.Status, "%s\n%s", report.Reason, text)
	})
}

// echo replays the recorded answers of a transcript. Without a recording it returns any answer of
// the right kind.
type echo struct {
	entries []spec.Entry
	at      int
}

func (e *echo) Apply(op spec.Operation) spec.Outcome {
	if op.Op == spec.OpDump && (e.at == len(e.entries) || e.entries[e.at].Op.Op != spec.OpDump) {
		return spec.Fail(spec.Errorf(spec.CodeUnsupported, "no dump"))
	}
	got := e.entries[e.at].Got
	e.at++
	if got == nil {
		return spec.Outcome{Kind: op.Op.Outcome()}
	}
	return *got
}

func drawOutcome(t *rapid.T, op spec.Operation) spec.Outcome {
	if op.Op != spec.OpDump && rapid.IntRange(0, 3).Draw(t, "refused") == 0 {
		return spec.Fail(spec.Errorf(rapid.SampledFrom(spec.ErrorCodes()).Draw(t, "code"), "no"))
	}
	handles := rapid.SliceOfN(drawHandle, 0, 3)
	out := spec.Outcome{
		Kind: op.Op.Outcome(), Bool: rapid.Bool().Draw(t, "bool"), Number: rapid.Int64Range(-3, 3).Draw(t, "number"),
		Entity:   rapid.SampledFrom([]spec.Handle{"", "a", "none", "Bob Smith"}).Draw(t, "entity"),
		Entities: handles.Draw(t, "entities"),
		IDs:      rapid.SliceOfN(rapid.Custom(drawID), 0, 3).Draw(t, "ids"),
		Text:     rapid.Ptr(drawText, true).Draw(t, "text"),
	}
	if rapid.Bool().Draw(t, "value") {
		out.Value = spec.Value{
			{Name: "x", Scalar: spec.Scalar{Type: spec.F32, Num: 0.5}},
			{Name: "my name", Scalar: spec.Scalar{Type: spec.Entity, Text: "a"}},
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "rows") {
		out.Rows = append(out.Rows, spec.Row{
			This: "a", Vars: map[string]spec.Handle{"x": rapid.SampledFrom([]spec.Handle{"", "b", "none"}).Draw(t,
				"x")}, Block: len(out.Rows) / 2,
			Fields: []spec.Field{{
				Set: rapid.Bool().Draw(t, "set"), ID: drawID(t), Src: "c",
				Or: []spec.FieldChoice{{ID: spec.Single("b")}},
			}},
		})
	}
	return out
}

func TestPrintedTracesReadLikeScenarios(t *testing.T) {
	bob, likes := "Bob", "Likes"
	trace := spec.NewTrace("flecs-3",
		spec.Operation{Op: spec.OpEntity, Entity: "Bob", Name: &bob},
		spec.Operation{Op: spec.OpEntity, Entity: "Likes", Name: &likes},
		spec.Operation{Op: spec.OpEntity, Entity: "e"},
		spec.Operation{Op: spec.OpAdd, Entity: "Bob", ID: spec.Pair("Likes", "e")},
		spec.Operation{Op: spec.OpSet, Entity: "e", ID: spec.Single("Bob"), Value: spec.RawValue{"x": 1.5}},
		spec.Operation{Op: spec.OpQuery, Query: &spec.Query{
			Kind:  spec.KindRule,
			Terms: []spec.Term{{First: spec.EntityRef("Likes"), Second: spec.VarRef("who")}},
		}},
		spec.Operation{Op: spec.OpDelete, Entity: "Nobody"},
		spec.Operation{Op: spec.OpHas, Entity: "Bob", ID: spec.Single("e")},
	)
	trace.Header.Note = "found by the campaign,\nseed 7"
	trace.Entries[5].Got = &spec.Outcome{Kind: spec.OutRows, Rows: []spec.Row{{
		This: "Bob", Vars: map[string]spec.Handle{"who": "e"},
		Fields: []spec.Field{{Set: true, ID: spec.Pair("Likes", "e")}},
	}}}
	refused := spec.Fail(spec.Errorf(spec.CodeUnresolved, "no such entity"))
	trace.Entries[6].Got = &refused
	yes := spec.BoolOutcome(true)
	trace.Entries[7].Got = &yes
	require.Equal(t, `@profile:flecs-3
Feature: Findings

  @finding-7 @REL-013
  Scenario: found by the campaign, seed 7
    Given an entity Bob
    And an entity Likes
    And an anonymous entity e
    And these facts
      | Bob | (Likes, e)   |
      | e   | Bob {x: 1.5} |
    When a rule queries `+"`(Likes, $who)`"+`
    Then the result is, in any order
      | $this | $who | 1          |
      | Bob   | e    | (Likes, e) |
    When the operation {"op":"delete","entity":"Nobody"}
    Then it fails with unresolved
    When it is asked whether Bob has e
    Then the answer is yes
`, scenario.Print(trace, scenario.Printing{Feature: "Findings", ID: "finding-7", Tags: []string{"REL-013"}}))
}

// Engines may describe their plans as they like, so no step states a plan.
func TestPrintedTracesStateNoPlan(t *testing.T) {
	trace := spec.NewTrace("flecs-4", spec.Operation{Op: spec.OpPlan, Query: &spec.Query{Kind: spec.KindRule}})
	plan := "all entities"
	trace.Entries[0].Got = &spec.Outcome{Kind: spec.OutText, Text: &plan}
	require.NotContains(t, scenario.Print(trace, scenario.Printing{}), "Then")
}
