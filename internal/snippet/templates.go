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

// Templates are the templates for one engine.
type Templates struct {
	file       string // the name of the program in the folder of a finding
	words, own []string
	properties []spec.ID
	parsed     *template.Template
}

// layout is the YAML file: the name of the program, its parts, and a template for each operation.
type layout struct {
	// File is the name of the program in the folder of a finding: snippet with the extension of the
	// language.
	File string `yaml:"file"`
	// Words are names of the engine that the program may use; Own are names of the program itself.
	// No entity gets such a name. In the template Begin, .Used lists the words that the program
	// contains, for example to import them.
	Words []string `yaml:"words"`
	Own   []string `yaml:"own"`
	// Properties are ids that the engine does not have as ids. In the engine they are options of a
	// relation.
	Properties []any `yaml:"properties"`
	// Define contains templates that the others use.
	Define string `yaml:"define"`
	// Begin and End surround the rest of the program.
	Begin string `yaml:"begin"`
	End   string `yaml:"end"`
	// Ask prints the answer to a query. Attempt prints whether a change is refused. Missing
	// replaces an operation without a template. Ignore runs a query and ignores its answer; by
	// default it is the code of the query and a semicolon.
	Ask     string `yaml:"ask"`
	Attempt string `yaml:"attempt"`
	Missing string `yaml:"missing"`
	Ignore  string `yaml:"ignore"`
	// Operations holds the template of each operation: a statement for a change, an expression for
	// a query.
	Operations map[string]string `yaml:"operations"`
}

// The names of the other templates. No operation has such a name.
const (
	partBegin   = "<begin>"
	partEnd     = "<end>"
	partAsk     = "<ask>"
	partAttempt = "<attempt>"
	partMissing = "<missing>"
	partIgnore  = "<ignore>"
)

// partOf returns the name of an operation's template.
func partOf(op spec.OpKind) string { return "operation " + string(op) }

// Read reads templates. Errors name the wrong part: an unknown operation, an invalid template, or a
// missing part.
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
		return nil, fmt.Errorf("file is %q; name the program snippet with the extension of the language", l.File)
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
			return nil, fmt.Errorf("%s is missing; add it", strings.Trim(needed, "<>"))
		}
	}
	for op, text := range l.Operations {
		if !slices.ContainsFunc(spec.Operations(), func(row spec.OperationRow) bool { return string(row.Op) == op }) {
			return nil, fmt.Errorf("operations: the protocol has no operation %q", op)
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

// idOf converts an id as templates and their files write it: a handle, or a list of two handles.
func idOf(written any) (spec.ID, error) {
	b, err := json.Marshal(written)
	if err != nil {
		return spec.ID{}, err
	}
	var id spec.ID
	if err := json.Unmarshal(b, &id); err != nil {
		return spec.ID{}, fmt.Errorf("%s is not an id: %w", b, err)
	}
	if id.IsZero() {
		return spec.ID{}, errors.New("an id is a handle or a pair of them")
	}
	return id, nil
}
