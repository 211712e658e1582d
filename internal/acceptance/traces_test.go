package acceptance

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// The answers in testdata/traces were written by hand from the documents. The model must return each
// of them, and so must fast if the profile is finished.
func TestHandWrittenTraces(t *testing.T) {
	replayed := 0
	require.NoError(t, filepath.WalkDir("testdata/traces", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		trace, err := spec.ReadTrace(bytes.NewReader(text), spec.ReadLimits{})
		require.NoError(t, err, path)
		profile, refused := spec.ProfileByName(trace.Header.Profile)
		require.Nil(t, refused, path)
		replayed++
		for name, subject := range handSubjects(profile) {
			t.Run(name+"/"+filepath.Base(path), func(t *testing.T) {
				for n := range trace.Entries {
					e := &trace.Entries[n]
					require.NotNil(t, e.Got, "line %d has no answer", n+2)
					got := subject.Apply(e.Op)
					require.Nil(t, oracle.Compare(&e.Op, e.Got, &got, oracle.CompareOptions{}), "line %d", n+2)
				}
			})
		}
		return nil
	}))
	require.Equal(t, 23+22, replayed)
}

// handSubjects returns new engines for the replay of traces.
func handSubjects(p spec.Profile) map[string]spec.Engine {
	return map[string]spec.Engine{"model": model.New(p), "fast": engine.New(p)}
}
