package oracle

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"

	"github.com/relspec/relspec/spec"
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

// Regression is the trace of a fixed finding.
type Regression struct {
	Name  string // of the file
	Trace *spec.Trace
}

// ReadRegressions reads the traces *.jsonl in a folder, such as [Regressions], in the order of
// their names.
func ReadRegressions(files fs.FS) ([]Regression, error) {
	names, err := fs.Glob(files, "*.jsonl")
	if err != nil {
		return nil, err
	}
	all := make([]Regression, len(names))
	for i, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		t, err := spec.ReadTrace(bytes.NewReader(text), spec.ReadLimits{})
		if err != nil {
			return nil, fmt.Errorf("regression %s: %w", name, err)
		}
		all[i] = Regression{name, t}
	}
	return all, nil
}
