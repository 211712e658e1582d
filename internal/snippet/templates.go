package snippet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/spec"
)

// Templates are those of an engine.
type Templates struct {
	file       string // how the program is called in the folder of a finding
	words, own []string
	properties []spec.ID
	parsed     *template.Template
}

// layout is the file: File, the parts of the program, and templates of operations by their names.
type layout struct {
	// File is how the program is called in the folder of a finding: snippet and the language's ending.
	File string `yaml:"file"`
	// Words are names of the engine that the program may use, Own those of its own, so that no
	// entity is called like them. Words that occur are .Used in Begin.
	Words []string `yaml:"words"`
	Own   []string `yaml:"own"`
	// Properties are ids that say something about a relation, which are no ids to the engine.
	Properties []any `yaml:"properties"`
	// Define has templates that the others use.
	Define string `yaml:"define"`
	// Begin and End stand around the rest.
	Begin string `yaml:"begin"`
	End   string `yaml:"end"`
	// Ask shows a question's answer, Attempt whether a change is refused, Missing stands for an
	// operation without template. Ignore is a question whose answer is not looked at; its code and
	// a semicolon where it is not given.
	Ask     string `yaml:"ask"`
	Attempt string `yaml:"attempt"`
	Missing string `yaml:"missing"`
	Ignore  string `yaml:"ignore"`
	// Operations are the templates of operations: a statement for a change, an expression for a question.
	Operations map[string]string `yaml:"operations"`
}

// The names of the parts among the templates, which no operation has.
const (
	partBegin   = "<begin>"
	partEnd     = "<end>"
	partAsk     = "<ask>"
	partAttempt = "<attempt>"
	partMissing = "<missing>"
	partIgnore  = "<ignore>"
)

// partOf is the name of an operation's template.
func partOf(op spec.OpKind) string { return "operation " + string(op) }

// Read reads templates. An error names the part that is wrong: an operation that the protocol does not have, a template
// that is none, a part that is missing.
func Read(folder fs.FS, name string) (*Templates, error) {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, err
	}
	t, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

func parse(text []byte) (*Templates, error) {
	l := layout{Ignore: "{{.Code}};"}
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&l); err != nil {
		return nil, err
	}
	if l.File == "" || l.File != filepath.Base(l.File) || !strings.HasPrefix(l.File, "snippet.") {
		return nil, fmt.Errorf("file is %q: the program is called snippet with an ending", l.File)
	}
	t := &Templates{file: l.File, words: l.Words, own: l.Own, parsed: template.New("").Funcs((&program{}).functions())}
	for _, written := range l.Properties {
		id, err := idOf(written)
		if err != nil {
			return nil, fmt.Errorf("properties: %w", err)
		}
		t.properties = append(t.properties, id)
	}
	if _, err := t.parsed.Parse(l.Define); err != nil {
		return nil, fmt.Errorf("define: %w", err)
	}
	parts := map[string]string{
		partBegin: l.Begin, partEnd: l.End, partAsk: l.Ask, partAttempt: l.Attempt,
		partMissing: l.Missing, partIgnore: l.Ignore,
	}
	for _, needed := range []string{partAsk, partAttempt, partMissing} {
		if strings.TrimSpace(parts[needed]) == "" {
			return nil, fmt.Errorf("there is no %s", strings.Trim(needed, "<>"))
		}
	}
	for op, text := range l.Operations {
		if !slices.ContainsFunc(spec.Operations(), func(row spec.OperationRow) bool { return string(row.Op) == op }) {
			return nil, fmt.Errorf("operations: there is no operation %q", op)
		}
		parts[partOf(spec.OpKind(op))] = text
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if _, err := t.parsed.New(name).Parse(parts[name]); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// idOf reads an id as templates and their files write it: a handle or a list of two.
func idOf(written any) (spec.ID, error) {
	b, err := json.Marshal(written)
	if err != nil {
		return spec.ID{}, err
	}
	var id spec.ID
	if err := json.Unmarshal(b, &id); err != nil {
		return spec.ID{}, fmt.Errorf("%s is no id: %w", b, err)
	}
	if id.IsZero() {
		return spec.ID{}, errors.New("an id is a handle or a pair of them")
	}
	return id, nil
}
