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
)

// CitationKind is the sort of place that names a statement. The package comment says which place is which.
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

// Citation is one place that names a statement.
type Citation struct {
	ID   string       `json:"id"`
	Kind CitationKind `json:"kind"`
	// File is the slash-separated path below the scanned root.
	File string `json:"file"`
	// Line counts from 1.
	Line int `json:"line"`
	// Name is the scenario, rule or feature whose tag it is, or the function or type around it; empty elsewhere.
	Name string `json:"name,omitempty"`
}

// apiMaps is the prefix of the pages that map documented calls to ours. They are evidence for statements about the API.
const apiMaps = "docs/api-map"

// statementID takes any number of digits: a mistyped id must be found and reported, not overlooked.
var statementID = regexp.MustCompile(`\b(?:REL|QRY|FQL|F41|SET|TECS)-[0-9]+\b`)

// Citations returns the places below fsys that name statements, ordered by file, line and id; an id named
// several times on one line is given once. Where fsys is a folder of features alone, it holds scenarios only.
//
// Ids that the ledger lacks are left out and reported together in the error, which then wraps
// [ErrUnknownID] and has a line for each place. Other errors are those of reading or parsing a file.
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

// readings finds the rows of the ledger in a repository that say how their statement is read.
func readings(fsys fs.FS) (found []Citation) {
	for _, d := range Documents() {
		file := "spec/ledger/" + string(d) + ".yaml"
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			continue // another folder
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

// scanTree visits the files of fsys that can cite, and none of the folders that hold no text of ours.
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

// scanDoc finds the ids of a Markdown page.
func scanDoc(file string, text []byte) ([]Citation, error) {
	return citationsIn(string(text), Citation{Kind: CitedByDoc, File: file, Line: 1}), nil
}

// citationsIn finds the ids of a text that begins on origin.Line; each gets origin's other fields.
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
