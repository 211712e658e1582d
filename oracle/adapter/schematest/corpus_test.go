package schematest_test

import "github.com/relspec/relspec/spec"

// example is an operation with all its arguments, and its possible outcomes.
type example struct {
	op       spec.Operation
	outcomes []spec.Outcome
}

func text(s string) *string            { return &s }
func group(h spec.Handle) *spec.Handle { return &h }

func number(n int64) spec.Outcome { return spec.Outcome{Kind: spec.OutNumber, Number: n} }

func entities(kind spec.OutcomeKind, hs ...spec.Handle) spec.Outcome {
	return spec.Outcome{Kind: kind, Entities: hs}
}

// everyTerm is a query with every form of term and reference.
func everyTerm() []spec.Term {
	traversed := spec.VarRef("this")
	childOf := spec.EntityRef(spec.ChildOf)
	traversed.Trav = &spec.Traversal{
		Flags: spec.TravSelf | spec.TravUp | spec.TravCascade | spec.TravDesc,
		Rel:   &childOf, MinDepth: 1, MaxDepth: 3,
	}
	bare := spec.Ref{Trav: &spec.Traversal{Flags: spec.TravUp}}
	return []spec.Term{
		{First: spec.EntityRef("Position"), Src: traversed, Access: spec.AccessInOut},
		{First: spec.EntityRef("Position"), Src: bare, Oper: spec.Optional},
		{First: spec.VarRef("r"), Second: spec.EntityRef("*"), Oper: spec.Not},
		{First: spec.NameRef("world.Position"), Second: spec.EntityRef("_")},
		{First: spec.EntityRef("Docked"), Second: spec.Ref{Kind: spec.RefLookup, Name: "this", Path: "cockpit.seat"}},
		{First: spec.Ref{Kind: spec.RefMember, Name: "Movement", Path: "direction"}, Second: spec.VarRef("x")},
		{First: spec.EntityRef("Time"), Src: spec.Ref{Kind: spec.RefSingleton}},
		{First: spec.Ref{Kind: spec.RefNumber, Number: 1<<64 - 1}, Oper: spec.AndFrom},
		{
			Kind: spec.TermCompare, Compare: spec.Contains, Src: spec.VarRef("this"),
			Second: spec.Ref{Kind: spec.RefText, Name: ""},
		},
		{
			Kind: spec.TermCompare, Compare: spec.NotEqual, Src: spec.VarRef("x"), Second: spec.EntityRef("a"),
			Oper: spec.Not,
		},
		{Kind: spec.TermOr, Terms: []spec.Term{{First: spec.EntityRef("A")}, {First: spec.EntityRef("B")}}},
		{Kind: spec.TermScope, Oper: spec.Not, Terms: []spec.Term{{Kind: spec.TermScope, Terms: []spec.Term{}}}},
	}
}

func everyRow() []spec.Row {
	value := spec.Value{
		{Name: "b", Scalar: spec.Scalar{Type: spec.Bool, Bool: true}},
		{Name: "e", Scalar: spec.Scalar{Type: spec.Entity}},
		{Name: "f", Scalar: spec.Scalar{Type: spec.F64, Num: -1e-9}},
		{Name: "i", Scalar: spec.Scalar{Type: spec.I64, Int: -1 << 62}},
		{Name: "s", Scalar: spec.Scalar{Type: spec.String, Text: "\"\u2028"}},
	}
	return []spec.Row{
		{},
		{
			This: "a", Vars: map[string]spec.Handle{"x": "b", "y": ""}, Block: 2, Batch: 1, Changed: true,
			Group: group(""),
			Fields: []spec.Field{
				{},
				{
					Set: true, ID: spec.Pair("R", "_"), Src: "b", Access: spec.AccessIn, Value: value,
					Or: []spec.FieldChoice{{ID: spec.Single("A")}, {ID: spec.Pair("R", "c"), Src: "d"}},
				},
				{Set: true, NoID: true, NoSrc: true, Access: spec.AccessIn},
			},
		},
	}
}

