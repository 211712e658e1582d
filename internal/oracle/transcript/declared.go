package transcript

import (
	"bytes"
	"embed"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

//go:embed testdata/declared.yaml testdata/declared-tecs.yaml
var declaredFiles embed.FS

// Declaration says why the specification differs from the observed behaviour of released Flecs
// versions. It describes a behaviour: which questions show it, in which worlds, and how the answers
// then differ. A field that it leaves out may be anything. docs/transcripts.md lists the words.
type Declaration struct {
	ID       string   `yaml:"id"`
	Versions []string `yaml:"versions"` // empty: all
	Ops      []string `yaml:"ops"`      // the operations; empty: any
	Kinds    []string `yaml:"kinds"`    // kinds of query; empty: any, and operations without a query
	// Text and Expr are regular expressions for the operation as the reports print it, and for the text of its query.
	Text pattern `yaml:"text"`
	Expr pattern `yaml:"expr"`
	// After is a regular expression for the operations before it in the transcript, one a line; empty: any.
	After pattern `yaml:"after"`
	// World names handles that entities of the user own, alone or as the first element of a pair, in the reference's
	// world; "a|b" is one of them, "!a" none.
	World words[*declaredWorld] `yaml:"world"`
	// Term, Terms, Every and No are words over the terms of the query: one that fits, one for each, all, and none.
	Term  words[declaredTerm]   `yaml:"term"`
	Terms []words[declaredTerm] `yaml:"terms"`
	Every words[declaredTerm]   `yaml:"every"`
	No    words[declaredTerm]   `yaml:"no"`
	// Preset: a variable is set before the query is asked.
	Preset *bool `yaml:"preset"`

	// Diff are the kinds of difference; empty: any.
	Diff []compare.DiffKind `yaml:"diff"`
	// Line is a regular expression that every line of the difference must match; empty: any.
	Line pattern `yaml:"line"`
	// Want is a regular expression for the reference's refusal, or "ok" where it answers; Got likewise for Flecs.
	Want pattern `yaml:"want"`
	Got  pattern `yaml:"got"`
	// Missing, Extra and Fields say which differing rows and fields it is about. Where none is given it is about all.
	Missing *RowPattern   `yaml:"missing"`
	Extra   *RowPattern   `yaml:"extra"`
	Fields  *FieldPattern `yaml:"fields"`

	// Effect names a change of the world that an operation makes without telling
	// (declared_effect.go), instead of a difference.
	Effect string `yaml:"effect"`

	// Answer names what Flecs answers in place of the reference (declared_answer.go), instead of a difference.
	Answer string `yaml:"answer"`

	// Undefined: what Flecs answers to such a question means nothing, so it is not compared.
	Undefined bool `yaml:"undefined"`

	// Rest: the difference changes the world as no reference can, so that later differences that name what the operation
	// names follow from it.
	Rest bool `yaml:"rest"`
	// Made: no embedded transcript shows the difference, only FINDINGS.md and the transcripts made by hand from it
	// (testdata/handmade). Such an entry may lie unused.
	Made bool `yaml:"made"`
	// Reason says why: the rule of the document or clause, and the behaviour of Flecs.
	Reason string `yaml:"reason"`
	// By names the authority: statement ids, clauses, "Flecs defect" or "not yet built".
	By string `yaml:"by"`
	// Link points to the evidence, such as a section of FINDINGS.md.
	Link string `yaml:"link"`
}

// pattern is a regular expression in which ^ and $ are the ends of a line.
type pattern struct{ *regexp.Regexp }

// UnmarshalYAML reads a pattern.
func (p *pattern) UnmarshalYAML(node *yaml.Node) (err error) {
	p.Regexp, err = regexp.Compile("(?m)" + node.Value)
	return err
}

// allows reports whether a text matches, or nothing is said.
func (p pattern) allows(text string) bool { return p.Regexp == nil || p.MatchString(text) }

var readDeclarations = sync.OnceValues(func() (all []Declaration, err error) {
	for _, name := range []string{"testdata/declared.yaml", "testdata/declared-tecs.yaml"} {
		text, err := declaredFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		some, err := ReadDeclarations(text)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
})

// Declarations are the embedded declared differences. They are shared: callers do not change them.
func Declarations() ([]Declaration, error) { return readDeclarations() }

// ReadDeclarations reads and checks declarations: unknown fields, missing reasons and double ids are errors.
func ReadDeclarations(text []byte) ([]Declaration, error) {
	var file struct {
		Versions []string      `yaml:"versions"` // of an entry that names none
		Declared []Declaration `yaml:"declared"`
	}
	if err := spec.CheckUTF8(text); err != nil {
		return nil, fmt.Errorf("declared differences: %w", err)
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("declared differences: %w", err)
	}
	seen := map[string]bool{}
	for i := range file.Declared {
		d := &file.Declared[i]
		if len(d.Versions) == 0 {
			d.Versions = file.Versions
		}
		if d.ID == "" || d.Reason == "" || d.By == "" || d.Link == "" {
			return nil, fmt.Errorf("declared difference %d (%s) needs id, reason, by and link", i+1, d.ID)
		}
		if seen[d.ID] {
			return nil, fmt.Errorf("declared difference %s stands twice", d.ID)
		}
		seen[d.ID] = true
		if err := d.Check(); err != nil {
			return nil, fmt.Errorf("declared difference %s: %w", d.ID, err)
		}
	}
	return file.Declared, nil
}

// Describes reports whether the declaration says how a difference looks, in any of its words.
func (d *Declaration) Describes() bool {
	bare := *d
	bare.ID, bare.Versions, bare.Reason, bare.By, bare.Link, bare.Rest, bare.Made = "", nil, "", "", "", false, false
	return !reflect.ValueOf(bare).IsZero()
}

// Check reports an effect or an answer that does not exist.
func (d *Declaration) Check() error {
	if d.Effect != "" && effects[d.Effect] == nil && !slices.Contains(tecsDefects, d.Effect) {
		return fmt.Errorf("there is no effect %q; there are %s", d.Effect,
			strings.Join(append(slices.Sorted(maps.Keys(effects)), tecsDefects...), ", "))
	}
	if d.Answer != "" && quirks[d.Answer] == nil {
		return fmt.Errorf("there is no answer %q; there are %s", d.Answer,
			strings.Join(slices.Sorted(maps.Keys(quirks)), ", "))
	}
	return nil
}

// before is the text of the operations before a line, one a line.
func (t *Transcript) before(l *Line) string {
	var b strings.Builder
	for i := range t.Lines {
		if t.Lines[i].Number >= l.Number {
			break
		}
		b.WriteString(show.Operation(t.Profile, &t.Lines[i].Op) + "\n")
	}
	return b.String()
}
