package ledger

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed *.yaml
var files embed.FS

// book is the parsed ledger. It is shared and never modified.
type book struct {
	statements []Statement
	position   map[string]int // position of a statement, by id
}

var load = sync.OnceValues(func() (*book, error) { return parse(files) })

// clausePattern matches the name of a clause of docs/specification.
var clausePattern = regexp.MustCompile(`^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$`)

// parse reads all documents of fsys.
func parse(fsys fs.FS) (*book, error) {
	result := &book{position: map[string]int{}}
	for _, document := range Documents() {
		statements, err := parseDocument(fsys, document)
		if err != nil {
			return nil, err
		}
		for _, statement := range statements {
			result.position[statement.ID] = len(result.statements)
			result.statements = append(result.statements, statement)
		}
	}
	return result, nil
}

// parseDocument reads one YAML file. Ids must count up from 001 without a gap, so that a missing or
// duplicate entry is found. Only the first statement of a section has the parent heading in the
// file; parseDocument copies it to the others.
func parseDocument(fsys fs.FS, document Document) ([]Statement, error) {
	name := string(document) + ".yaml"
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("ledger: read %s: %w", name, err)
	}
	var statements []Statement
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&statements); err != nil {
		return nil, fmt.Errorf("ledger: %s does not parse: %w", name, err)
	}
	previous := Statement{}
	for i := range statements {
		s := &statements[i]
		if want := fmt.Sprintf("%s-%03d", document, i+1); s.ID != want {
			return nil, fmt.Errorf("ledger: %s: entry %d is %q, want %q", name, i+1, s.ID, want)
		}
		if err := s.validate(previous); err != nil {
			return nil, fmt.Errorf("ledger: %s: %s: %w", name, s.ID, err)
		}
		s.Document = document
		if s.Section == previous.Section {
			s.Parent = previous.Parent
		}
		previous = *s
	}
	return statements, nil
}

func (s Statement) validate(previous Statement) error {
	switch {
	case s.Section == "":
		return fmt.Errorf("has no section")
	case s.Section == previous.Section && s.Parent != "":
		return fmt.Errorf("has a parent, but does not begin its section")
	case s.Text == "":
		return fmt.Errorf("has no statement")
	case !slices.Contains(Kinds(), s.Kind):
		return fmt.Errorf("has kind %q, want one of %v", s.Kind, Kinds())
	case !slices.Contains(Checks(), s.Check):
		return fmt.Errorf("has check %q, want one of %v", s.Check, Checks())
	case s.Overruled != "" && s.OverruledInPart != "":
		return fmt.Errorf("is overruled by %s, and in part by %s: want one of them", s.Overruled, s.OverruledInPart)
	}
	if clause := s.Overruled + s.OverruledInPart; clause != "" && !clausePattern.MatchString(clause) {
		return fmt.Errorf("is overruled by %q: want the name of a clause such as wildcard.union", clause)
	}
	return nil
}
