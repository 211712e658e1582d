package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

func newPlain(t *testing.T, profile spec.Profile, names ...string) (*World, []Entity) {
	t.Helper()
	w := &World{}
	w.Init(Options{Profile: profile})
	var list []Entity
	for _, name := range names {
		e, err := w.CreateNow(&Birth{Name: name}, NoComponent)
		require.Nil(t, err)
		list = append(list, e)
	}
	return w, list
}

// Recording many new entities at once gives the same state as recording them one by one.
func TestManyBirthsEqualSingleBirths(t *testing.T) {
	w, _ := newPlain(t, spec.Flecs3(), "first")
	for _, n := range []int{1, 3, 200, 1000} {
		var list []Entity
		var touched []uint32
		for range n {
			e, err := w.Store.Create()
			require.NoError(t, err)
			list = append(list, e)
		}
		slices.Reverse(list)
		w.Touched = func(index uint32) { touched = append(touched, index) }
		before := w.entities.last
		w.BornAll(list)
		w.Touched = nil
		w.BornAll(nil)
		require.Len(t, touched, n)
		for i, e := range list {
			require.Greater(t, w.CreationOf(e.Index()), before)
			before = w.CreationOf(e.Index())
			require.Equal(t, w.plainTraits, w.TraitsOf(e.Index()))
			require.Equal(t, e.Index(), touched[i])
		}
		e, err := w.CreateNow(&Birth{}, NoComponent)
		require.Nil(t, err)
		require.Positive(t, w.CompareEntities(e.Index(), list[n-1].Index()))
		require.NoError(t, w.CheckInvariants())
	}
}

func TestWritesOfSortKeysAreLogged(t *testing.T) {
	w, es := newPlain(t, spec.Flecs3(), "A", "B")
	k := &w.SortKeys
	a, b := store.Single(es[0].Index()), store.Single(es[1].Index())
	require.False(t, k.Any())
	k.Wrote(1, a)
	w.SortBy(es[0].Index())
	w.SortBy(es[0].Index())
	require.Len(t, k.ids, 1)
	require.True(t, k.Any() && k.Has(a) && !k.Has(b))
	require.NotZero(t, w.Attention&AttendKeys)
	k.Wrote(2, a)
	k.Wrote(3, b)
	k.WroteAll([]uint32{4, 5})
	list, position, known := k.Written([]uint32{9}, 0)
	require.True(t, known)
	require.Equal(t, []uint32{9, 2, 4, 5}, list)
	list, _, known = k.Written(nil, position)
	require.True(t, known)
	require.Empty(t, list)
	for range maxLog {
		k.Wrote(6, a)
	}
	_, _, known = k.Written(nil, 0)
	require.False(t, known)
	now := w.Store.Changes()
	require.False(t, w.MayBeLent(now, 0))
	w.LendKeys()
	require.True(t, w.MayBeLent(now, 0))
	require.False(t, w.MayBeLent(now+1, 0))
	k.Swept.Add(1)
	require.True(t, w.MayBeLent(now+1, 0))
	require.False(t, w.MayBeLent(now+1, 1))
	w.Hooks.Add(1)
	require.Equal(t, HookLoops&1 != 0, w.MayBeLent(now+1, 1))
}

func TestNamesThatCanBe(t *testing.T) {
	for name, ok := range map[string]bool{
		"a": true, "a b": true, "": false, "a.b": false, "a::b": false, "a:b": true, "a\tb": false, "\x1f": false,
		" ": true, "a\x7f": false, "~": true,
		strings.Repeat("x", maxName): true, strings.Repeat("x", maxName+1): false,
	} {
		require.Equal(t, ok, CheckName(name) == nil, "%q", name)
	}
}

