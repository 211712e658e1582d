package skeleton

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/relspec/relspec/spec"
)

//go:embed files
var files embed.FS

// Language is a language with a skeleton.
type Language struct {
	// Name is the value of --lang.
	Name string
	// Title is the name of the language for people.
	Title string
	// Main is the file to read first.
	Main string
	// Build is the command that builds the program in its folder, or "".
	Build string
	// Needs describes the programs and libraries that must be installed.
	Needs string
	// command starts the program. DIR stands for its folder.
	command string
}

// Command returns the command that starts the adapter in a folder after it is built.
func (l *Language) Command(dir string) string {
	at := filepath.ToSlash(filepath.Clean(dir))
	if !filepath.IsAbs(dir) && !strings.HasPrefix(at, ".") {
		at = "./" + at // without a folder, the system searches for the program elsewhere
	}
	words := strings.Fields(l.command)
	for i, word := range words {
		words[i] = Quote(strings.ReplaceAll(word, "DIR", at))
	}
	return strings.Join(words, " ")
}

// Quote quotes a word that contains blanks, so that --adapter and a shell read it as one word.
func Quote(word string) string {
	switch {
	case !strings.ContainsAny(word, " \t"):
		return word
	case strings.Contains(word, "'"):
		return `"` + word + `"`
	}
	return "'" + word + "'"
}

// Languages returns the languages in the order of the documentation.
func Languages() []Language {
	return []Language{
		{Name: "js", Title: "JavaScript", Main: "main.mjs", Needs: "Node 20", command: "node DIR/main.mjs"},
		{Name: "python", Title: "Python", Main: "main.py", Needs: "Python 3.9", command: "python3 DIR/main.py"},
		{
			Name: "go", Title: "Go", Main: "main.go", Build: "go build -o adapter .", Needs: "Go 1.22",
			command: "DIR/adapter",
		},
		{
			Name: "c", Title: "C", Main: "main.c", Build: "make",
			Needs: "a C compiler and jansson (libjansson-dev in Debian)", command: "DIR/adapter",
		},
		{
			Name: "cpp", Title: "C++", Main: "main.cpp", Build: "make",
			Needs: "a C++17 compiler and nlohmann-json (nlohmann-json3-dev in Debian)", command: "DIR/adapter",
		},
		{
			Name: "lua", Title: "Lua", Main: "main.lua", Needs: "Lua 5.3 and dkjson (lua-dkjson in Debian)",
			command: "lua DIR/main.lua",
		},
	}
}

// ByName returns the language with a name. The error lists all languages.
func ByName(name string) (*Language, error) {
	var names []string
	for _, l := range Languages() {
		if l.Name == name {
			return &l, nil
		}
		names = append(names, l.Name)
	}
	return nil, fmt.Errorf("there is no skeleton in %q; use one of %s", name, strings.Join(names, ", "))
}

// supported lists the operations that every skeleton supports, besides those that begin and end a
// session.
var supported = []spec.OpKind{
	spec.OpEntity, spec.OpDelete, spec.OpAlive, spec.OpAdd, spec.OpRemove, spec.OpHas, spec.OpOwns, spec.OpIDs,
	spec.OpDump, spec.OpQuery,
}

// File is a file of a skeleton.
type File struct {
	Name string
	Text []byte
}

// CheckProfile returns an error if there is no such profile, or if the skeletons cannot follow it.
func CheckProfile(name string) error {
	p, err := spec.ProfileByName(name)
	switch {
	case err != nil:
		return err
	case p.Own != "":
		return fmt.Errorf("write the skeleton for %s, and declare the profile of your own in the answer to hello", p.Base)
	case p.Family == spec.TecsFamily:
		return fmt.Errorf("the skeletons have relationships as tags, and %s declares them; "+
			"begin with adapters/tecs of github.com/relspec/relspec, an adapter in Lua with that profile", name)
	}
	return nil
}

// Files returns the files of a skeleton with a profile, README first. dir is the folder, as the
// commands in the files write it.
func Files(l *Language, profile, dir string) ([]File, error) {
	facts := factsOf(l, dir)
	facts.Profile = profile
	page, err := render("files/README.md.tmpl", facts)
	if err != nil {
		return nil, err
	}
	out := []File{{"README.md", page}}
	names, err := fs.Glob(files, "files/"+l.Name+"/*.tmpl")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := render(name, facts)
		if err != nil {
			return nil, err
		}
		out = append(out, File{strings.TrimSuffix(filepath.Base(name), ".tmpl"), text})
	}
	return out, nil
}

// Write writes a skeleton with a profile into a folder, which it creates if needed. If one of the files
// exists already, it writes nothing and returns an error.
func Write(l *Language, profile, dir string) ([]File, error) {
	all, err := Files(l, profile, dir)
	if err != nil {
		return nil, err
	}
	for _, f := range all {
		if _, err := os.Lstat(filepath.Join(dir, f.Name)); err == nil {
			return nil, fmt.Errorf("%s exists already, so nothing was written; choose an empty folder", filepath.Join(dir, f.Name))
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for _, f := range all {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o644); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// facts is the data of the templates.
type facts struct {
	Lang, Language, Main, Build, Needs, Command, Suite, Profile string
	Protocol, Most                                              int
	Reserved                                                    []spec.Handle
	Operations                                                  []operation
}

// operation is a row of the catalogue.
type operation struct {
	Op               spec.OpKind
	May, Must        []string
	Here             bool
	Takes, NeedsText string
}

func factsOf(l *Language, dir string) *facts {
	f := &facts{
		Lang: l.Name, Language: l.Title, Main: l.Main, Needs: l.Needs, Command: l.Command(dir),
		Suite: spec.SuiteVersion, Protocol: spec.Version,
	}
	if l.Build != "" {
		f.Build = "(cd " + dir + " && " + l.Build + ")"
	}
	for _, row := range spec.Catalogue() {
		f.Reserved = append(f.Reserved, row.Handle)
	}
	for _, row := range spec.Operations() {
		o := operation{Op: row.Op, May: row.Arguments(), Must: row.Required()}
		if o.Must == nil {
			o.Must = []string{}
		}
		o.Here = len(row.Needs()) == 0 || slices.Contains(supported, row.Op)
		o.Takes = takes(&o)
		var needs []string
		for _, c := range row.Needs() {
			needs = append(needs, "`"+string(c)+"`")
		}
		o.NeedsText = strings.Join(needs, ", ")
		f.Most = max(f.Most, len(o.May))
		f.Operations = append(f.Operations, o)
	}
	return f
}

// takes lists the arguments of an operation, optional ones in brackets.
func takes(o *operation) string {
	var parts []string
	for _, name := range o.May {
		if !slices.Contains(o.Must, name) {
			name = "[" + name + "]"
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, ", ")
}

func render(name string, f *facts) ([]byte, error) {
	t, err := template.New(filepath.Base(name)).Option("missingkey=error").Funcs(template.FuncMap{
		"json": text, "list": list,
		"gostrings": func(names []string) string { return "[]string{" + list(names) + "}" },
	}).ParseFS(files, name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, f); err != nil {
		return nil, err
	}
	if strings.HasSuffix(name, ".go.tmpl") {
		return format.Source(b.Bytes())
	}
	return b.Bytes(), nil
}

// text returns a value as JSON. For names and lists of names, that is a valid literal in all these
// languages.
func text(v any) (string, error) {
	b, err := json.Marshal(v)
	return strings.ReplaceAll(string(b), `","`, `", "`), err
}

// list returns quoted names separated by commas.
func list(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(quoted, ", ")
}
