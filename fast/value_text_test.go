package fast_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

type described struct {
	Name  string
	Next  *described
	Notes map[string][]int
	Any   any
	Run   func()
	Err   error
	of    fast.Entity
}

func TestValuesAreDescribedInALineWithoutAddresses(t *testing.T) {
	w := fast.NewWorld()
	own := &described{Name: "a\nb"}
	own.Next = own
	e := w.Spawn()
	for value, want := range map[*described]string{
		{}: "{Name: Next:<nil> Notes:map[] Any:<nil> Run:<nil> Err:<nil> of:none}",
		{
			Name: "é\x00", Next: &described{Name: "below"}, Notes: map[string][]int{"b": {2}, "a": nil},
			Any: &[]fast.Entity{e},
			Run: func() {}, Err: errors.New("lost"), of: 7,
		}: `{Name:é\x00 Next:&{Name:below Next:<nil> Notes:map[] Any:<nil> Run:<nil> Err:<nil> of:none} Notes:map[a:[] b:[2]] ` +
			"Any:&[" + e.String() + "] Run:func() Err:lost of:#7}",
	} {
		require.NoError(t, fast.Set(w, e, *value))
		require.Equal(t, e.String()+": described"+want, w.Describe(e))
	}
	require.NoError(t, fast.Set(w, e, *own))
	require.Contains(t, w.Describe(e), `{Name:a\nb Next:&{Name:a\nb`)
	require.NotContains(t, w.Describe(e), "0x")
}

// If the files of two worlds differ, so do their texts.
func TestDifferentWorldsHaveDifferentTexts(t *testing.T) {
	texts := map[string]string{}
	for name, change := range map[string]func(w *fast.World, menu, first, second fast.Entity){
		"nothing": func(*fast.World, fast.Entity, fast.Entity, fast.Entity) {},
		"order": func(w *fast.World, menu, first, second fast.Entity) {
			require.NoError(t, w.MoveBefore(second, fast.Pair(fast.ChildOf, menu), first))
		},
		"override": func(w *fast.World, menu, first, _ fast.Entity) {
			require.NoError(t, w.Override(menu, first))
		},
		"scope": func(w *fast.World, menu, _, _ fast.Entity) {
			_, err := w.SetScope(menu)
			require.NoError(t, err)
		},
		"policy": func(w *fast.World, _, _, _ fast.Entity) {
			require.NoError(t, w.AddPair(fast.DependsOn, fast.OnDeleteTarget, fast.Panic))
		},
	} {
		w := fast.NewWorld()
		require.NoError(t, w.Add(fast.ChildOf, fast.Ordered))
		menu := w.NewTag("Menu")
		change(w, menu, w.Spawn(fast.Pair(fast.ChildOf, menu)), w.Spawn(fast.Pair(fast.ChildOf, menu)))
		var text, file bytes.Buffer
		require.NoError(t, w.WriteText(&text))
		require.NotContains(t, texts, text.String(), name)
		texts[text.String()] = name

		next := fast.NewWorld()
		require.NoError(t, w.Save(&file))
		require.NoError(t, next.Load(&file))
		var again bytes.Buffer
		require.NoError(t, next.WriteText(&again))
		require.Equal(t, text.String(), again.String())
	}
}

type (
	tracker struct {
		Hull         *fast.Component[mass]
		World        *fast.World
		Relationship *fast.Relationship
		Observer     *fast.EventObserver
		Changes      *fast.Changes
		Query        fast.Query1[mass]
		Target       fast.Entity
	}
	menu   map[string]menu
	nested []nested
)

func TestHandlesAreDescribedByTheirNames(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	q := fast.NewQuery1[mass](w)
	e := fast.Spawn1(w, tracker{
		fast.Register[mass](w), w, w.Relationship(tag), nil, w.Changes(), q, tag,
	})
	require.Equal(t, e.String()+": tracker{Hull:&Component[mass] World:&World Relationship:&Relationship Observer:<nil> Changes:&Changes "+
		"Query:"+q.String()+" Target:"+tag.String()+"}", w.Describe(e))
}

func TestLongTextsOfValuesAreCut(t *testing.T) {
	w := fast.NewWorld()
	cyclic, slice := menu{}, nested{nil, nil}
	cyclic["a"], cyclic["b"], slice[0], slice[1] = cyclic, cyclic, slice, slice
	large, wide := map[int]string{}, make([]int, 1<<20)
	for i := range 1 << 15 {
		large[i] = "text"
	}
	for _, e := range []fast.Entity{
		fast.Spawn1(w, cyclic), fast.Spawn1(w, slice), fast.Spawn1(w, large), fast.Spawn1(w, wide),
		fast.Spawn1(w, strings.Repeat("é", 1<<20)),
	} {
		text := w.Describe(e)
		require.Less(t, len(text), 1<<17)
		require.Contains(t, text, "...")
		require.Equal(t, text, w.Describe(e))
		require.True(t, utf8.ValidString(text))
	}
}

// The text of a world has a line for each entity and each order, with maps sorted by key.
func TestTheTextOfAWorldIsInLines(t *testing.T) {
	type counts struct{ Of map[string]int }
	w := fast.NewWorld()
	check(w.Add(fast.ChildOf, fast.Ordered))
	parent := w.Spawn()
	check(w.SetName(parent, "parent"))
	var of []string
	value := counts{map[string]int{}}
	for i := range 8 {
		e := w.Spawn(fast.Pair(fast.ChildOf, parent))
		name := string(rune('a' + i))
		check(w.SetName(e, name))
		value.Of[name] = i
		of = append(of, fmt.Sprintf("%s:%d", name, i))
	}
	check(fast.Set(w, parent, value))
	var out strings.Builder
	check(w.WriteText(&out))
	require.Contains(t, out.String(), "map["+strings.Join(of, " ")+"]")
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "  in order ") })
	require.Greater(t, at, 0)
	require.Equal(t, "  in order (ChildOf, parent): a, b, c, d, e, f, g, h", lines[at])
	require.True(t, strings.HasPrefix(lines[at-1], "parent"), "%q", lines)
	require.NotContains(t, lines[at+1], "in order")
	require.True(t, strings.HasPrefix(lines[at+1], "a "), "%q", lines[at+1])
}
