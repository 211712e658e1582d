package oracle

import (
	"embed"
	"io/fs"
)

// regressionFiles are traces that once showed a difference, one file each; testdata/regressions/README.md says how to
// add one.
//
//go:embed testdata/regressions/*.jsonl
var regressionFiles embed.FS

// Regressions returns the traces of fixed findings, as files NAME.jsonl. All engines agree on them
// under all variants and laws.
func Regressions() fs.FS {
	files, err := fs.Sub(regressionFiles, "testdata/regressions")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return files
}
