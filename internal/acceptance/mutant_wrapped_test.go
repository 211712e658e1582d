package acceptance

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// wrappedMutant is a model that changes an operation before it is applied, or its outcome after.
type wrappedMutant struct {
	spec.Engine
	before func(op *spec.Operation) (skip bool)
	after  func(op spec.Operation, out *spec.Outcome)
}

func (s wrappedMutant) Apply(op spec.Operation) spec.Outcome {
	asked := op
	if s.before != nil && s.before(&op) {
		return spec.Outcome{Kind: op.Op.Outcome()}
	}
	out := s.Engine.Apply(op)
	if s.after != nil {
		s.after(asked, &out)
	}
	return out
}

// without leaves out a property wherever it is given to something.
func without(property spec.ID) func(*spec.Operation) bool {
	return withoutAny(func(id spec.ID) bool { return id == property })
}

// withoutPairs leaves out all pairs of a relationship.
func withoutPairs(relationship spec.Handle) func(*spec.Operation) bool {
	return withoutAny(func(id spec.ID) bool { return id.IsPair() && id.First == relationship })
}

func withoutAny(left func(spec.ID) bool) func(*spec.Operation) bool {
	return func(op *spec.Operation) bool {
		op.IDs = slices.DeleteFunc(slices.Clone(op.IDs), left)
		return op.Op == spec.OpAdd && left(op.ID)
	}
}

func becomes(from, to spec.OpKind) func(*spec.Operation) bool {
	return func(op *spec.Operation) bool {
		if op.Op == from {
			op.Op = to
		}
		return false
	}
}

func skips(kind spec.OpKind) func(*spec.Operation) bool {
	return func(op *spec.Operation) bool { return op.Op == kind }
}

// fieldsGet changes every field of an answer that has an access.
func fieldsGet(change func(*spec.Field)) func(spec.Operation, *spec.Outcome) {
	return func(_ spec.Operation, out *spec.Outcome) {
		for i := range out.Rows {
			for j := range out.Rows[i].Fields {
				if f := &out.Rows[i].Fields[j]; f.Access == spec.AccessIn || f.Access == spec.AccessInOut {
					change(f)
				}
			}
		}
	}
}

// rewrites changes the text of queries.
func rewrites(from, to string) func(*spec.Operation) bool {
	return func(op *spec.Operation) bool {
		if op.Query != nil {
			op.Query = op.Query.Clone()
			op.Query.Expr = strings.ReplaceAll(op.Query.Expr, from, to)
		}
		return false
	}
}

// eachRow changes every row of an answer.
func eachRow(change func(*spec.Row)) func(spec.Operation, *spec.Outcome) {
	return func(_ spec.Operation, out *spec.Outcome) {
		for i := range out.Rows {
			change(&out.Rows[i])
		}
	}
}

