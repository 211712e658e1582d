package mutants

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// PlantedVariable is the environment variable with the number of the active mutant of a joined build. If
// it is not set, no mutant is active.
const PlantedVariable = "RELSPEC_PLANTED"

// Joined is a build of a command that has many mutants, at most one of which is active.
type Joined struct {
	Binary  string
	numbers map[string]int // by name
}

// Number returns the number of a mutant in the build, 0 for one that changes nothing. It returns false if
// the mutant is not in the build because it changes more than the bodies of functions; such a mutant needs
// a separate build.
func (j *Joined) Number(m Mutant) (int, bool) {
	n, ok := j.numbers[m.Name]
	return n, ok || m.File == ""
}

// Join builds a command of the repository at root, [Diffcheck] or [Twin], with all mutants that change
// only bodies of functions. At the beginning of such a function, the number in the environment decides
// whether the mutated body runs instead. Join takes the time of one build.
func Join(ctx context.Context, root, command string, list []Mutant, out string) (*Joined, error) {
	j := &Joined{Binary: out, numbers: map[string]int{}}
	byFile := map[string][]Mutant{}
	for _, m := range list {
		if m.File != "" {
			byFile[m.File] = append(byFile[m.File], m)
		}
	}
	sources := map[string]string{}
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return nil, err
		}
		text, name, err := j.join(string(source), byFile[file])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		sources[file], sources[path.Join(path.Dir(file), "planted_mutant.go")] = text, plantedWord(name)
	}
	return j, goBuild(ctx, root, command, out, "the engine with all mutants", sources)
}

// plantedWord returns the file of a package that reads the number.
func plantedWord(name string) string {
	return "package " + name + "\n\nimport (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar plantedMutant, _ = strconv.Atoi(os.Getenv(\"" + PlantedVariable + "\"))\n"
}

// join makes the source of a file with all of its mutants, and assigns their numbers.
func (j *Joined) join(source string, list []Mutant) (text, name string, err error) {
	sound, err := split(source)
	if err != nil {
		return "", "", err
	}
	before := make([]string, len(sound.functions)) // the text that each function begins with
	for _, m := range list {
		changed, err := m.Apply(source)
		if err != nil {
			return "", "", err
		}
		mutated, err := split(changed)
		if err != nil || !slices.Equal(mutated.outside, sound.outside) {
			continue // the separate build will report the error
		}
		number := 1 + len(j.numbers)
		j.numbers[m.Name] = number
		for i, f := range mutated.functions {
			if f.body != sound.functions[i].body {
				before[i] += fmt.Sprintf("\nif plantedMutant == %d {%s\n}\n", number, f.run())
			}
		}
	}
	var b strings.Builder
	for i, f := range sound.functions {
		b.WriteString(sound.outside[i] + before[i] + f.body)
	}
	return b.String() + sound.outside[len(before)], sound.name, nil
}

// parsed is a file, split into the bodies of its functions and the text before, between and after them.
type parsed struct {
	name      string // of the package
	functions []function
	outside   []string
}

type function struct {
	body    string
	results string // the types of its results, as written
	labels  bool   // whether the body has labels
}

// run returns statements that run the body and return.
func (f *function) run() string {
	body := f.body
	if f.labels { // the sound body, in the same function, has the same labels
		body = " func() " + f.results + " {" + f.body + "}()"
		if f.results != "" {
			body = " return" + body
		}
	}
	if f.results == "" {
		body += "\nreturn"
	}
	return body
}

func split(source string) (p parsed, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "fast.go", source, parser.SkipObjectResolution)
	if err != nil {
		return p, err
	}
	p.name = file.Name.Name
	text := func(from, to token.Pos) string { return source[files.Position(from).Offset:files.Position(to).Offset] }
	at := file.FileStart
	for _, d := range file.Decls {
		decl, ok := d.(*ast.FuncDecl)
		if !ok || decl.Body == nil {
			continue
		}
		from, to := decl.Body.Lbrace+1, decl.Body.Rbrace
		f := function{body: text(from, to)}
		if r := decl.Type.Results; r != nil {
			f.results = text(r.Pos(), r.End())
		}
		ast.Inspect(decl.Body, func(n ast.Node) bool {
			_, is := n.(*ast.LabeledStmt)
			f.labels = f.labels || is
			return true
		})
		p.functions, p.outside = append(p.functions, f), append(p.outside, text(at, from))
		at = to
	}
	p.outside = append(p.outside, text(at, file.FileEnd))
	return p, nil
}