func TestPathsLeadToEntities(t *testing.T) {
	w, es := newPlain(t, spec.Flecs3(), "fleet", "ship", "seat", "alone")
	fleet, ship, seat, alone := es[0], es[1], es[2], es[3]
	for _, pair := range [][2]Entity{{ship, fleet}, {seat, ship}} {
		require.Nil(t, w.AddNow(pair[0], store.Pair(ChildOf.Index(), pair[1].Index())))
	}
	dead, err := w.CreateNow(&Birth{}, NoComponent)
	require.Nil(t, err)
	require.Nil(t, w.DeleteNow(dead))
	for _, c := range []struct {
		path      string
		from      Entity
		recursive bool
		want      Entity
	}{
		{"fleet", 0, false, fleet},
		{"fleet.ship.seat", 0, false, seat},
		{"fleet::ship", 0, false, ship},
		{"ship", 0, false, 0},
		{"ship", 0, true, 0},
		{"seat", ship, false, seat},
		{"alone", ship, false, 0},
		{"alone", ship, true, alone},
		{"ship.seat", ship, true, seat},
		{"ship.seat", ship, false, 0},
		{"*", 0, false, Wildcard},
		{"fleet.", 0, false, 0},
		{".fleet", 0, false, 0},
		{"IsA", seat, true, IsA},
		{"IsA", seat, false, 0},
		{"_", 0, false, Any},
	} {
		got, err := w.Lookup(c.path, c.from, c.recursive)
		require.Nil(t, err)
		require.Equal(t, c.want, got, "%+v", c)
	}
	_, err = w.Lookup("a", dead, true)
	require.NotNil(t, err)
	w.Scope = ship
	got, _ := w.Lookup("seat", 0, false)
	require.Equal(t, seat, got)
	w.Scope = 0
	for _, c := range []struct {
		e, from Entity
		want    string
	}{
		{seat, 0, "fleet.ship.seat"},
		{seat, fleet, "ship.seat"},
		{seat, seat, ""},
		{seat, alone, ""},
		{fleet, 0, "fleet"},
		{dead, 0, ""},
		{seat, dead, ""},
	} {
		path, has := w.PathOf(c.e, c.from)
		require.Equal(t, c.want, path)
		require.Equal(t, c.want != "", has)
	}
	for text, want := range map[spec.Handle]Entity{
		spec.Handle(fmt.Sprintf("#%d", ship.Index())): ship, "#0": 0, "#1": 0, "#99999": 0, "#x": 0,
		spec.Handle(fmt.Sprintf("#%d", HiddenMark)): 0, spec.Handle(fmt.Sprintf("#%d", NonFragmentingMark)): 0,
		spec.Handle(fmt.Sprintf("#%d", Any.Index())):   0,
		spec.Handle(fmt.Sprintf("#%d", Any.Index()+1)): w.Entity(Any.Index() + 1),
		spec.Handle(fmt.Sprintf("#%d", dead.Index())):  0,
	} {
		got, err := w.Named(text)
		require.Equal(t, want, got, text)
		require.Equal(t, want == 0, err != nil, text)
	}
}

func TestFilledWorldsAreRefused(t *testing.T) {
	w, es := newPlain(t, spec.Flecs3(), "R", "a", "b")
	r, a, b := es[0].Index(), es[1].Index(), es[2].Index()
	require.Nil(t, w.AddNow(es[1], store.Pair(r, b)))
	require.Nil(t, w.AddNow(es[2], store.Pair(r, a)))
	require.Nil(t, w.AddNow(es[2], store.Pair(r, b)))
	require.Nil(t, w.CheckFilled())
	w.AddTraits(r, TraitAcyclic)
	require.ErrorContains(t, w.CheckFilled(), "cycle")
	w.setTraits(r, w.TraitsOf(r)&^TraitAcyclic|TraitExclusive)
	require.ErrorContains(t, w.CheckFilled(), "two targets")
	require.Nil(t, w.RemoveNow(es[2], store.Pair(r, b)))
	require.Nil(t, w.CheckFilled())
	w.must(w.Store.Add(IsA, store.Pair(ChildOf.Index(), a)))
	require.ErrorContains(t, w.CheckFilled(), "parent")
	w, es = newPlain(t, spec.Flecs3(), "a", "b", "c", "d")
	w.Meter.Limits.IDs = 2
	ids := []store.ID{store.Single(es[0].Index()), store.Single(es[1].Index()), store.Single(es[2].Index())}
	_, _, err := w.Fill(ids[:2], nil)
	require.Nil(t, err)
	_, _, err = w.Fill(ids, nil)
	require.Equal(t, spec.CodeLimit, err.Code)
	for n, id := range ids {
		err := w.AddNow(es[3], id)
		require.Equal(t, n < 2, err == nil)
	}
}

