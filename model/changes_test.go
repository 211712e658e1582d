package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// watched returns a world with Position on a and b, and queries "in" and "out" that read and write it.
func watched(t testing.TB) *model.World {
	t.Helper()
	w := model.New(spec.Flecs3())
	for _, c := range []spec.Handle{"Position", "Mass"} {
		ok(t, w, spec.Operation{Op: spec.OpComponent, Entity: c, Members: []spec.Member{{Name: "x", Type: spec.F32}}})
	}
	for _, e := range []spec.Handle{"a", "b", "Tag", "Game"} {
		ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: e})
	}
	set(t, w, "a", "Position", nil)
	set(t, w, "b", "Position", nil)
	for name, access := range map[string]spec.Access{"in": spec.AccessIn, "out": spec.AccessDefault} {
		q := cached("Position")
		q.Terms[0].Access = access
		ok(t, w, spec.Operation{Op: spec.OpPrepare, As: name, Query: &q})
	}
	return w
}

func changed(t testing.TB, w spec.Engine, name string) bool {
	t.Helper()
	return ok(t, w, spec.Operation{Op: spec.OpChanged, On: name}).Bool
}

func TestWhatCountsAsAChange(t *testing.T) { // QRY-492 to QRY-501, changes.changed
	position, mass, tag := spec.Single("Position"), spec.Single("Mass"), spec.Single("Tag")
	for name, c := range map[string]struct {
		ops  []spec.Operation
		want bool
	}{
		"nothing":  {nil, false},
		"set":      {[]spec.Operation{{Op: spec.OpSet, Entity: "a", ID: position}}, true},
		"modified": {[]spec.Operation{{Op: spec.OpModified, Entity: "a", ID: position}}, true},
		"leave":    {[]spec.Operation{{Op: spec.OpAdd, Entity: "a", ID: tag}}, true},
		"leave and come back": {[]spec.Operation{
			{Op: spec.OpAdd, Entity: "a", ID: tag},
			{Op: spec.OpRemove, Entity: "a", ID: tag},
		}, true},
		"delete":               {[]spec.Operation{{Op: spec.OpDelete, Entity: "b"}}, true},
		"create":               {[]spec.Operation{{Op: spec.OpEntity, Entity: "new", IDs: []spec.ID{position}}}, true},
		"create elsewhere":     {[]spec.Operation{{Op: spec.OpEntity, Entity: "new", IDs: []spec.ID{mass}}}, false},
		"refused":              {[]spec.Operation{{Op: spec.OpSet, Entity: "a", ID: tag}}, false},
		"read":                 {[]spec.Operation{{Op: spec.OpIterate, On: "in"}}, false},
		"write by a query":     {[]spec.Operation{{Op: spec.OpIterate, On: "out"}}, true},
		"untouched by a query": {[]spec.Operation{{Op: spec.OpIterate, On: "out", Untouched: true}}, false},
		"name":                 {[]spec.Operation{{Op: spec.OpSetName, Entity: "a", Name: new(string)}}, false},
	} {
		w := watched(t)
		require.True(t, changed(t, w, "in"), name)
		ok(t, w, spec.Operation{Op: spec.OpIterate, On: "in"})
		require.False(t, changed(t, w, "in"), name)
		for _, op := range c.ops {
			w.Apply(op)
		}
		require.Equal(t, c.want, changed(t, w, "in"), name)
		require.Equal(t, c.want, changed(t, w, "in"), "asking does not forget: %s", name)
	}
}

func TestAQueryThatWritesIsAlwaysChanged(t *testing.T) { // QRY-508
	w := watched(t)
	require.True(t, changed(t, w, "out"))
	ok(t, w, spec.Operation{Op: spec.OpIterate, On: "out"})
	require.True(t, changed(t, w, "out"))
	ok(t, w, spec.Operation{Op: spec.OpIterate, On: "out", Untouched: true})
	require.False(t, changed(t, w, "out"))
}

func TestEachRowTellsOfItsTable(t *testing.T) { // QRY-515, changes.tables
	w := watched(t)
	ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: "b", ID: spec.Single("Tag")})
	flags := func() (out []bool) {
		for _, r := range ok(t, w, spec.Operation{Op: spec.OpIterate, On: "in", Changes: true}).Rows {
			out = append(out, r.Changed)
		}
		return out
	}
	require.Equal(t, []bool{true, true}, flags())
	require.Equal(t, []bool{false, false}, flags())
	set(t, w, "b", "Position", nil)
	require.Equal(t, []bool{false, true}, flags())
}

func TestAFieldOfAnotherEntityCounts(t *testing.T) { // changes.changed: own or on another entity
	w := watched(t)
	set(t, w, "Game", "Mass", nil)
	q := cached("Position", "Mass")
	q.Terms[0].Access, q.Terms[1].Src = spec.AccessIn, spec.EntityRef("Game")
	ok(t, w, spec.Operation{Op: spec.OpPrepare, As: "q", Query: &q})
	require.True(t, changed(t, w, "q"))
	ok(t, w, spec.Operation{Op: spec.OpIterate, On: "q"})
	require.False(t, changed(t, w, "q"))
	set(t, w, "Game", "Mass", nil)
	require.True(t, changed(t, w, "q"))
}

func TestWhoMayDetectChanges(t *testing.T) { // changes.which, QRY-511
	w := model.New(spec.Flecs4())
	ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: "Tag"})
	filter, plain, asked := cached("Tag"), cached("Tag"), cached("Tag")
	filter.Kind, asked.DetectChanges = spec.KindFilter, true
	for name, q := range map[string]*spec.Query{"filter": &filter, "plain": &plain, "asked": &asked} {
		ok(t, w, spec.Operation{Op: spec.OpPrepare, As: name, Query: q})
	}
	refused(t, w, spec.Operation{Op: spec.OpChanged, On: "filter"}, spec.CodeUnsupported)
	refused(t, w, spec.Operation{Op: spec.OpChanged, On: "plain"}, spec.CodeInvalid)
	require.False(t, changed(t, w, "asked"))
	refused(t, w, spec.Operation{Op: spec.OpChanged, On: "nobody"}, spec.CodeUnresolved)
	filter.DetectChanges = true
	refused(t, w, spec.Operation{Op: spec.OpQuery, Query: &filter}, spec.CodeUnsupported)
}
