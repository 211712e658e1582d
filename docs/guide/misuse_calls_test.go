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

// called is what a method of a world tells when its entities are the given one: the code of a refusal, "panics" before it where it is
// no error, or "-" where it tells nothing.
func called(_ *fast.World, method reflect.Value, e fast.Entity) (told string) {
	defer func() {
		if refusal, ok := recover().(*fast.Error); ok {
			told = "panics, `" + string(refusal.Code) + "`"
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
		if method.In(i) == reflect.TypeFor[fast.Entity]() {
			return true
		}
	}
	return false
}

// Each method of a world that takes an entity is called with one that was deleted, with the zero one, in a loop and after a teardown,
// and the table of the page says what it tells.
func TestEachCallTellsOfMisuseAsThePageSays(t *testing.T) {
	world := reflect.TypeFor[*fast.World]()
	names := map[string][]string{}
	for i := range world.NumMethod() {
		m := world.Method(i)
		if !takesEntity(m.Type) {
			continue
		}
		on := func(w *fast.World) reflect.Value { return reflect.ValueOf(w).Method(i) }
		var told [4]string
		w := fast.NewWorld()
		told[0], told[1] = called(w, on(w), dead(w)), called(w, on(w), 0)
		e := w.Spawn()
		ignore(inLoop(w, func(fast.Entity) error {
			told[2] = called(w, on(w), e)
			return nil
		}))
		w = fast.NewWorld()
		e = w.Spawn()
		ignore(w.Teardown())
		told[3] = called(w, on(w), e)
		row := strings.Join(told[:], " | ")
		names[row] = append(names[row], "`"+m.Name+"`")
	}
	require.Greater(t, len(names), 3)
	_, page, _ := strings.Cut(read(t, "misuse.md"), "\n## Each call\n")
	page, _, _ = strings.Cut(page, "\n## ")
	var rows []string
	for _, row := range slices.Sorted(maps.Keys(names)) {
		rows = append(rows, fmt.Sprintf("| %s | %s |\n", strings.Join(names[row], ", "), row))
	}
	assert.Contains(t, page, strings.Join(rows, ""))
}
