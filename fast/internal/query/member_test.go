package query

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Crew is embedded below. Its fields are not members of the embedding type.
type Crew struct{ Cook rules.Entity }

// A term may name a member that holds an entity: a declared member of type entity, or an exported
// field of the Go type itself.
func TestMembersThatHoldEntities(t *testing.T) {
	type ship struct {
		Crew
		Mass    int64
		Pilot   rules.Entity
		owner   rules.Entity
		Numbers [2]rules.Entity
		Port    rules.Entity
	}
	w := newScene(t, spec.Flecs4()).w
	typ := func(of reflect.Type) store.TypeIndex { return store.RegisterType(w.Store, of) }
	goType := reflect.TypeFor[ship]()
	ofGo := &rules.Component{Typ: typ(goType), GoType: goType}
	for name, offset := range map[string]uintptr{"Pilot": 16, "Port": 48} {
		f, ok := goType.FieldByName(name)
		require.True(t, ok)
		require.Equal(t, offset, f.Offset)
		m, ok := memberOf(w, ofGo, name)
		require.True(t, ok, name)
		require.Equal(t, &member{Name: name, offset: offset}, m)
		require.True(t, hasMember(w, ofGo, name))
	}
	for _, name := range []string{"Cook", "Crew", "Mass", "owner", "Numbers", "none", ""} {
		_, ok := memberOf(w, ofGo, name)
		require.False(t, ok, name)
		require.False(t, hasMember(w, ofGo, name), name)
	}
	_, ok := memberOf(w, &rules.Component{Typ: typ(reflect.TypeFor[int64]())}, "Pilot")
	require.False(t, ok, "a type without fields")

	declared := &rules.Component{Typ: typ(goType), Members: []spec.Member{
		{Name: "x", Type: spec.I64}, {Name: "y", Type: spec.Entity}, {Name: "z", Type: spec.Entity},
	}, Offsets: []uintptr{0, 8, 16}}
	m, ok := memberOf(w, declared, "z")
	require.True(t, ok)
	require.Equal(t, &member{Name: "z", offset: 16, ref: true}, m)
	for _, name := range []string{"x", "Pilot", "none"} {
		_, ok := memberOf(w, declared, name)
		require.False(t, ok, name)
		require.Equal(t, name == "x", hasMember(w, declared, name), name)
	}
	_ = ship{}.owner
}
