package export

import (
	"embed"
	"io/fs"
	"iter"
)

//go:embed files
var embedded embed.FS

// Files are those that stand beside the cases: INTERPRETING.md gives the meaning of every field,
// runner.py is an example that runs the cases on a program which speaks the adapter protocol, and
// the schema describes a line. They come in the order of their names.
func Files() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, entry := range must(fs.ReadDir(embedded, "files")) {
			if !yield(entry.Name(), must(embedded.ReadFile("files/"+entry.Name()))) {
				return
			}
		}
	}
}

// must is an embedded file, which cannot be missing.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err) // the folder is part of the program
	}
	return v
}