func sabotages() map[string]wrappedMutant {
	all := map[string]wrappedMutant{
		"has sees own ids only":    {before: becomes(spec.OpHas, spec.OpOwns)},
		"owns sees inherited ids":  {before: becomes(spec.OpOwns, spec.OpHas)},
		"delete only clears":       {before: becomes(spec.OpDelete, spec.OpClear)},
		"set only adds":            {before: becomes(spec.OpSet, spec.OpAdd)},
		"remove_all does nothing":  {before: skips(spec.OpRemoveAll)},
		"delete_with does nothing": {before: skips(spec.OpDeleteWith)},
		"scope does nothing":       {before: skips(spec.OpScope)},
		"set_name does nothing":    {before: skips(spec.OpSetName)},
		"clear does nothing":       {before: skips(spec.OpClear)},
		"disable does nothing":     {before: skips(spec.OpDisable)},
		"every query is a filter": {before: func(op *spec.Operation) bool {
			if op.Query != nil {
				q := *op.Query
				q.Kind, op.Query = spec.KindFilter, &q
			}
			return false
		}},
		"presets are ignored": {before: func(op *spec.Operation) bool { op.Vars = nil; return false }},
		"lookup stays in its scope": {before: func(op *spec.Operation) bool {
			if op.Op == spec.OpLookup {
				op.Recursive = new(bool)
			}
			return false
		}},
		"entities have no parent at birth": {before: func(op *spec.Operation) bool { op.Parent = ""; return false }},
		"everything is scoped":             {before: func(op *spec.Operation) bool { op.Unscoped = false; return false }},
		"refusals have no code": {after: func(_ spec.Operation, out *spec.Outcome) {
			if out.Err != nil {
				out.Err = spec.Errorf(spec.CodeInvalid, "no")
			}
		}},
		"rows come once more": {after: func(_ spec.Operation,
			out *spec.Outcome,
		) {
			out.Rows = append(out.Rows, out.Rows...)
		}},
		"fields have no source": {after: func(_ spec.Operation, out *spec.Outcome) {
			for i := range out.Rows {
				for j := range out.Rows[i].Fields {
					out.Rows[i].Fields[j].Src = ""
				}
			}
		}},
		"unset fields are set": {after: func(_ spec.Operation, out *spec.Outcome) {
			for i := range out.Rows {
				for j := range out.Rows[i].Fields {
					out.Rows[i].Fields[j].Set = true
				}
			}
		}},
		"access is not what the term says": {before: func(op *spec.Operation) bool {
			if op.Query != nil {
				op.Query = op.Query.Clone()
				op.Query.Walk(func(t *spec.Term) { t.Access = spec.AccessDefault })
			}
			return false
		}},
		"texts have no desc":     {before: rewrites("|desc", "")},
		"texts have no Not":      {before: rewrites("!", "")},
		"texts have no Optional": {before: rewrites("?", "")},
		"texts have no Or":       {before: rewrites("||", ",")},
		"texts have no self":     {before: rewrites("|self", "")},
		"AND of a list is OR":    {before: rewrites("AND |", "OR |")},
		"NOT of a list is OR":    {before: rewrites("NOT |", "OR |")},
		"lookups go nowhere":     {before: rewrites(".cockpit", ".nowhere")},
		"members are others":     {before: rewrites(".left", ".right")},
		"parents are not found":  {before: rewrites("(parent)", "(self)")},
		"nothing is sorted": {before: func(op *spec.Operation) bool {
			if op.Query != nil && op.Query.OrderBy != nil {
				op.Query = op.Query.Clone()
				op.Query.OrderBy = nil
			}
			return false
		}},
		"everything is sorted upwards": {before: func(op *spec.Operation) bool {
			if op.Query != nil && op.Query.OrderBy != nil {
				op.Query = op.Query.Clone()
				op.Query.OrderBy.Desc = false
			}
			return false
		}},
		"every query is instanced": {before: func(op *spec.Operation) bool {
			if op.Query != nil {
				op.Query = op.Query.Clone()
				op.Query.Instanced = true
			}
			return false
		}},
		"batches are one":           {after: eachRow(func(r *spec.Row) { r.Batch = 0 })},
		"groups are none":           {after: eachRow(func(r *spec.Row) { r.Group = new(spec.Handle) })},
		"tables never change":       {after: eachRow(func(r *spec.Row) { r.Changed = false })},
		"every group is asked for":  {before: func(op *spec.Operation) bool { op.Group = nil; return false }},
		"nothing is left untouched": {before: func(op *spec.Operation) bool { op.Untouched = false; return false }},
		"everything is untouched":   {before: func(op *spec.Operation) bool { op.Untouched = true; return false }},
		"modified does nothing":     {before: skips(spec.OpModified)},
		"iterators end at once": {after: func(op spec.Operation, out *spec.Outcome) {
			if op.Op == spec.OpIterNext {
				out.Rows = nil
			}
		}},
		"queries never change": {after: func(op spec.Operation, out *spec.Outcome) {
			if op.Op == spec.OpChanged {
				out.Bool = false
			}
		}},
		"deferral does nothing": {before: func(op *spec.Operation) bool {
			return op.Op == spec.OpDeferBegin || op.Op == spec.OpDeferEnd
		}},
		"all fields may be written": {after: fieldsGet(func(f *spec.Field) { f.Access = spec.AccessInOut })},
		"no field may be written":   {after: fieldsGet(func(f *spec.Field) { f.Access = spec.AccessIn })},
		"variables are lost": {after: func(_ spec.Operation, out *spec.Outcome) {
			for i := range out.Rows {
				out.Rows[i].Vars = nil
			}
		}},
	}
	maps.Copy(all, sabotagedEvents())
	for _, h := range []spec.Handle{
		spec.PairIsTag, spec.Exclusive, spec.Symmetric, spec.Transitive, spec.ReflexiveProp, spec.Acyclic,
		spec.Traversable, spec.Final,
		spec.OneOf, spec.DontInheritTag, spec.Prefab, spec.Union, spec.Module, spec.System, spec.Observer,
	} {
		all["without "+string(h)] = wrappedMutant{before: without(spec.Single(h))}
	}
	for _, h := range []spec.Handle{spec.With, spec.OneOf} {
		all["without pairs of "+string(h)] = wrappedMutant{before: withoutPairs(h)}
	}
	for _, condition := range []spec.Handle{spec.OnDelete, spec.OnDeleteTarget} {
		for _, action := range []spec.Handle{spec.DeleteAction, spec.PanicAction} {
			id := spec.Pair(condition, action)
			all["without "+id.String()] = wrappedMutant{before: without(id)}
		}
	}
	for _, rule := range []spec.Handle{spec.InheritRule, spec.DontInheritTag} {
		id := spec.Pair(spec.OnInstantiate, rule)
		all["without "+id.String()] = wrappedMutant{before: without(id)}
	}
	return all
}

