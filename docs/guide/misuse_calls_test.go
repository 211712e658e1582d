package guide_test

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// called describes the result of a method of a world for given entities: the code of its error,
// with "panics" if it panics, or "-" if there is no error.
func called(_ *fast.World, method reflect.Value, e fast.Entity) (message string) {
	defer func() {
		if refusal, ok := recover().(*fast.Error); ok {
			message = "panics, `" + string(refusal.Code) + "`"
		}
	}()
	of := method.Type()
	var arguments []reflect.Value
	for i := range of.NumIn() {
		var argument any
		switch in := of.In(i); {
		case in == reflect.TypeFor[fast.Entity]():
			argument = e
		case in == reflect.TypeFor[fast.ID]():
			argument = fast.Single(fast.Prefab)
		case in == reflect.TypeFor[fast.AnyID]():
			argument = fast.Prefab
		case in == reflect.TypeFor[io.Writer]():
			argument = io.Discard
		case in.Kind() == reflect.Interface:
			argument = 1
		case of.IsVariadic() && i == of.NumIn()-1:
			continue
		default:
			argument = reflect.Zero(in).Interface()
		}
		arguments = append(arguments, reflect.ValueOf(argument))
	}
	for _, result := range method.Call(arguments) {
		if refusal, ok := result.Interface().(*fast.Error); ok && refusal != nil {
			return "`" + string(refusal.Code) + "`"
		}
	}
	return "-"
}

func takesEntity(method reflect.Type) bool {
	for i := range method.NumIn() {
		if method.In(i) == reflect.TypeFor[fast.Term]() {
			return false
		}
	}
	for i := range method.NumIn() {
		if method.In(i) == reflect.TypeFor[fast.Entity]() {
			return true
		}
	}
	return false
}

// valueCalls are the calls about a value or pairs of an entity, by type or with a handle.
func valueCalls(w *fast.World) map[string]func(e fast.Entity) any {
	health, reader := fast.Register[Health](w), w.Relationship(fast.IsA)
	base := w.Spawn()
	observer := w.Observe(fast.Monitor, health, func(fast.Event) {})
	return map[string]func(e fast.Entity) any{
		"fast.Get":   func(e fast.Entity) any { return fast.Get[Health](w, e) },
		"fast.Has":   func(e fast.Entity) any { return fast.Has[Health](w, e) },
		"fast.Set":   func(e fast.Entity) any { return fast.Set(w, e, Health{1}) },
		"fast.Add":   func(e fast.Entity) any { return fast.Add[Health](w, e) },
		"fast.Unset": func(e fast.Entity) any { return fast.Unset[Health](w, e) },
		"fast.GetID": func(e fast.Entity) any { return fast.GetID[Health](w, e, health.ID()) },
		"fast.SetID": func(e fast.Entity) any { return fast.SetID(w, e, health.ID(), Health{1}) },
		"fast.Observe": func(fast.Entity) any {
			return fast.Observe(w, fast.OnAdd, func(fast.Entity, *Health) {})
		},
		"w.Observe": func(fast.Entity) any {
			return w.Observe(fast.Monitor, health, func(fast.Event) {})
		},
		"EventObserver.EndWith":  func(e fast.Entity) any { return observer.EndWith(e) },
		"w.Listen":               func(e fast.Entity) any { return w.Listen(e, health, func(fast.Event) {}) },
		"w.Emit":                 func(e fast.Entity) any { return w.Emit(fast.Emission{Event: base, Entity: e}) },
		"fast.Spawn1":            func(e fast.Entity) any { return fast.Spawn1(w, Health{1}, fast.Pair(fast.IsA, e)) },
		"fast.NewRelationshipOf": func(e fast.Entity) any { return fast.NewRelationshipOf[int](w, "", e) },
		"Component.Get":          func(e fast.Entity) any { return health.Get(e) },
		"Component.Own":          func(e fast.Entity) any { return health.Own(e) },
		"Component.Has":          func(e fast.Entity) any { return health.Has(e) },
		"Component.Owns":         func(e fast.Entity) any { return health.Owns(e) },
		"Component.Set":          func(e fast.Entity) any { return health.Set(e, Health{1}) },
		"Component.Add":          func(e fast.Entity) any { return health.Add(e) },
		"Component.Remove":       func(e fast.Entity) any { return health.Remove(e) },
		"Component.Modified":     func(e fast.Entity) any { return health.Modified(e) },
		"Component.GetPair":      func(e fast.Entity) any { return health.GetPair(e, base) },
		"Component.SetPair":      func(e fast.Entity) any { return health.SetPair(e, base, Health{1}) },
		"Relationship.Add":       func(e fast.Entity) any { return reader.Add(e, base) },
		"Relationship.AddAll":    func(e fast.Entity) any { return reader.AddAll(e, base) },
		"Relationship.Remove":    func(e fast.Entity) any { return reader.Remove(e, base) },
		"Relationship.Has":       func(e fast.Entity) any { return reader.Has(e, base) },
		"Relationship.Target":    func(e fast.Entity) any { return reader.Target(e) },
		"Closure.Has":            func(e fast.Entity) any { return w.Closure(fast.IsA).Has(e, base) },
		"Query1.Get, Query1.Matches": func(e fast.Entity) any {
			_, ok := fast.NewQuery1[Health](w).Get(e)
			return ok == fast.NewQuery1[Health](w).Matches(e)
		},
		"Commands.Apply": func(e fast.Entity) any {
			var later fast.Commands
			later.Delete(e)
			return later.Apply(w)
		},
	}
}

