package mutants

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
)

// folder is the folder of the patch files, relative to the root of the repository.
const folder = "tools/mutants/testdata"

//go:embed testdata/*.patch testdata/rules/*.patch
var patches embed.FS

// All returns the catalogue, class by class. It panics if a patch file cannot be read; the files
// are embedded, and tests read them.
var All = sync.OnceValue(func() []Mutant { return readAll("") })

// Rules returns the faults in the rules of the model that "lab differences" uses.
var Rules = sync.OnceValue(func() []Mutant { return readAll("rules") })

func readAll(below string) []Mutant {
	files, err := fs.Glob(patches, path.Join("testdata", below, "*.patch"))
	if err != nil {
		panic(err)
	}
	var all []Mutant
	for _, file := range files {
		text, err := patches.ReadFile(file)
		if err != nil {
			panic(err)
		}
		list, err := read(path.Join(folder, below, path.Base(file)), string(text))
		if err != nil {
			panic(err)
		}
		all = append(all, list...)
	}
	return all
}

// read reads a patch file. Its name is the class of its mutants: beside-tables.patch has the class
// "beside tables". tools/README.md describes the format.
func read(name, text string) ([]Mutant, error) {
	class := strings.ReplaceAll(strings.TrimSuffix(path.Base(name), ".patch"), "-", " ")
	var list []Mutant
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSuffix(line, "\n")
		where := fmt.Sprintf("%s:%d", name, number)
		key, value, _ := strings.Cut(line, ": ")
		switch {
		case key == "mutant":
			list = append(list, Mutant{Name: value, Class: class, Where: where})
			continue
		case line == "" || line[0] == '#':
			continue
		case len(list) == 0:
			return nil, fmt.Errorf("%s: %q precedes the first line \"mutant: NAME\"", where, line)
		}
		m := &list[len(list)-1]
		if m.Released != "" && (key == "released" || line == "stands: yes") {
			return nil, fmt.Errorf("%s: the mutant %s has several lines \"released\" or \"stands\"; keep one", where, m.Name)
		}
		switch sign, rest := line[0], line[1:]+"\n"; {
		case sign == '-':
			m.Old += rest
		case sign == '+':
			m.New += rest
		case sign == ' ':
			m.Old, m.New = m.Old+rest, m.New+rest
		case key == "breaks":
			m.Breaks = value
		case key == "released":
			m.Released = value
		case line == "stands: yes":
			m.Released = "stands for: " + class
		case key == "profile":
			m.Profile = value
		case key == "file":
			m.File = value
		default:
			return nil, fmt.Errorf("%s: %q is not a line of a mutant; tools/README.md lists the allowed ones", where, line)
		}
	}
	for _, m := range list {
		if m.Breaks == "" || m.File == "" || strings.TrimSpace(m.Old) == "" || m.Old == m.New {
			return nil, fmt.Errorf("%s: the mutant %s lacks breaks, file, or lines to replace", m.Where,
				m.Name)
		}
	}
	return list, nil
}
