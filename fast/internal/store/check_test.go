package store

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	runtimedebug "runtime/debug"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// notChecked are the fields that Check ignores, or that would make it read foreign memory.
var notChecked = map[string]bool{
	"options": true, "types": true, "typeOf": true, "subscribers": true, "changes": true, "rows": true,
	"scratch": true, "signature": true, "spotScratch": true, "stale": true, "passed": true, "transitions": true,
	"epoch": true, "serial": true,
	"wideLimit": true, "tableLimit": true, "minVersion": true, "version": true, "columns": true, "pages": true, "generation": true,
	"goType": true, "flatSize": true,
	"hash": true, "tableFlags": true, "reader": true, "guard": true, "wide": true, "wideIDs": true, "word": true,
}

// breaker walks a store and breaks the value with a given number.
type breaker struct {
	at, number int
	what       string // the broken value, or "" if the number is too large
}

// walk visits every part of a value that can be broken.
func (b *breaker) walk(v reflect.Value, path string) {
	hit := func(how string, do func()) {
		if b.at == b.number {
			b.what = path + how
			do()
		}
		b.at++
	}
	if !v.CanSet() {
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	switch v.Kind() { //nolint:exhaustive // others are not walked
	case reflect.Bool:
		hit(" is another", func() { v.SetBool(!v.Bool()) })
	case reflect.Int, reflect.Int32:
		hit(" + 1", func() { v.SetInt(v.Int() + 1) })
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		// for the last table, Check would read foreign memory
		if !strings.HasSuffix(path, ".size") && !strings.HasSuffix(path, ".width") {
			hit(" + 1", func() { v.SetUint(v.Uint() + 1) })
		}
		hit(" is 0", func() { v.SetUint(0) })
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; !notChecked[name] {
				b.walk(v.Field(i), path+"."+name)
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			b.walk(v.Elem(), path)
		}
	case reflect.Array, reflect.Slice:
		if v.Kind() == reflect.Slice && v.Len() > 0 && v.Len() < 1000 && !strings.HasSuffix(path, "slots") {
			hit(" has one less", func() { v.SetLen(v.Len() - 1) })
		}
		for i := range min(v.Len(), 10) {
			b.walk(v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
	case reflect.Map:
		if keys := v.MapKeys(); len(keys) > 0 && keys[0].CanUint() {
			least := slices.MinFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.Uint(), b.Uint()) })
			hit(" has one less", func() { v.SetMapIndex(least, reflect.Value{}) })
		}
	}
}

func fill(t testing.TB, s *Store, n int, ids ...ID) []Entity {
	t.Helper()
	table, err := s.Table(ids...)
	require.NoError(t, err)
	row, err := s.CreateMany(table, n)
	require.NoError(t, err)
	return slices.Clone(s.Entities(table)[row:])
}

// brokenScene returns a store with many kinds of tables, including parked and removed ones.
func brokenScene(t *testing.T) *Store {
	s := newScene(t).s
	gone := create(t, s, Single(13), Single(21))
	require.NoError(t, s.Delete(gone))
	require.NoError(t, s.Purge(13))
	for i := range uint32(3) {
		create(t, s, Pair(30, 41+i), Single(12))
	}
	for i := range uint32(5) {
		e := create(t, s, Single(22))
		_, err := s.Add(e, Pair(32+i, 40))
		require.NoError(t, err)
	}
	require.NoError(t, s.Delete(fill(t, s, 30, Single(10), Single(22))[7]))
	require.NoError(t, s.Check())
	return s
}

// unnoticed are the fields whose changes Check does not find. Add a new field only if its right value
// does not follow from any other field.
var unnoticed = strings.Fields(`owners.mu.mu.state owners.mu.mu.sema edges.slots[].with edges.slots[].to records[].use archetypes[].singles
	archetypes[].next shapes.data[].key shapes.data[].plain16 shapes.data[].size shapes.data[].scan keys[].typ keys[].flag keyNumbers[].single
	keyNumbers[].pair tables[].previous`)

// Check finds a change of any other field of a store.
func TestCheckNoticesEveryField(t *testing.T) {
	if debug {
		t.Skip("memory is elsewhere")
	}
	indexText := regexp.MustCompile(`\[\d+\]`)
	noticed := map[string]bool{}
	for number := 0; ; number++ {
		s := brokenScene(t)
		b := breaker{number: number}
		b.walk(reflect.ValueOf(s).Elem(), "")
		if b.what == "" {
			break
		}
		field, _, _ := strings.Cut(indexText.ReplaceAllString(b.what[1:], "[]"), " ")
		noticed[field] = noticed[field] || saidOf(s) != ""
	}
	require.Greater(t, len(noticed), 50)
	maps.DeleteFunc(noticed, func(_ string, is bool) bool { return is })
	require.ElementsMatch(t, unnoticed, slices.Collect(maps.Keys(noticed)))
}

// saidOf returns the error of Check, or "" if it passes. Check may panic if an index is out of range.
func saidOf(s *Store) (said string) {
	defer runtimedebug.SetPanicOnFault(runtimedebug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			said = "panics"
		}
	}()
	if err := s.Check(); err != nil {
		return err.Error()
	}
	return ""
}
