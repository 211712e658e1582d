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
	"github.com/relspec/relspec/spec"
)

//go:embed testdata/declared.yaml testdata/declared-tecs.yaml
var declaredFiles embed.FS

// Declaration says why the specification differs from the behaviour of a released Flecs or Tecs. It
// describes the behaviour: which operations show it, in which worlds, and how the answers differ.
// An empty field matches anything. docs/transcripts.md lists the words.
type Declaration struct {
	ID       string   `yaml:"id"`
	Versions []string `yaml:"versions"` // empty: all
	Ops      []string `yaml:"ops"`      // the operations; empty: any
	Kinds    []string `yaml:"kinds"`    // kinds of query; empty: any, and operations without a query
	// Text and Expr are regular expressions for the operation as the reports print it, and for the
	// text of its query.
	Text pattern `yaml:"text"`
	Expr pattern `yaml:"expr"`
	// After is a regular expression for the preceding operations in the transcript, one per line;
	// empty: any.
	After pattern `yaml:"after"`
	// World lists ids that entities of the user own in the reference's world, alone or as the first
	// element of a pair. "a|b" means one of them, "!a" means not a.
	World words[*declaredWorld] `yaml:"world"`
	// Term, Terms, Every and No hold words about the terms of the query. Some term must match Term,
	// some term must match each element of Terms, every term must match Every, and no term may
	// match No.
	Term  words[declaredTerm]   `yaml:"term"`
	Terms []words[declaredTerm] `yaml:"terms"`
	Every words[declaredTerm]   `yaml:"every"`
	No    words[declaredTerm]   `yaml:"no"`
	// Preset: whether a variable is preset.
	Preset *bool `yaml:"preset"`

	// Diff lists the kinds of difference; empty: any.
	Diff []compare.DiffKind `yaml:"diff"`
	// Line is a regular expression that every line of the difference must match; empty: any.
	Line pattern `yaml:"line"`
	// Want and Got are regular expressions for the outcomes of the reference and of Flecs: "ok", or
	// the code and message of a refusal.
	Want pattern `yaml:"want"`
	Got  pattern `yaml:"got"`
	// Missing, Extra and Fields select the differing rows and fields that the declaration explains.
	// If all three are nil, it explains every part of a difference.
	Missing *RowPattern   `yaml:"missing"`
	Extra   *RowPattern   `yaml:"extra"`
	Fields  *FieldPattern `yaml:"fields"`

	// Effect names a silent change of the world by an operation (declared_effect.go). The
	// declaration then describes no difference.
	Effect string `yaml:"effect"`

	// Answer names a prediction of Flecs's answer (declared_answer.go). The declaration then
	// describes no difference.
	Answer string `yaml:"answer"`

	// Undefined: Flecs's answer to an operation that the entry matches is meaningless and is not
	// compared.
	Undefined bool `yaml:"undefined"`

	// Rest: the operation changes the world of Flecs in a way that the reference cannot imitate.
	// Later differences that mention the entities of the operation count as its consequences.
	Rest bool `yaml:"rest"`
	// Reason explains the difference: the rule of the document or clause, and the behaviour of
	// Flecs.
	Reason string `yaml:"reason"`
	// By names the authority: statement ids, clauses, "Flecs defect" or "not yet built".
	By string `yaml:"by"`
	// Link points to the evidence, such as a section of FINDINGS.md.
	Link string `yaml:"link"`
}

// pattern is a regular expression in multi-line mode.
type pattern struct{ *regexp.Regexp }

// UnmarshalYAML reads a pattern.
func (p *pattern) UnmarshalYAML(node *yaml.Node) (err error) {
	p.Regexp, err = regexp.Compile("(?m)" + node.Value)
	return err
}

// Allows reports whether a text matches. An empty pattern matches everything.
func (p pattern) Allows(text string) bool { return p.Regexp == nil || p.MatchString(text) }

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

// Declarations returns the embedded declared differences. Callers share them and must not change
// them.
func Declarations() ([]Declaration, error) { return readDeclarations() }

// ReadDeclarations reads and checks declarations. Unknown fields, missing reasons and duplicate ids
// are errors.
func ReadDeclarations(text []byte) ([]Declaration, error) {
	var file struct {
		Versions []string      `yaml:"versions"` // for entries without versions
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
			return nil, fmt.Errorf("declared difference %s occurs twice; rename one", d.ID)
		}
		seen[d.ID] = true
		if err := d.Check(); err != nil {
			return nil, fmt.Errorf("declared difference %s: %w", d.ID, err)
		}
	}
	return file.Declared, nil
}

// Describes reports whether any field limits the differences that the declaration explains. It
// ignores ID, Versions, Rest, and the fields that give the reason.
func (d *Declaration) Describes() bool {
	bare := *d
	bare.ID, bare.Versions, bare.Reason, bare.By, bare.Link, bare.Rest = "", nil, "", "", "", false
	return !reflect.ValueOf(bare).IsZero()
}

// Check returns an error for an unknown effect or answer.
func (d *Declaration) Check() error {
	if d.Effect != "" && effects[d.Effect] == nil && !slices.Contains(tecsDefects, d.Effect) {
		return fmt.Errorf("unknown effect %q; use one of %s", d.Effect,
			strings.Join(append(slices.Sorted(maps.Keys(effects)), tecsDefects...), ", "))
	}
	if d.Answer != "" && quirks[d.Answer] == nil {
		return fmt.Errorf("unknown answer %q; use one of %s", d.Answer,
			strings.Join(slices.Sorted(maps.Keys(quirks)), ", "))
	}
	return nil
}