// codeOf returns the result of a call in the form of [called].
func codeOf(call func(fast.Entity) any, e fast.Entity) (message string) {
	defer func() {
		if refusal, ok := recover().(*fast.Error); ok {
			message = "panics, `" + string(refusal.Code) + "`"
		}
	}()
	if refusal, ok := call(e).(*fast.Error); ok && refusal != nil {
		return "`" + string(refusal.Code) + "`"
	}
	return "-"
}

// The calls about values and pairs return what the table of the page says for a deleted entity, for
// the zero entity, in a loop and after a teardown.
func TestMisuseOfCallsAboutValuesIsOnThePage(t *testing.T) {
	names := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(valueCalls(fast.NewWorld()))) {
		var message [4]string
		w := fast.NewWorld()
		message[0], message[1] = codeOf(valueCalls(w)[name], dead(w)), codeOf(valueCalls(w)[name], 0)
		call := valueCalls(w)[name]
		e := w.Spawn()
		ignore(inLoop(w, func(fast.Entity) error {
			message[2] = codeOf(call, e)
			return nil
		}))
		w = fast.NewWorld()
		e, call = w.Spawn(), valueCalls(w)[name]
		if codeOf(valueCalls(w)[name], w.Spawn()) == message[2] {
			message[2] = "-" // not because of the loop
		}
		ignore(w.Teardown())
		message[3] = codeOf(call, e)
		row := strings.Join(message[:], " | ")
		names[row] = append(names[row], "`"+strings.ReplaceAll(name, ", ", "`, `")+"`")
	}
	assertTable(t, "Values and pairs of an entity", names)
}

// Each method of a world that takes an entity is called with a deleted and with the zero entity, in
// a loop and after a teardown. The results equal the table of the page.
func TestMisuseOfEachCallIsOnThePage(t *testing.T) {
	world := reflect.TypeFor[*fast.World]()
	names := map[string][]string{}
	for i := range world.NumMethod() {
		m := world.Method(i)
		if !takesEntity(m.Type) {
			continue
		}
		on := func(w *fast.World) reflect.Value { return reflect.ValueOf(w).Method(i) }
		var message [4]string
		w := fast.NewWorld()
		message[0], message[1] = called(w, on(w), dead(w)), called(w, on(w), 0)
		e := w.Spawn()
		ignore(inLoop(w, func(fast.Entity) error {
			message[2] = called(w, on(w), e)
			return nil
		}))
		w = fast.NewWorld()
		e = w.Spawn()
		if called(w, on(w), w.Spawn()) == message[2] {
			message[2] = "-" // not because of the loop
		}
		ignore(w.Teardown())
		message[3] = called(w, on(w), e)
		row := strings.Join(message[:], " | ")
		names[row] = append(names[row], "`"+m.Name+"`")
	}
	require.Greater(t, len(names), 3)
	assertTable(t, "Each call", names)
}

// assertTable compares a table of the page with the calls, grouped by their results.
func assertTable(t *testing.T, heading string, names map[string][]string) {
	t.Helper()
	_, page, _ := strings.Cut(read(t, "misuse.md"), "\n## "+heading+"\n")
	page, _, _ = strings.Cut(page, "\n## ")
	var rows []string
	for _, row := range slices.Sorted(maps.Keys(names)) {
		rows = append(rows, fmt.Sprintf("| %s | %s |\n", strings.Join(names[row], ", "), row))
	}
	assert.Contains(t, page, strings.Join(rows, ""))
}