func TestMetersRefuse(t *testing.T) {
	m := unmetered()
	m.Limits = spec.Limits{Work: 10, Events: 3, Elements: 2}
	require.Nil(t, m.Fits(3))
	require.False(t, m.Loses(4))
	m.Left = -1
	require.Nil(t, m.Overworked())
	m.On = true
	require.NotNil(t, m.Overworked())
	m.Begin()
	require.Equal(t, 10, m.Left)
	require.Nil(t, m.Overworked())
	m.Left = 0
	require.Nil(t, m.Overworked())
	require.Nil(t, m.Fits(2))
	require.NotNil(t, m.Fits(3))
	require.False(t, m.Loses(3))
	require.True(t, m.Loses(4))
	require.True(t, m.Loses(0), "a loss counts until it is reported")
	m.Lost, m.Left = nil, -1
	require.True(t, m.Loses(0))
	require.NotNil(t, m.Lost)
	require.True(t, m.TooMany().Exhausted)
}

// CountNonFragmenting does not count sources that also have a matching pair in their table.
func TestNonFragmentingPairsAreCounted(t *testing.T) {
	w, es := newPlain(t, spec.Flecs3(), "R", "S", "P", "x", "y", "a", "b", "c")
	for _, e := range es[:2] {
		require.Nil(t, w.AddNow(e, store.Single(Exclusive.Index())))
		require.Nil(t, w.AddNow(e, store.Single(DontFragment.Index())))
	}
	to := func(e, r, target int) {
		require.Nil(t, w.AddNow(es[e], store.Pair(es[r].Index(), es[target].Index())))
	}
	to(5, 0, 3)
	to(5, 1, 3)
	to(6, 1, 3)
	to(6, 2, 3)
	to(7, 0, 4)
	at := func(r uint32, target int) store.ID { return store.Pair(r, es[target].Index()) }
	require.Equal(t, 1, w.CountNonFragmenting(at(store.Wildcard, 3)), "the other source has a pair in its table, too")
	require.Equal(t, 1, w.CountNonFragmenting(at(es[0].Index(), 3)))
	require.Equal(t, 2, w.CountNonFragmenting(at(es[1].Index(), 3)))
	require.Equal(t, 0, w.CountNonFragmenting(at(es[1].Index(), 4)))
	require.Equal(t, 0, w.CountNonFragmenting(at(es[2].Index(), 3)))
	var seen []string
	see := func(relationship uint32, sources []uint32) {
		seen = append(seen, fmt.Sprint(w.NameOf(relationship), len(sources)))
	}
	w.EachNonFragmentingTo(es[3].Index(), see)
	require.Equal(t, []string{"R1", "S2"}, seen)
	seen = nil
	w.EachNonFragmentingTo(es[5].Index(), see)
	w.eachNonFragmenting(at(es[1].Index(), 4), see)
	w.eachNonFragmenting(store.Pair(es[0].Index(), store.Wildcard), see)
	w.eachNonFragmenting(store.Single(es[0].Index()), see)
	require.Empty(t, seen)
	w.Toggles = Toggles{}
	require.Nil(t, w.ToggleNow(es[5], at(es[0].Index(), 3), false))
	require.Nil(t, w.DeleteNow(es[0]))
	require.False(t, w.Toggles.Any(), "the disabled pair was deleted")
	require.NoError(t, w.CheckInvariants())
}

// In a profile in which a pair with a dead target becomes the relationship alone, the next pair
// replaces that id, even if the entity has as many ids as it can have.
func TestAPairReplacesItsLoneRelationship(t *testing.T) {
	p := spec.Flecs3()
	p.ZeroesDeadTargets = true
	w, es := newPlain(t, p, "R", "x", "y", "ship")
	r, ship := es[0].Index(), es[3]
	require.Nil(t, w.AddNow(ship, store.Single(r)))
	w.Meter.Limits.IDs = 1
	require.Nil(t, w.AddNow(ship, store.Pair(r, es[1].Index())))
	require.Equal(t, []store.ID{store.Pair(r, es[1].Index())}, w.OwnIDs(w.Table(ship.Index()), ship.Index()))
	require.Equal(t, spec.CodeLimit, w.AddNow(ship, store.Pair(r, es[2].Index())).Code)
	require.NotNil(t, w.AddFact(ship, store.Pair(r, es[2].Index())))
	require.Nil(t, w.DeleteNow(es[1]))
	require.Equal(t, []store.ID{store.Single(r)}, w.OwnIDs(w.Table(ship.Index()), ship.Index()))
	require.NotNil(t, w.AddFact(ship, store.Pair(r, es[2].Index())), "AddFact must not replace the lone relationship")
	require.NoError(t, w.CheckInvariants())
}

