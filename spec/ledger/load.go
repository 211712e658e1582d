package ledger

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed *.yaml *.tsv
var files embed.FS

// sectionTables have the heading and the parent heading of each range of ids. The first two tables
// are among the sources. The last one was made from the headings of the manuals of Flecs 4.1.
var sectionTables = []string{"SECTIONS-QRY-FQL-SET.tsv", "SECTIONS-REL-TECS.tsv", "SECTIONS-F41.tsv"}

// book is the parsed ledger. It is shared and never modified.
type book struct {
	statements []Statement
	sections   []Section
	position   map[string]int // position of a statement, by id
}

var load = sync.OnceValues(func() (*book, error) { return parse(files) })

// row is one entry of a YAML file.
type row struct {
	ID        string `yaml:"id"`
	Section   string `yaml:"section"`
	Kind      Kind   `yaml:"kind"`
	Statement string `yaml:"statement"`
	Check     Check  `yaml:"check"`
	Overruled string `yaml:"overruled"`
	InPart    string `yaml:"overruled_in_part"`
	Reading   string `yaml:"reading"`
}

// clausePattern matches the name of a clause of docs/specification.
var clausePattern = regexp.MustCompile(`^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$`)

// parse reads all documents and section tables of fsys and checks that they agree.
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
	if err := result.divide(fsys); err != nil {
		return nil, err
	}
	return result, nil
}

// parseDocument reads one YAML file. Ids must count up from 001 without a gap, so that a missing or
// duplicate entry is found.
func parseDocument(fsys fs.FS, document Document) ([]Statement, error) {
	name := string(document) + ".yaml"
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, fmt.Errorf("ledger: read %s: %w", name, err)
	}
	var rows []row
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&rows); err != nil {
		return nil, fmt.Errorf("ledger: %s does not parse: %w", name, err)
	}
	statements := make([]Statement, 0, len(rows))
	for i, r := range rows {
		if want := fmt.Sprintf("%s-%03d", document, i+1); r.ID != want {
			return nil, fmt.Errorf("ledger: %s: entry %d is %q, want %q", name, i+1, r.ID, want)
		}
		if err := r.validate(); err != nil {
			return nil, fmt.Errorf("ledger: %s: %s: %w", name, r.ID, err)
		}
		statements = append(statements, Statement{
			ID: r.ID, Document: document, Section: r.Section, Kind: r.Kind, Text: r.Statement, Check: r.Check,
			Overruled: r.Overruled, OverruledInPart: r.InPart, Reading: r.Reading,
		})
	}
	return statements, nil
}

func (r row) validate() error {
	switch {
	case r.Section == "":
		return fmt.Errorf("has no section")
	case r.Statement == "":
		return fmt.Errorf("has no statement")
	case !slices.Contains(Kinds(), r.Kind):
		return fmt.Errorf("has kind %q, want one of %v", r.Kind, Kinds())
	case !slices.Contains(Checks(), r.Check):
		return fmt.Errorf("has check %q, want one of %v", r.Check, Checks())
	case r.Overruled != "" && r.InPart != "":
		return fmt.Errorf("is overruled by %s, and in part by %s: want one of them", r.Overruled, r.InPart)
	}
	if clause := r.Overruled + r.InPart; clause != "" && !clausePattern.MatchString(clause) {
		return fmt.Errorf("is overruled by %q: want the name of a clause such as wildcard.union", clause)
	}
	return nil
}

// divide splits the statements into sections and sets the parent heading of each statement. Every
// statement must be in exactly one section with its own heading, and the tables must be in document
// order.
func (b *book) divide(fsys fs.FS) error {
	spans, err := readSpans(fsys)
	if err != nil {
		return err
	}
	next := 0
	for next < len(b.statements) {
		first := b.statements[next]
		span, known := spans[first.ID]
		if !known {
			return fmt.Errorf("ledger: no section table has a section that begins at %s", first.ID)
		}
		last, known := b.position[span.last]
		if !known || last < next || b.statements[last].Document != first.Document {
			return fmt.Errorf("ledger: section %q of %s ends at %q, want an id of %[2]s that is not before %[4]s",
				span.heading, first.Document, span.last, first.ID)
		}
		for i := next; i <= last; i++ {
			if b.statements[i].Section != span.heading {
				return fmt.Errorf("ledger: %s is in section %q, but its table says %q",
					b.statements[i].ID, b.statements[i].Section, span.heading)
			}
			b.statements[i].Parent = span.parent
		}
		b.sections = append(b.sections, Section{
			Document: first.Document, Heading: span.heading, Parent: span.parent,
			Statements: b.statements[next : last+1],
		})
		next = last + 1
	}
	if len(b.sections) != len(spans) {
		return fmt.Errorf("ledger: the section tables have %d sections, the documents %d", len(spans), len(b.sections))
	}
	return nil
}

type span struct{ last, heading, parent string }

// readSpans reads the section tables: a heading line, then prefix, first id, last id, section and
// parent, separated by tabs. The spans are keyed by their first id.
func readSpans(fsys fs.FS) (map[string]span, error) {
	spans := map[string]span{}
	for _, name := range sectionTables {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("ledger: read %s: %w", name, err)
		}
		lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
		for i, line := range lines[1:] {
			fields := strings.Split(line, "\t")
			if len(fields) != 5 {
				return nil, fmt.Errorf("ledger: %s:%d has %d fields, want 5", name, i+2, len(fields))
			}
			if _, twice := spans[fields[1]]; twice {
				return nil, fmt.Errorf("ledger: %s:%d begins at %s, as another section does", name, i+2, fields[1])
			}
			spans[fields[1]] = span{last: fields[2], heading: fields[3], parent: fields[4]}
		}
	}
	return spans, nil
}
