package oracle

import (
	"bytes"
	_ "embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/spec"
)

//go:embed testdata/declared.yaml
var declaredFile []byte

// Declaration says why the specification differs from what released Flecs versions were observed to do, for all
// lines of transcripts that fit its patterns.
type Declaration struct {
	ID       string   `yaml:"id"`
	Versions []string `yaml:"versions"` // empty: all
	// Files are patterns of path.Match for topic/name without extension; empty: all.
	Files []string `yaml:"files"`
	Op    string   `yaml:"op"`    // the operation; empty: any
	Expr  string   `yaml:"expr"`  // a regular expression for the query's text (of iterate: none); empty: any
	Query string   `yaml:"query"` // the name of the prepared query; empty: any
	Kinds []string `yaml:"kinds"` // kinds of query; empty: any
	// Text is a regular expression for the operation as the reports print it; empty: any.
	Text string `yaml:"text"`
	// After is a regular expression for the operations before it in the transcript, one a line; empty: any.
	After string `yaml:"after"`
	// Diff are the kinds of difference; empty: any.
	Diff []DiffKind `yaml:"diff"`
	// Line is a regular expression that every line of the difference must match; empty: any.
	Line string `yaml:"line"`
	// Rest: the difference changes the world, so that later differences in the same transcript follow from it.
	Rest bool `yaml:"rest"`
	// Made: no embedded transcript shows the difference, only FINDINGS.md and the transcripts made by hand from it
	// (testdata/handmade). Such an entry may lie unused.
	Made bool `yaml:"made"`
	// Reason says why: what the document or ruling asks for, and what Flecs does.
	Reason string `yaml:"reason"`
	// By names the authority: statement ids, rulings, "Flecs defect" or "not yet built".
	By string `yaml:"by"`
	// Link points to the evidence, such as a section of FINDINGS.md.
	Link string `yaml:"link"`

	expr, line, text, after *regexp.Regexp
}

var readDeclarations = sync.OnceValues(func() ([]Declaration, error) { return ReadDeclarations(declaredFile) })

// Declarations are the embedded declared differences. They are shared: callers do not change them.
func Declarations() ([]Declaration, error) { return readDeclarations() }

// ReadDeclarations reads and checks declarations: unknown fields, missing reasons and double ids are errors.
func ReadDeclarations(text []byte) ([]Declaration, error) {
	var file struct {
		Declared []Declaration `yaml:"declared"`
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("declared differences: %w", err)
	}
	seen := map[string]bool{}
	for i := range file.Declared {
		d := &file.Declared[i]
		if d.ID == "" || d.Reason == "" || d.By == "" || d.Link == "" {
			return nil, fmt.Errorf("declared difference %d (%s) needs id, reason, by and link", i+1, d.ID)
		}
		if seen[d.ID] {
			return nil, fmt.Errorf("declared difference %s stands twice", d.ID)
		}
		seen[d.ID] = true
		if err := d.compile(); err != nil {
			return nil, fmt.Errorf("declared difference %s: %w", d.ID, err)
		}
	}
	return file.Declared, nil
}

func (d *Declaration) compile() (err error) {
	for _, f := range d.Files {
		if _, err := path.Match(f, ""); err != nil {
			return err
		}
	}
	if d.expr, err = regexp.Compile(d.Expr); err != nil {
		return err
	}
	if d.text, err = regexp.Compile(d.Text); err != nil {
		return err
	}
	if d.after, err = regexp.Compile("(?m)" + d.After); err != nil {
		return err
	}
	d.line, err = regexp.Compile(d.Line)
	return err
}

// covers reports whether the declaration explains a difference.
func (d *Declaration) covers(t *Transcript, l *TranscriptLine, diff *Difference) bool {
	if len(d.Versions) > 0 && !slices.Contains(d.Versions, t.Version) || d.Op != "" && d.Op != string(l.Op.Op) {
		return false
	}
	if d.Query != "" && d.Query != l.Op.On+l.Op.As || len(d.Diff) > 0 && !slices.Contains(d.Diff, diff.Kind) {
		return false
	}
	at := t.Topic + "/" + t.Name
	if len(d.Files) > 0 && !slices.ContainsFunc(d.Files, func(p string) bool { ok, _ := path.Match(p, at); return ok }) {
		return false
	}
	if d.Text != "" && !d.text.MatchString(OperationText(t.Profile, &l.Op)) || d.After != "" && !d.after.MatchString(t.before(l)) {
		return false
	}
	return d.coversQuery(l.Op.Query) && !slices.ContainsFunc(diff.Lines, func(s string) bool { return !d.line.MatchString(s) })
}

func (d *Declaration) coversQuery(q *spec.Query) bool {
	if q == nil {
		return d.Expr == "" && len(d.Kinds) == 0
	}
	return d.expr.MatchString(q.Expr) && (len(d.Kinds) == 0 || slices.Contains(d.Kinds, q.Kind.String()))
}

// before is the text of the operations before a line, one a line.
func (t *Transcript) before(l *TranscriptLine) string {
	var b strings.Builder
	for i := range t.Lines {
		if t.Lines[i].Number >= l.Number {
			break
		}
		if t.Lines[i].Op.Op != "" {
			b.WriteString(OperationText(t.Profile, &t.Lines[i].Op) + "\n")
		}
	}
	return b.String()
}
