package oracle

import (
	"embed"
	"io/fs"
)

// regressionFiles has the traces of fixed bugs. To add one, see testdata/regressions/README.md.
//
//go:embed testdata/regressions/*.jsonl
var regressionFiles embed.FS

// Regressions returns the traces of fixed findings, as files NAME.jsonl. All engines of this
// repository agree on them, with all variants and laws.
func Regressions() fs.FS {
	files, err := fs.Sub(regressionFiles, "testdata/regressions")
	if err != nil {
		panic(err) // cannot happen, the folder is embedded
	}
	return files
}