// silent leaves out the events that are chosen.
func silent(left func(spec.Event) bool) func(spec.Operation, *spec.Outcome) {
	return func(_ spec.Operation, out *spec.Outcome) {
		out.Events = slices.DeleteFunc(slices.Clone(out.Events), left)
	}
}

// sabotagedEvents are wrong about observers, deferral, teardown, toggles and overrides.
func sabotagedEvents() map[string]wrappedMutant {
	return map[string]wrappedMutant{
		"values are set without a word": {after: silent(func(e spec.Event) bool { return e.Event == spec.OnSet })},
		"what is removed is not told of": {after: silent(func(e spec.Event) bool {
			return e.Event == spec.OnRemove && !e.Leave
		})},
		"leaving is not told of":   {after: silent(func(e spec.Event) bool { return e.Leave })},
		"events reach nobody else": {after: silent(func(e spec.Event) bool { return e.Src != "" })},
		"events have no source": {after: func(_ spec.Operation, out *spec.Outcome) {
			for i := range out.Events {
				out.Events[i].Src = ""
			}
		}},
		"the last event comes first": {after: func(_ spec.Operation, out *spec.Outcome) {
			if n := len(out.Events); n > 0 {
				out.Events = append([]spec.Event{out.Events[n-1]}, out.Events[:n-1]...)
			}
		}},
		"teardown tells nothing": {after: func(op spec.Operation, out *spec.Outcome) {
			if op.Op == spec.OpTeardown {
				out.Events = nil
			}
		}},
		"nothing is yielded":         {before: func(op *spec.Operation) bool { op.YieldExisting = false; return false }},
		"monitors are observers":     {before: func(op *spec.Operation) bool { op.Monitor = false; return false }},
		"observers are below nobody": {before: func(op *spec.Operation) bool { op.Parent = ""; return false }},
		"observers are not released": {before: skips(spec.OpRelease)},
		"deferring does nothing": {before: func(op *spec.Operation) bool {
			return op.Op == spec.OpDeferBegin || op.Op == spec.OpDeferEnd
		}},
		"failed commands are not reported": {after: func(_ spec.Operation, out *spec.Outcome) { out.Failures = nil }},
		"toggles do nothing": {before: func(op *spec.Operation) bool {
			return (op.Op == spec.OpEnable || op.Op == spec.OpDisable) && !op.ID.IsZero()
		}},
		"overrides do nothing": {before: skips(spec.OpOverride)},
	}
}

func TestScenariosNoticeWrappedMutants(t *testing.T) {
	long.Only(t, "it runs scenarios on 200 mutants")
	scenarios, err := scenario.Embedded()
	require.NoError(t, err)
	const stride = 997 // a prime, so that every scenario has its turn
	require.NotZero(t, len(scenarios)%stride)
	all := sabotages()
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if testing.Short() && i%8 != 0 {
			continue
		}
		s := all[name]
		t.Run(name, func(t *testing.T) {
			for i := range scenarios {
				// in steps through all areas, since one that notices is seldom among the first
				report := scenario.Run(scenarios[i*stride%len(scenarios)], func(p spec.Profile) spec.Engine {
					return wrappedMutant{model.New(p), s.before, s.after}
				})
				if report.Status == scenario.Failed {
					return
				}
			}
			t.Error("every scenario passes")
		})
	}
}
