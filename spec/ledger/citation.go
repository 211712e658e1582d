package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// CitationKind is the kind of place that cites a statement. The package comment lists them.
type CitationKind string

// The kinds of citation.
const (
	CitedByScenario  CitationKind = "scenario"
	CitedByTest      CitationKind = "test"
	CitedByBenchmark CitationKind = "benchmark"
	CitedByExample   CitationKind = "example"
	CitedByCode      CitationKind = "code"
	CitedByDoc       CitationKind = "doc"
)

// Citation is one place that cites a statement.
type Citation struct {
	ID   string       `json:"id"`
	Kind CitationKind `json:"kind"`
	// File is the slash-separated path below the scanned root.
	File string `json:"file"`
	// Line counts from 1.
	Line int `json:"line"`
	// Name is the scenario, rule or feature that has the tag, or the enclosing function or type;
	// empty elsewhere.
	Name string `json:"name,omitempty"`
}

// apiMaps is the prefix of the pages that map documented calls to ours. They count as evidence for
// statements about the API.
const apiMaps = "docs/api-map"

var statementID = regexp.MustCompile(spec.StatementPattern)

// Citations returns the places below fsys that cite statements, ordered by file, line and id. An id
// that occurs several times on one line is returned once. If fsys is a folder of features only, all
// citations are scenarios.
//
// If some ids are not in the ledger, Citations returns the other citations and an error that wraps
// [ErrUnknownID] and has a line for each unknown id. Other errors come from reading or parsing a
// file.
func Citations(fsys fs.FS) ([]Citation, error) {
	ledger, err := load()
	if err != nil {
		return nil, err
	}
	found, err := scanTree(fsys)
	if err != nil {
		return nil, err
	}
	found = append(found, readings(fsys)...)
	slices.SortStableFunc(found, func(a, b Citation) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID))
	})
	found = slices.CompactFunc(found, func(a, b Citation) bool {
		return a.File == b.File && a.Line == b.Line && a.ID == b.ID
	})
	var unknown []error
	known := found[:0]
	for _, citation := range found {
		if _, exists := ledger.position[citation.ID]; !exists {
			unknown = append(unknown, fmt.Errorf("%s:%d: %w: %s", citation.File, citation.Line, ErrUnknownID,
				citation.ID))
			continue
		}
		known = append(known, citation)
	}
	return known, errors.Join(unknown...)
}

var rowID = regexp.MustCompile(`^- id: (\S+)`)

// readings returns a citation for each statement with a reading, if fsys is a repository.
func readings(fsys fs.FS) (found []Citation) {
	for _, d := range Documents() {
		file := "spec/ledger/" + string(d) + ".yaml"
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			continue // fsys is not a repository
		}
		id := ""
		for i, line := range strings.Split(string(text), "\n") {
			if row := rowID.FindStringSubmatch(line); row != nil {
				id = row[1]
			} else if strings.HasPrefix(line, "  reading: ") {
				found = append(found, Citation{ID: id, Kind: CitedByDoc, File: file, Line: i + 1})
			}
		}
	}
	return found
}

// scanTree scans the files of fsys that can have citations. It skips the folders that the package
// comment excludes.
func scanTree(fsys fs.FS) ([]Citation, error) {
	var found []Citation
	err := fs.WalkDir(fsys, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("ledger: scan %s: %w", file, err)
		case entry.IsDir() && unscanned(file):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		scan := scannerFor(file)
		if scan == nil {
			return nil
		}
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return fmt.Errorf("ledger: scan %s: %w", file, err)
		}
		citations, err := scan(file, text)
		found = append(found, citations...)
		return err
	})
	return found, err
}

func unscanned(folder string) bool {
	name := path.Base(folder)
	switch name {
	case "testdata", "node_modules", "vendor", "bin", "findings", "tools":
		return true
	}
	return folder == "spec/ledger" || strings.HasPrefix(name, ".") && name != "."
}

func scannerFor(file string) func(file string, text []byte) ([]Citation, error) {
	switch {
	case path.Ext(file) == ".feature":
		return scanFeature
	case path.Ext(file) == ".go":
		return scanGo
	case path.Ext(file) == ".md" && strings.HasPrefix(file, "docs/"):
		return scanDoc
	}
	return nil
}

func scanDoc(file string, text []byte) ([]Citation, error) {
	return citationsIn(string(text), Citation{Kind: CitedByDoc, File: file, Line: 1}), nil
}

// citationsIn finds the ids of a text that begins on origin.Line. Each citation has origin's other
// fields.
func citationsIn(text string, origin Citation) []Citation {
	var found []Citation
	for i, line := range strings.Split(text, "\n") {
		for _, id := range statementID.FindAllString(line, -1) {
			citation := origin
			citation.ID = id
			citation.Line += i
			found = append(found, citation)
		}
	}
	return found
}