func TestIDsOfABaseMayBeOff(t *testing.T) {
	w, es := newPlain(t, spec.Flecs3(), "A", "B")
	hides := func(e Entity, subclasses bool) bool { return w.Toggles.HidesFirst(w, e, subclasses) }
	require.False(t, hides(es[0], true))
	require.Nil(t, w.AddNow(es[1], store.Pair(IsA.Index(), es[0].Index())))
	require.True(t, hides(es[0], true))
	require.False(t, hides(es[0], false))
	require.False(t, hides(es[1], true))
	require.Nil(t, w.DeleteNow(es[0]))
	require.False(t, hides(es[0], true))
}

// If an operation fails, a property that it added has no effect.
func TestUndoneOperationsLeaveNoProperty(t *testing.T) {
	w, es := newPlain(t, spec.Flecs3(), "R", "T", "Q")
	r := es[0]
	require.Nil(t, w.AddNow(es[1], store.Pair(With.Index(), Exclusive.Index())))
	require.Nil(t, w.AddNow(es[1], store.Pair(With.Index(), es[2].Index())))
	w.Meter.Limits.IDs = 2
	require.Equal(t, spec.CodeLimit, w.AddNow(r, store.Single(es[1].Index())).Code, "the third id exceeds the limit")
	require.Empty(t, w.OwnIDs(w.Table(r.Index()), r.Index()))
	require.Zero(t, w.TraitsOf(r.Index())&TraitExclusive)
	w.Meter.Limits.IDs = 3
	require.Nil(t, w.AddNow(r, store.Single(es[1].Index())))
	require.NotZero(t, w.TraitsOf(r.Index())&TraitExclusive)
}

// If adding an id gives its own first element a property, the property applies to that same id.
func TestAPropertyActsOnTheIDThatAddsIt(t *testing.T) {
	w, es := newPlain(t, spec.Flecs3(), "Likes")
	likes := es[0].Index()
	require.Nil(t, w.AddNow(With, store.Pair(With.Index(), likes)))
	require.True(t, w.ownsNow(With, store.Pair(likes, likes)),
		"(With, Likes) of With brings (Likes, Likes) with (With, Likes)")
	require.Nil(t, w.AddNow(es[0], store.Single(likes)))
	require.Nil(t, w.AddNow(es[0], store.Pair(likes, likes)))
	require.Len(t, w.OwnIDs(w.Table(likes), likes), 2)
	require.NoError(t, w.CheckInvariants())
}

// FirstTyped returns the pair of the first target in type order, own or inherited. Patterns that
// are not (component, *) are refused.
func TestFirstTypedPairs(t *testing.T) {
	w, es := newPlain(t, spec.Flecs3(), "Tag", "x", "y", "base", "ship", "bare")
	c, err := w.CreateNow(&Birth{Name: "C"},
		func(e Entity) { w.MakeComponent(e, []spec.Member{{Name: "x", Type: spec.I64}}) })
	require.Nil(t, err)
	dead, err := w.CreateNow(&Birth{}, NoComponent)
	require.Nil(t, err)
	require.Nil(t, w.DeleteNow(dead))
	pair := func(target int) store.ID { return store.Pair(c.Index(), es[target].Index()) }
	require.Nil(t, w.AddNow(es[3], pair(1)))
	require.Nil(t, w.AddNow(es[4], pair(2)))
	require.Nil(t, w.AddNow(es[4], store.Pair(IsA.Index(), es[3].Index())))
	for _, at := range []struct {
		e       Entity
		pattern Elements
		id      store.ID
		err     *spec.Error
	}{
		{es[4], Elements{c, Wildcard}, pair(1), nil},
		{es[4], Elements{c, Any}, pair(1), nil},
		{es[3], Elements{c, Wildcard}, pair(1), nil},
		{es[5], Elements{c, Wildcard}, 0, nil},
		{es[4], Elements{dead, Wildcard}, 0, nil},
		{es[4], Elements{c, es[1]}, 0, ErrWildcard},
		{es[4], Elements{c, 0}, 0, ErrWildcard},
		{es[4], Elements{Wildcard, Wildcard}, 0, ErrWildcard},
		{es[4], Elements{Any, Wildcard}, 0, ErrWildcard},
		{es[4], Elements{es[0], Wildcard}, 0, ErrWildcard},
	} {
		id, found, err := w.FirstTyped(at.e, at.pattern)
		require.Equal(t, at.err, err, "%v", at.pattern)
		require.Equal(t, at.id, id, "%v", at.pattern)
		require.Equal(t, at.id != 0, found, "%v", at.pattern)
	}
	require.Nil(t, w.RemoveNow(es[4], pair(2)))
	require.Nil(t, w.AddNow(es[3], pair(2)))
	id, _, _ := w.FirstTyped(es[4], Elements{c, Wildcard})
	require.Equal(t, pair(1), id)
}

