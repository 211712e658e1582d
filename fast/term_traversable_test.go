package fast_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// refusal returns the code with which creating a query panics, or "".
func refusal(query func()) (code spec.ErrorCode) {
	defer func() {
		var e *spec.Error
		if err, ok := recover().(error); ok && errors.As(err, &e) {
			code = e.Code
		}
	}()
	query()
	return ""
}

// Up and Cascade are refused in the same cases as in text (traversal.relationship and
// traversal.uninherited).
func TestUpIsRefusedLikeText(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		w := fast.NewWorld(fast.WithProfile(p))
		plain, acyclic := w.NewRelationship("Plain"), w.NewRelationship("Acyclic1", fast.Acyclic)
		traversable, transitive := w.NewRelationship("Tree", fast.Traversable),
			w.NewRelationship("Way", fast.Transitive)
		inherited, saved := w.NewTag("Inherited"), w.NewTag("Kept")
		if p.RefusesUninherited {
			require.NoError(t, w.AddPair(inherited, fast.OnInstantiate, fast.Inherit))
		} else {
			require.NoError(t, w.Add(saved, fast.DontInherit))
		}
		gone := w.NewRelationship("Gone")
		require.NoError(t, w.Delete(gone))
		cases := []struct {
			along, id fast.Entity
			want      spec.ErrorCode
		}{
			{plain, saved, spec.CodeNotTraversable},
			{acyclic, saved, spec.CodeNotTraversable},
			{traversable, saved, ""},
			{transitive, saved, ""},
			{gone, saved, ""},
			{fast.ChildOf, saved, ""},
			{fast.IsA, saved, spec.CodeNotTraversable},
			{fast.IsA, inherited, ""},
		}
		for _, c := range cases {
			up, cascade := fast.Up(c.along, c.id), fast.Cascade(c.along, c.id)
			require.Equal(t, c.want, refusal(func() { fast.NewQuery1[position](w, up) }), "%s: up %v of %v", p.Name,
				c.along, c.id)
			require.Equal(t, c.want, refusal(func() { fast.NewQuery1[position](w, cascade) }), "%s: cascade %v of %v",
				p.Name, c.along, c.id)
		}
	}
}

// An existing query finds nothing above while the relationship is not traversable. For inheritance
// it uses the current rules (traversal.relationship and traversal.uninherited-later).
func TestUpFollowsTheProperties(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		for _, option := range [][]fast.Term{nil, {fast.Uncached}} {
			w := fast.NewWorld(fast.WithProfile(p))
			in := w.NewRelationship("In", fast.Traversable)
			hot := w.NewTag("Hot")
			rule := func(add bool) error {
				switch {
				case !p.RefusesUninherited && add:
					return w.Add(hot, fast.DontInherit)
				case !p.RefusesUninherited:
					return w.Remove(hot, fast.DontInherit)
				case add:
					return w.AddPair(hot, fast.OnInstantiate, fast.DontInherit)
				}
				return w.AddPair(hot, fast.OnInstantiate, fast.Inherit)
			}
			require.NoError(t, rule(false))
			kitchen := w.Spawn()
			require.NoError(t, w.Add(kitchen, hot))
			cup := fast.Spawn1(w, position{}, fast.Pair(in, kitchen))
			tea := fast.Spawn1(w, position{}, fast.Pair(in, cup))
			inst := fast.Spawn1(w, position{}, fast.Pair(fast.IsA, kitchen))
			up := fast.NewQuery1[position](w, append(option, fast.Up(in, hot))...)
			isA := fast.NewQuery1[position](w, append(option, fast.Up(fast.IsA, hot))...)
			found := func(q fast.Query1[position]) (list []fast.Entity) {
				for e := range q.All() {
					list = append(list, e)
				}
				return list
			}
			require.ElementsMatch(t, []fast.Entity{cup, tea}, found(up))
			require.ElementsMatch(t, []fast.Entity{inst}, found(isA))
			require.NoError(t, w.Remove(in, fast.Traversable))
			require.Empty(t, found(up))
			require.NoError(t, w.Add(in, fast.Acyclic))
			require.Empty(t, found(up))
			require.NoError(t, w.Add(in, fast.Transitive))
			require.ElementsMatch(t, []fast.Entity{cup, tea}, found(up))
			require.NoError(t, rule(true))
			require.Empty(t, found(isA))
			if p.FindsUninherited {
				require.ElementsMatch(t, []fast.Entity{cup, tea}, found(up))
			} else {
				require.Empty(t, found(up))
			}
			require.NoError(t, rule(false))
			require.ElementsMatch(t, []fast.Entity{inst}, found(isA))
			require.ElementsMatch(t, []fast.Entity{cup, tea}, found(up))
		}
	}
}
