// Package site writes everything from which the site is built: the specification as a book, the
// pages of docs with titles and links of the site, and JSON files with statements, clauses,
// scenarios, tests, engines and their failures, and reports.
package site

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/relspec/relspec/internal/oracle/transcript"
)

// generator writes the content of the site. It keeps the first error; after that, what it returns does not
// matter.
type generator struct {
	root  fs.FS // the repository
	out   string
	pages map[string]string // the pages of the site by their source files
	err   error
}

// Write reads the repository at root and writes into out, which it first empties. The table of
// engines counts the given transcripts.
func Write(root, out string, transcripts []*transcript.Transcript) error {
	g := &generator{root: os.DirFS(root), out: out}
	g.fail(os.RemoveAll(out))
	released := g.replay(transcripts)
	scenarios := g.scenarios()
	if g.err != nil {
		return g.err
	}
	failures, engines := g.tested(released)
	statements := g.statements(scenarios, failures)
	clauses := g.clauses(scenarios, statements, engines)
	for name, value := range map[string]any{
		"statements": statements, "engines": engines, "documents": documents(), "clauses": clauses,
		"reports": g.reports(),
	} {
		g.writeJSON("_data/"+name+".json", value)
	}
	g.findPages()
	g.writeBook(scenarios, clauses)
	g.writePages()
	g.write(differencesPage, released.differences())
	g.writeClauses(clauses)
	return g.err
}

func (g *generator) fail(err error) {
	if g.err == nil {
		g.err = err
	}
}

// read returns the text of a file of the repository.
func (g *generator) read(name string) string {
	text, err := fs.ReadFile(g.root, name)
	g.fail(err)
	return string(text)
}

// glob returns the files of the repository that match a pattern.
func (g *generator) glob(pattern string) []string {
	files, err := fs.Glob(g.root, pattern)
	g.fail(err)
	return files
}

func (g *generator) writeJSON(name string, value any) {
	text, err := json.MarshalIndent(value, "", "\t")
	g.fail(err)
	g.write(name, string(text))
}

func (g *generator) write(name, text string) {
	file := filepath.Join(g.out, filepath.FromSlash(name))
	g.fail(os.MkdirAll(filepath.Dir(file), 0o755))
	g.fail(os.WriteFile(file, []byte(text), 0o644))
}
