package query

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// scene is a world that lines of text create and change.
type scene struct {
	t *testing.T
	w *rules.World
}

func newScene(t *testing.T, profile spec.Profile, lines ...string) *scene {
	t.Helper()
	s := &scene{t: t, w: &rules.World{}}
	s.w.Init(rules.Options{Profile: profile})
	for _, line := range lines {
		s.do(line)
	}
	return s
}

// entity finds an entity by its path. It returns zero if there is none.
func (s *scene) entity(name string) rules.Entity {
	switch name {
	case "*":
		return rules.Wildcard
	case "":
		return 0
	}
	e, err := s.w.Lookup(name, 0, true)
	require.Nil(s.t, err, name)
	return e // zero for none
}

func (s *scene) id(text string) store.ID {
	one, two, pair := strings.Cut(text, ":")
	first, second := s.entity(one), s.entity(two)
	require.NotZero(s.t, first, text)
	if !pair {
		return store.Single(first.Index())
	}
	require.NotZero(s.t, second, text)
	return store.Pair(first.Index(), second.Index())
}

// do makes the change described by a line: an entity and its ids, with R:T for a pair. The prefix -
// removes an id, ~ disables it, and ^ enables it again. If there is no entity of that name, it is
// created: as a component if the first word is a type, or with a member x for "x/entity". C=5
// writes a value. "delete e" deletes.
func (s *scene) do(line string) {
	s.t.Helper()
	words := strings.Fields(line)
	if words[0] == "delete" {
		require.Nil(s.t, s.w.DeleteNow(s.entity(words[1])), line)
		return
	}
	name, words := words[0], words[1:]
	e := s.entity(name)
	if e == 0 {
		member, typ, component := "", "", false
		if len(words) > 0 {
			member, typ, component = strings.Cut(words[0], "/")
		}
		b := rules.Birth{Name: name}
		if dot := strings.LastIndexByte(name, '.'); dot > 0 {
			b = rules.Birth{Name: name[dot+1:], Parent: s.entity(name[:dot])}
		}
		created, err := s.w.CreateNow(&b, func(made rules.Entity) {
			if component {
				var m spec.Member
				m.Name, m.Type = member, spec.Primitive(typ)
				s.w.MakeComponent(made, []spec.Member{m})
			}
		})
		require.Nil(s.t, err, line)
		if e = created; component {
			words = words[1:]
		}
	}
	for _, word := range words {
		var err *spec.Error
		switch component, value, writes := strings.Cut(word, "="); {
		case writes:
			s.write(e, component, value)
		case word[0] == '-':
			err = s.w.RemoveNow(e, s.id(word[1:]))
		case word[0] == '~':
			err = s.w.ToggleNow(e, s.id(word[1:]), false)
		case word[0] == '^':
			err = s.w.ToggleNow(e, s.id(word[1:]), true)
		default:
			err = s.w.AddNow(e, s.id(word))
		}
		require.Nil(s.t, err, "%s: %s", line, word)
	}
}

// write sets the value of a component, a number or the name of an entity. It adds the component if
// needed.
func (s *scene) write(e rules.Entity, component, value string) {
	id := s.id(component)
	if _, _, ok := s.w.Store.Get(e, id); !ok {
		require.Nil(s.t, s.w.AddNow(e, id))
	}
	cell, _, ok := s.w.Store.Get(e, id)
	require.True(s.t, ok)
	if n, err := strconv.Atoi(value); err == nil {
		*(*int64)(cell) = int64(n)
	} else {
		*(*rules.HandleRef)(cell) = rules.HandleRef(s.entity(value))
	}
	s.w.SortKeys.Wrote(e.Index(), id)
}

func (s *scene) name(index uint32) string { return s.w.EntityText(s.w.Entity(index)) }

func (s *scene) names(list []uint32) string {
	texts := make([]string, len(list))
	for i, index := range list {
		texts[i] = s.name(index)
	}
	return "[" + strings.Join(texts, " ") + "]"
}

// results returns the rows of a run, with values and fields.
type results struct {
	s     *scene
	takes int
	rows  []string
}

func (r *results) Take(x *Exec) bool {
	r.takes++
	one := func(this uint32) {
		var b strings.Builder
		if this != 0 {
			b.WriteString(r.s.name(this))
		}
		for slot := 1; slot < len(x.Q.Variables); slot++ {
			fmt.Fprintf(&b, " $%s=%s", x.Q.Variables[slot].Name, r.s.name(x.Values[slot]))
		}
		for i := range x.Fields {
			f := &x.Fields[i]
			switch {
			case !f.Set:
				b.WriteString(" -")
			default:
				b.WriteString(" " + r.s.idText(f.ID))
				if f.Stored != f.ID {
					fmt.Fprintf(&b, "=%s", r.s.idText(f.Stored))
				}
				if source := x.Source(i, this); source != 0 {
					b.WriteString("@" + r.s.name(source))
				}
			}
		}
		r.rows = append(r.rows, strings.TrimSpace(b.String()))
	}
	eachThis(x, one)
	return true
}

// eachThis calls one for every value of $this in a match.
func eachThis(x *Exec, one func(uint32)) {
	if x.This != ThisTable {
		one(x.Values[ThisSlot])
		return
	}
	for _, e := range x.Store.Entities(x.Table) {
		one(e.Index())
	}
}

// preset sets variables before a run.
func (s *scene) preset(x *Exec, presets map[string]string) (bound Slots) {
	for name, value := range presets {
		slot, ok := x.Q.Presettable(name)
		require.True(s.t, ok, name)
		require.True(s.t, x.Preset(slot, s.entity(value).Index()))
		bound |= SlotOf(slot)
	}
	return bound
}

func (s *scene) idText(id store.ID) string {
	element := func(index uint32) string {
		if index == store.Wildcard {
			return "*"
		}
		return s.name(index)
	}
	switch {
	case id == 0:
		return "none"
	case id.IsPair():
		return "(" + element(id.First()) + "," + element(id.Second()) + ")"
	}
	return element(id.First())
}
