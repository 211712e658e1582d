//go:build relspec_debug

package fast_test

import (
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// panics returns the text with which f panics.
func panics(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text, _ = r.(string)
		}
	}()
	f()
	return ""
}

// misusePage returns the page of the guide with the messages.
func misusePage(t *testing.T) string {
	text, err := os.ReadFile("../docs/guide/misuse.md")
	require.NoError(t, err)
	return string(text)
}

func TestStaleAddressesAreDetected(t *testing.T) {
	changes := map[string]func(w *fast.World, e, other fast.Entity){
		"another id":     func(w *fast.World, e, _ fast.Entity) { _ = fast.Set(w, e, velocity{}) },
		"another moves":  func(w *fast.World, _, other fast.Entity) { _ = fast.Set(w, other, velocity{}) },
		"another dies":   func(w *fast.World, _, other fast.Entity) { _ = w.Delete(other) },
		"it dies":        func(w *fast.World, e, _ fast.Entity) { _ = w.Delete(e) },
		"many more come": func(w *fast.World, _, _ fast.Entity) { fast.SpawnMany1[position](w, 100) },
		"a restoration":  func(w *fast.World, _, _ fast.Entity) { w.Restore(w.Snapshot()) },
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			w := fast.NewWorld()
			fast.Register[velocity](w)
			e, other := fast.Spawn1(w, position{1, 2}), fast.Spawn1(w, position{3, 4})
			address := fast.Get[position](w, e)
			change(w, e, other)
			require.NotEqual(t, position{1, 2}, *address, "the old address must have poison")
			*address = position{5, 6}
			text := panics(func() {
				_ = w.Delete(other)
				w.Add(w.Spawn(),
					w.NewTag(""))
			}) //nolint:errcheck // it panics
			require.Contains(t, text, "keep entities, not pointers")
			require.Contains(t, misusePage(t), "`"+text+"`")
		})
	}
}

func TestValidAddressesStayValid(t *testing.T) {
	w := fast.NewWorld()
	e := fast.Spawn1(w, position{1, 2})
	for range 10 {
		address := fast.Get[position](w, e)
		address.X++
		fast.Spawn1(w, velocity{})
	}
	require.Equal(t, position{11, 2}, *fast.Get[position](w, e))
}

func TestConcurrentWritersAreDetected(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("")
	list := make([]fast.Entity, 4)
	for i := range list {
		list[i] = w.Spawn()
	}
	_ = w.Add(list[0], tag) // the tables exist already
	_ = w.Remove(list[0], tag)
	var wait sync.WaitGroup
	var mu sync.Mutex
	var panicked []string
	for _, e := range list {
		wait.Add(1)
		go func() {
			defer wait.Done()
			text := panics(func() {
				for range 2000 {
					_ = w.Add(e, tag)
					_ = w.Remove(e, tag)
				}
			})
			mu.Lock()
			defer mu.Unlock()
			panicked = append(panicked, text)
		}()
	}
	wait.Wait()
	const message = "store: two goroutines change the world at the same time; only one may write, while none reads"
	require.Contains(t, panicked, message)
	require.Contains(t, misusePage(t), "`"+message+"`")
}
