package spec_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// Both engines call the functions tested in this file, so a comparison of the engines does not find
// their errors (docs/oracle.md).

func TestReservedEntitiesHaveTheIDsOfTheManuals(t *testing.T) {
	single, pair := spec.Single, spec.Pair
	for profile, want := range map[string]map[spec.Handle][]spec.ID{
		"flecs-3": {
			spec.ChildOf: {
				single("PairIsTag"), single("Exclusive"), single("Acyclic"), single("Traversable"),
				single("DontInherit"), pair("OnDeleteTarget", "Delete"),
			},
			spec.IsA: {
				single("PairIsTag"), single("Transitive"), single("Acyclic"), single("Traversable"),
				single("Reflexive"),
			},
			spec.Prefab: {single("DontInherit")}, spec.Exclusive: nil,
			spec.OnDelete: {single("PairIsTag"), single("Exclusive")},
		},
		"flecs-4": {
			spec.ChildOf: {
				single("PairIsTag"), single("Exclusive"), single("Acyclic"), single("Traversable"),
				pair("OnInstantiate", "DontInherit"),
				pair("OnDeleteTarget", "Delete"),
			},
			spec.Disabled:      {pair("OnInstantiate", "DontInherit")},
			spec.OnInstantiate: {single("PairIsTag"), single("Exclusive")},
		},
	} {
		p, err := spec.ProfileByName(profile)
		require.Nil(t, err)
		got := map[spec.Handle][]spec.ID{}
		for _, b := range spec.Builtins(p) {
			got[b.Handle] = b.IDs
		}
		for h, ids := range want {
			require.Contains(t, got, h)
			require.ElementsMatch(t, ids, got[h], "%s in %s", h, profile)
		}
		_, declares := got[spec.OnInstantiate]
		require.Equal(t, profile == "flecs-4", declares)
	}
}

func TestPropertiesAreThoseOfTheClause(t *testing.T) {
	for _, h := range []spec.Handle{
		"PairIsTag", "Exclusive", "Union", "Symmetric", "Transitive", "Reflexive", "Acyclic", "Traversable", "Final",
		"With", "OneOf",
		"Sparse", "DontFragment", "DontInherit", "OnInstantiate", "OnDelete", "OnDeleteTarget",
	} {
		require.True(t, spec.IsProperty(h), h)
	}
	for _, h := range []spec.Handle{
		"IsA", "ChildOf", "DependsOn", "Prefab", "Disabled", "Inherit", "Override",
		"Remove", "Delete", "Panic", "Identifier", "Likes", "",
	} {
		require.False(t, spec.IsProperty(h), h)
	}
}

func TestReservedEntitiesThatCarryDontInherit(t *testing.T) {
	for _, row := range spec.Catalogue() {
		want := row.Handle == "ChildOf" || row.Handle == "Prefab" || row.Handle == "OnDelete"
		require.Equal(t, want, spec.CarriesDontInherit(row.Handle), row.Handle)
	}
	require.False(t, spec.CarriesDontInherit("Likes"))
}

func TestMembersAreChecked(t *testing.T) {
	require.Nil(t, spec.CheckMembers(nil))
	require.Nil(t, spec.CheckMembers([]spec.Member{{Name: "x", Type: spec.F32}, {Name: "y", Type: spec.F32}}))
	for _, members := range [][]spec.Member{
		{{Name: "x", Type: spec.F32}, {Name: "x", Type: spec.I32}},
		{{Name: "", Type: spec.F32}},
		{{Name: "x", Type: "f16"}},
	} {
		require.NotNil(t, spec.CheckMembers(members), "%v", members)
	}
}

func TestProfilesAreFoundByName(t *testing.T) {
	require.Subset(t, spec.Names(spec.Profiles()), []string{"flecs-3", "flecs-4", "flecs-3-beta"})
	p, err := spec.ProfileByName("")
	require.Nil(t, err)
	require.Equal(t, "flecs-3", p.Name)
	_, err = spec.ProfileByName("flecs-5")
	require.Equal(t, spec.CodeInvalid, err.Code)
	require.Contains(t, err.Message, "flecs-3, flecs-4, flecs-4.1, flecs-3-beta")
}

func TestRefusals(t *testing.T) {
	e := spec.Errorf(spec.CodeCycle, "%s and %d", "a", 2)
	require.Equal(t, spec.CodeCycle, e.Code)
	require.Equal(t, "a and 2", e.Message)
	require.False(t, e.Exhausted)
	require.Same(t, e, spec.Fail(e).Err)
	x := spec.Exhaustedf("%d rows", 3)
	require.Equal(t, spec.CodeLimit, x.Code)
	require.True(t, x.Exhausted)
}

// A handle that is reserved in one profile is reserved in all (entities.create).
func TestReservedHandles(t *testing.T) {
	for _, h := range []spec.Handle{spec.ChildOf, "Inherit", "SlotOf", "@3", "@4294967296"} {
		require.True(t, spec.IsReserved(h), h)
	}
	for _, h := range []spec.Handle{"Likes", "@", "@3a", "3", "@-1"} {
		require.False(t, spec.IsReserved(h), h)
	}
}

func TestNumbersAsTargets(t *testing.T) {
	for n, h := range map[uint32]spec.Handle{0: "@0", 3: "@3", math.MaxUint32: "@4294967295"} {
		require.Equal(t, h, spec.NumberTarget(n))
		back, err := h.Number()
		require.Nil(t, err)
		require.Equal(t, n, back)
	}
	_, err := spec.Handle("@4294967296").Number()
	require.Equal(t, spec.CodeLimit, err.Code)
}