func everyDump() *spec.Dump {
	members := []spec.Member{{Name: "x", Type: spec.F32}}
	return &spec.Dump{Scope: "p", Entities: []spec.DumpEntity{
		{Handle: "a"},
		{Handle: "Position", Name: "Position", Component: true, Open: true, Members: members, IDs: []spec.DumpID{
			{ID: spec.Single("T"), Off: true}, {ID: spec.Pair("R", "a"), Value: spec.Zero(members)},
		}, Overrides: []spec.ID{spec.Single("T")}},
	}}
}

func everyExplanation() *spec.Explanation {
	proof := spec.Proof{
		Claim: "a has T", Cites: []spec.StatementID{"REL-" + "001"},
		Because: []spec.Proof{{Claim: "it was added"}},
	}
	return &spec.Explanation{
		Matches: []spec.MatchProof{{Row: everyRow()[1], Terms: []spec.Proof{proof}}},
		Misses: []spec.Miss{{
			Entity: "b", Vars: map[string]spec.Handle{"x": "a"}, Term: "T", Reason: proof,
			Nearest: "a",
		}, {Term: "T", Reason: proof}},
	}
}

// corpus returns an example of every operation.
func corpus() []example {
	id, all := spec.Pair("Likes", "b"), spec.Pair(spec.Wildcard, spec.Any)
	no := false
	rows := spec.Outcome{Kind: spec.OutRows, Rows: everyRow()}
	terms := &spec.Query{
		Terms: everyTerm(), Kind: spec.KindCached, OrderBy: &spec.OrderBy{Component: "P", Desc: true},
		GroupBy: "R", Instanced: true, DetectChanges: true,
	}
	expr := &spec.Query{Expr: "A, !B", Syntax: spec.DialectFlecs4, Kind: spec.KindRule}
	vars := map[string]spec.Handle{"this": "a", "x": "b"}
	question := func(kind spec.OpKind) example {
		return example{
			spec.Operation{Op: kind, Entity: "a", ID: id},
			[]spec.Outcome{spec.BoolOutcome(true), spec.BoolOutcome(false)},
		}
	}
	change := func(kind spec.OpKind) example { return example{op: spec.Operation{Op: kind, Entity: "a", ID: id}} }
	everyone := func(kind spec.OpKind) example { return example{op: spec.Operation{Op: kind, ID: all}} }
	plain := func(kind spec.OpKind) example { return example{op: spec.Operation{Op: kind}} }
	relation := func(kind spec.OpKind, outcomes ...spec.Outcome) example {
		return example{
			spec.Operation{Op: kind, Entity: "a", Relationship: "Likes", Index: 1, MaxDepth: 3, Take: 2},
			outcomes,
		}
	}
	oneOrNone := []spec.Outcome{spec.EntityOutcome("b"), spec.EntityOutcome("")}
	info := spec.Info{
		Implementation: "i", Protocol: 1, Profiles: []string{"flecs-3"},
		Capabilities: map[string][]spec.Capability{"rule": {"pairs"}, "world": {}},
	}
	out := []example{
		{spec.Operation{Op: spec.OpHello}, []spec.Outcome{{Kind: spec.OutInfo, Info: &info}}},
		{op: spec.Operation{Op: spec.OpReset, Profile: "flecs-4", Options: map[string]any{"seed": 1}}},
		plain(spec.OpQuit),
		{op: spec.Operation{Op: spec.OpNote, Text: "hello"}},
		{op: spec.Operation{Op: spec.OpRelationship, Entity: "Follows", Declared: spec.Declaration{
			Exclusive: true, Sparse: true, ReverseIndex: true, CascadeDelete: true, Transient: true, Serialize: true,
			Fields: []string{"delay", "mark"}, Defaults: []spec.Scalar{{Type: spec.F64, Num: 0.5}, spec.Null()},
			Require: []string{"delay"},
		}}},
		{spec.Operation{Op: spec.OpTables}, []spec.Outcome{number(0), number(3)}},
		{op: spec.Operation{
			Op: spec.OpComponent, Entity: "P", Name: text("P"),
			Members: []spec.Member{{Name: "x", Type: spec.F32}, {Name: "e", Type: spec.Entity}},
		}},
		{op: spec.Operation{
			Op: spec.OpEntity, Entity: "a", Name: text(""), Parent: "p", Unscoped: true,
			IDs: []spec.ID{spec.Single("T"), id},
		}},
		{op: spec.Operation{Op: spec.OpEntity, Entity: "a", More: []spec.Handle{"b", "c"}, IDs: []spec.ID{id}}},
		{op: spec.Operation{Op: spec.OpClone, Entity: "b", From: "a"}},
		{op: spec.Operation{
			Op: spec.OpInstantiate, Entity: "b", From: "a", IDs: []spec.ID{id}, More: []spec.Handle{"c", "d"},
		}},
		{op: spec.Operation{Op: spec.OpDelete, Entity: "a"}},
		{op: spec.Operation{Op: spec.OpClear, Entity: "a"}},
		{spec.Operation{Op: spec.OpAlive, Entity: "a"}, []spec.Outcome{spec.BoolOutcome(false)}},
		{spec.Operation{Op: spec.OpCount, ID: all}, []spec.Outcome{number(0), number(7)}},
		change(spec.OpAdd), change(spec.OpRemove), change(spec.OpModified), change(spec.OpOverride),
		change(spec.OpEnable), change(spec.OpDisable),
		{op: spec.Operation{
			Op: spec.OpSet, Entity: "a", ID: id,
			Value: spec.RawValue{"x": 1.5, "s": "t", "b": true, "e": nil},
		}},
		{op: spec.Operation{
			Op: spec.OpSet, Entity: "a", ID: id,
			Args: []spec.Scalar{
				{Type: spec.F64, Num: -1.5},
				{Type: spec.String, Text: ""},
				{Type: spec.Bool},
				spec.Null(),
			},
		}},
		{
			spec.Operation{Op: spec.OpGet, Entity: "a", ID: id},
			[]spec.Outcome{{Kind: spec.OutValue}, {Kind: spec.OutValue, Value: everyRow()[1].Fields[1].Value}},
		},
		question(spec.OpHas), question(spec.OpOwns),
		{
			spec.Operation{Op: spec.OpIDs, Entity: "a"},
			[]spec.Outcome{{Kind: spec.OutIDs}, {Kind: spec.OutIDs, IDs: []spec.ID{spec.Single("T"), id}}},
		},
		{
			spec.Operation{Op: spec.OpOrdered, Entity: "a", Relationship: "Likes"},
			[]spec.Outcome{entities(spec.OutPath), entities(spec.OutPath, "b", "c")},
		},
		{op: spec.Operation{Op: spec.OpReorder, Entity: "a", ID: id, Before: "c"}},
		{op: spec.Operation{Op: spec.OpReorder, Entity: "a", ID: id, After: "c"}},
		{spec.Operation{Op: spec.OpTypeOf, ID: id}, oneOrNone},
		{
			spec.Operation{Op: spec.OpDefine, Text: "Likes(a, b)"},
			[]spec.Outcome{entities(spec.OutPath), entities(spec.OutPath, "a")},
		},
		everyone(spec.OpRemoveAll), everyone(spec.OpDeleteWith),
		{spec.Operation{Op: spec.OpScope, Entity: "a"}, oneOrNone},
		{spec.Operation{Op: spec.OpLookup, Path: "a.b", From: "p", Recursive: &no}, oneOrNone},
		{
			spec.Operation{Op: spec.OpPath, Entity: "a", From: "p"},
			[]spec.Outcome{{Kind: spec.OutText}, {Kind: spec.OutText, Text: text("b.a")}},
		},
		{op: spec.Operation{Op: spec.OpSetName, Entity: "a", Name: text("")}},
		{spec.Operation{Op: spec.OpParent, Entity: "a"}, oneOrNone},
		{
			spec.Operation{Op: spec.OpChildren, Entity: "a"},
			[]spec.Outcome{entities(spec.OutEntities), entities(spec.OutEntities, "b", "c")},
		},
		plain(spec.OpDeferBegin),
		{
			spec.Operation{Op: spec.OpDeferEnd},
			[]spec.Outcome{{
				Kind:     spec.OutFailures,
				Failures: []spec.Failure{{Command: 1, Err: spec.Errorf(spec.CodeCycle, "no")}},
			}},
		},
		{op: spec.Operation{Op: spec.OpSnapshot, As: "s"}},
		{op: spec.Operation{Op: spec.OpRestore, As: "s"}},
		plain(spec.OpReload),
		{spec.Operation{Op: spec.OpDump}, []spec.Outcome{
			{Kind: spec.OutDump, Dump: everyDump()},
			{Kind: spec.OutDump, Dump: &spec.Dump{Entities: []spec.DumpEntity{}}},
		}},
		{spec.Operation{
			Op: spec.OpQuery, Query: terms, Vars: vars, Values: true, Batches: true, Untouched: true,
			Changes: true, Limit: 3, Skip: 1,
		}, []spec.Outcome{rows, {Kind: spec.OutRows}}},
		{op: spec.Operation{Op: spec.OpPrepare, As: "q", Query: expr}},
		{spec.Operation{
			Op: spec.OpIterate, On: "q", Vars: vars, Values: true, Batches: true, Limit: 3, Skip: 1,
			Group: group(""),
		}, []spec.Outcome{rows}},
		{spec.Operation{Op: spec.OpChanged, On: "q"}, []spec.Outcome{spec.BoolOutcome(true)}},
		{op: spec.Operation{Op: spec.OpRelease, On: "q"}},
		{op: spec.Operation{Op: spec.OpIterBegin, On: "q", As: "i"}},
		{spec.Operation{Op: spec.OpIterNext, On: "i", Untouched: true}, []spec.Outcome{rows}},
		{op: spec.Operation{Op: spec.OpIterEnd, On: "i"}},
		{
			spec.Operation{Op: spec.OpExplain, Query: expr, Entity: "a", Vars: vars},
			[]spec.Outcome{{Kind: spec.OutExplanation, Explanation: everyExplanation()}},
		},
		{spec.Operation{Op: spec.OpPlan, Query: expr}, []spec.Outcome{{Kind: spec.OutText, Text: text("1. scan A")}}},
		{op: spec.Operation{Op: spec.OpEmit, Event: "e", Entity: "a", IDs: []spec.ID{id}, Relationship: "R"}},
		{op: spec.Operation{
			Op: spec.OpObserve, As: "o", Query: expr, Parent: "p",
			Events: []spec.EventKind{spec.OnAdd, spec.OnRemove, spec.OnSet}, Monitor: true, YieldExisting: true,
			Acts: []spec.Operation{
				{
					Op: spec.OpSet, Entity: spec.ActThis, ID: spec.Pair(spec.ActFirst, spec.ActSecond),
					Value: spec.RawValue{"x": 1.5},
				},
				{Op: spec.OpDelete, Entity: spec.ActSource},
				{Op: spec.OpRelease, On: "o"},
			},
		}},
	}
	events := spec.Outcome{
		Kind:   spec.OutEvents,
		Events: []spec.Event{{Observer: "o", Event: spec.OnAdd, Entity: "a", ID: id, Src: "b", Leave: true}},
	}
	failed := events
	failed.Failures = []spec.Failure{{
		Err: spec.Errorf(spec.CodeUnresolved, "no"), Op: spec.OpAdd, Entity: "a",
		ID: spec.Single(spec.ActSecond),
	}, {Err: spec.Errorf(spec.CodeLimit, "no"), Op: spec.OpRelease}}
	return append(out,
		relation(spec.OpTarget, oneOrNone...), relation(spec.OpTargets, entities(spec.OutEntities, "b")),
		relation(spec.OpSources, entities(spec.OutEntities, "b")), relation(spec.OpDepth, number(2)),
		relation(spec.OpWalkUp, entities(spec.OutPath, "b", "c")), relation(spec.OpTraverse, entities(spec.OutEntities),
			spec.Outcome{Kind: spec.OutEntities, Entities: []spec.Handle{"b", "c"}, Depths: []int{0, 1}}),
		example{spec.Operation{Op: spec.OpTeardown}, []spec.Outcome{events}},
		example{spec.Operation{Op: spec.OpEvents}, []spec.Outcome{events, failed, {Kind: spec.OutEvents}}})
}
