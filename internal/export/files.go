package export

import (
	"embed"
	"io/fs"
	"iter"
)

//go:embed files
var embedded embed.FS

// Files returns the files that accompany the cases, ordered by name. INTERPRETING.md explains every
// field, runner.py is an example that runs the cases on a program with the adapter protocol, and
// the schema describes a line.
func Files() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, entry := range must(fs.ReadDir(embedded, "files")) {
			if !yield(entry.Name(), must(embedded.ReadFile("files/"+entry.Name()))) {
				return
			}
		}
	}
}

// must returns v. It panics if an embedded file cannot be read.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // the files are embedded, so this is a bug
	}
	return v
}