// The deletion of an entity that no id mentions and that has no policy makes no deletion plan.
func TestPlainDeletionsMakeNoPlan(t *testing.T) {
	w, es := newPlain(t, spec.Flecs3(), "A", "R", "x")
	e, err := w.CreateNow(&Birth{IDs: []Elements{{First: es[0]}, {First: es[1], Second: es[2]}}}, NoComponent)
	require.Nil(t, err)
	require.Nil(t, w.DeleteNow(e))
	require.Empty(t, w.deletion.order)
	require.Nil(t, w.DeleteNow(es[2]))
	require.NotEmpty(t, w.deletion.order, "pairs mention it")
}

// AttendHooks is set if and only if some hook is set. The hook of loops does not count.
func TestAttentionFollowsHooks(t *testing.T) {
	w, _ := newPlain(t, spec.Flecs3())
	bits := []int32{HookDeferred, HookObserved, HookTracked}
	set := map[int32]bool{}
	for step := range 200 {
		bit := bits[step*7%3]
		if step%5 == 0 && len(set) > 0 {
			for have := range set {
				w.ClearHook(have)
				delete(set, have)
				break
			}
		} else if !set[bit] {
			w.SetHook(bit)
			set[bit] = true
		}
		if step%11 == 0 {
			w.Hooks.Add(1) // a loop begins
		}
		if step%3 == 0 {
			w.Attend(AttendKeys, step%2 == 0)
		}
		require.Equal(t, len(set) > 0, w.Attention&AttendHooks != 0)
	}
	for have := range set {
		w.ClearHook(have)
	}
	require.Zero(t, w.Attention&AttendHooks, "AttendHooks is set by a loop alone")
	require.Equal(t, int32(HookLoops), w.Hooks.Load()|HookLoops)
	require.NotZero(t, w.Hooks.Load())
	w.SetHook(HookOver)
	require.NotZero(t, w.Attention&AttendHooks)
}

// The ids that With requires are added in type order. If several of them are refused, the error is
// about the one whose element was created first, even if its index is higher.
func TestWithAddsTheOlderFirst(t *testing.T) {
	w, es := newPlain(t, spec.Flecs3(), "T", "filler", "older", "ship")
	require.Nil(t, w.DeleteNow(es[1]))
	younger, err := w.CreateNow(&Birth{Name: "younger"}, NoComponent)
	require.Nil(t, err)
	require.Less(t, younger.Index(), es[2].Index())
	require.Nil(t, w.AddNow(es[2], store.Single(Acyclic.Index())))
	require.Nil(t, w.AddNow(younger, store.Pair(OneOf.Index(), es[0].Index())))
	for _, with := range []Entity{younger, es[2]} {
		require.Nil(t, w.AddNow(es[0], store.Pair(With.Index(), with.Index())))
	}
	require.Equal(t, spec.CodeCycle, w.AddNow(es[3], store.Pair(es[0].Index(), es[3].Index())).Code)
}

// The first pair stored outside the tables may replace a pair with data.
func TestTheFirstNonFragmentingPairMayReplaceOneWithData(t *testing.T) {
	w, es := newPlain(t, spec.Flecs3(), "R", "x", "ship")
	c, err := w.CreateNow(&Birth{Name: "C"},
		func(e Entity) { w.MakeComponent(e, []spec.Member{{Name: "x", Type: spec.I64}}) })
	require.Nil(t, err)
	r, ship := es[0].Index(), es[2]
	require.Nil(t, w.AddNow(es[0], store.Single(Exclusive.Index())))
	require.Nil(t, w.AddNow(es[0], store.Single(DontFragment.Index())))
	require.Nil(t, w.AddNow(ship, store.Pair(r, c.Index())))
	require.False(t, w.NonFragmenting.Any())
	pair := store.Pair(r, es[1].Index())
	require.Nil(t, w.AddNow(ship, pair))
	require.True(t, w.ownsNow(ship, pair))
	require.False(t, w.Store.HasID(ship, pair), "the table has the pair itself, not the mark of non-fragmenting pairs")
	require.NoError(t, w.CheckInvariants())
}
