package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// harbour is a world with named entities.
type harbour struct {
	rules.World
	t *testing.T
}

func newHarbour(t *testing.T, names string) *harbour {
	h := &harbour{t: t}
	h.Init(rules.Options{Profile: spec.Flecs3()})
	for _, name := range strings.Fields(names) {
		_, err := h.CreateNow(&rules.Birth{Name: name}, rules.NothingMore)
		require.Nil(t, err)
	}
	return h
}

// of is the entity with a name, "ship", or a reserved one, "IsA".
func (h *harbour) of(name string) rules.Entity {
	h.t.Helper()
	e, err := h.Named(spec.Handle(name))
	require.Nil(h.t, err, name)
	require.NotZero(h.t, e, name)
	return e
}

// id is that of "Fuel", or of a pair, "Docks port".
func (h *harbour) id(text string) store.ID {
	h.t.Helper()
	first, second, pair := strings.Cut(text, " ")
	el := rules.Elements{First: h.of(first)}
	if pair {
		el.Second = h.of(second)
	}
	id, err := h.Exact(el)
	require.Nil(h.t, err, text)
	return id
}

// add gives an entity ids, one after the other, and gives the code of the first refusal.
func (h *harbour) add(entity string, ids ...string) spec.ErrorCode {
	h.t.Helper()
	for _, id := range ids {
		if err := h.AddNow(h.of(entity), h.id(id)); err != nil {
			return err.Code
		}
	}
	return ""
}

// owns are the ids of an entity in type order, without its place in the hierarchy.
func (h *harbour) owns(entity string) string {
	h.t.Helper()
	index := h.of(entity).Index()
	ids := h.OwnIDs(h.Table(index), index)
	h.SortIDs(ids)
	var out []string
	for _, id := range ids {
		text := h.NameOf(id.First())
		if id.IsPair() {
			text += " " + h.NameOf(id.Second())
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func (h *harbour) lives(name string) bool {
	e, err := h.Named(spec.Handle(name))
	return err == nil && e != 0
}

func TestWhatFollowsFromAnID(t *testing.T) {
	for name, c := range map[string]struct {
		before, ids []string // given to Docks, to ship
		refused     spec.ErrorCode
		ship, port  string
	}{
		"nothing":       {nil, []string{"Docks port"}, "", "Docks port", ""},
		"twice is once": {nil, []string{"Fuel", "Fuel"}, "", "Fuel", ""},
		"exclusive replaces": {
			[]string{"Exclusive"},
			[]string{"Docks port", "Docks moon"},
			"",
			"Docks moon", "",
		},
		"symmetric is mutual": {
			[]string{"Symmetric"},
			[]string{"Docks port"},
			"", "Docks port",
			"Docks ship",
		},
		"with brings the same target": {
			[]string{"With Likes"},
			[]string{"Docks port"},
			"",
			"Docks port, Likes port", "",
		},
		"acyclic refuses oneself": {[]string{"Acyclic"}, []string{"Docks ship"}, spec.CodeCycle, "", ""},
		"final is no base":        {[]string{"Final"}, []string{"IsA Docks"}, spec.CodeFinal, "", ""},
		"one of refuses others":   {[]string{"OneOf moon"}, []string{"Docks port"}, spec.CodeOneOf, "", ""},
		"what is refused changes nothing": {
			[]string{"Exclusive", "Acyclic"},
			[]string{"Docks port", "Docks ship"},
			spec.CodeCycle, "Docks port", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarbour(t, "Docks Likes Fuel ship port moon")
			require.Empty(t, h.add("Docks", c.before...))
			require.Equal(t, c.refused, h.add("ship", c.ids...))
			require.Equal(t, c.ship, h.owns("ship"))
			require.Equal(t, c.port, h.owns("port"))
			require.NoError(t, h.CheckInvariants())
		})
	}
}

func TestInstancesHaveWhatTheirBasesOwn(t *testing.T) {
	h := newHarbour(t, "Fuel Likes base ship boat port")
	require.Empty(t, h.add("base", "Fuel", "Likes port"))
	require.Empty(t, h.add("ship", "IsA base"))
	require.Empty(t, h.add("boat", "IsA ship"))
	boat := h.of("boat").Index()
	for id, has := range map[string]bool{"Fuel": true, "Likes port": true, "IsA ship": true, "Likes base": false} {
		require.Equal(t, has, h.Has(h.Table(boat), boat, h.id(id)), id)
	}
	require.False(t, h.Owns(h.Table(boat), boat, h.id("Fuel")))
	from, inherited := h.InheritedFrom(h.Table(boat), h.id("Fuel"))
	require.True(t, inherited)
	require.Equal(t, "base", h.NameOf(from), "the one that owns it, not the one between")
	require.Nil(t, h.RemoveNow(h.of("ship"), h.id("IsA base")))
	require.False(t, h.Has(h.Table(boat), boat, h.id("Fuel")))
}

func TestADeletionTakesAlongWhatPoliciesSay(t *testing.T) {
	for _, c := range []struct {
		policy, deleted string
		refused         spec.ErrorCode
		ship            string // the ids that the docked ship owns afterwards; "-" if it is deleted, too
	}{
		{"", "port", "", "Fuel"},
		{"OnDeleteTarget Remove", "port", "", "Fuel"},
		{"OnDeleteTarget Delete", "port", "", "-"},
		{"OnDeleteTarget Panic", "port", spec.CodePolicy, "Fuel, Docks port"},
		{"OnDelete Delete", "port", "", "Fuel"}, // of the relationship, which stays
		{"", "Docks", "", "Fuel"},
		{"OnDelete Delete", "Docks", "", "-"},
		{"OnDelete Panic", "Docks", spec.CodePolicy, "Fuel, Docks port"},
		{"OnDeleteTarget Panic", "Docks", "", "Fuel"},
	} {
		t.Run(c.policy+" of Docks, "+c.deleted+" dies", func(t *testing.T) {
			h := newHarbour(t, "Fuel Docks ship port")
			if c.policy != "" {
				require.Empty(t, h.add("Docks", c.policy))
			}
			require.Empty(t, h.add("ship", "Fuel", "Docks port"))
			code := spec.ErrorCode("")
			if err := h.DeleteNow(h.of(c.deleted)); err != nil {
				code = err.Code
			}
			require.Equal(t, c.refused, code)
			require.Equal(t, c.refused != "", h.lives(c.deleted))
			require.Equal(t, c.ship != "-", h.lives("ship"))
			if c.ship != "-" {
				require.Equal(t, c.ship, h.owns("ship"))
			}
			require.NoError(t, h.CheckInvariants())
		})
	}
}

// If an entity cannot get one of its initial ids, it is not created, and all consequences are undone.
func TestARefusedBirthLeavesNothing(t *testing.T) {
	h := newHarbour(t, "Near port")
	require.Empty(t, h.add("Near", "Symmetric"))
	before := h.Living()
	_, err := h.CreateNow(&rules.Birth{Name: "ship", IDs: []rules.Elements{
		{First: h.of("Near"), Second: h.of("port")}, {First: rules.Wildcard},
	}}, rules.NothingMore)
	require.NotNil(t, err)
	require.Equal(t, before, h.Living())
	require.False(t, h.lives("ship"))
	require.Empty(t, h.owns("port"))
	require.NoError(t, h.CheckInvariants())
}
