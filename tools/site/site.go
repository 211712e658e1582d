// Package site writes everything from which the site is built: the specification as a book, the
// pages of docs with titles and links of the site, and JSON files with statements, clauses,
// scenarios, tests, engines and their failures, and reports.
package site

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/relspec/relspec/internal/oracle/transcript"
)

// Write reads the repository at root and writes into out, which it first empties. The table of
// engines counts the given transcripts.
func Write(root, out string, transcripts []*transcript.Transcript) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	released, err := replay(root, transcripts)
	if err != nil {
		return err
	}
	failures, engines, err := tested(root, released)
	if err != nil {
		return err
	}
	scenarios, err := scenariosOf(root)
	if err != nil {
		return err
	}
	statements, err := statements(root, scenarios, failures)
	if err != nil {
		return err
	}
	clauses, err := clauses(scenarios, statements, engines)
	if err != nil {
		return err
	}
	reports, err := reports(root)
	if err != nil {
		return err
	}
	data := map[string]any{
		"statements": statements, "engines": engines, "documents": documents(), "clauses": clauses,
		"reports": reports,
	}
	for name, value := range data {
		if err := writeJSON(filepath.Join(out, "_data", name+".json"), value); err != nil {
			return err
		}
	}
	pages, err := findPages(root)
	if err != nil {
		return err
	}
	if err := writeBook(root, out, pages, scenarios, clauses); err != nil {
		return err
	}
	if err := writePages(root, out, pages); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(out, differencesPage), released.differences()); err != nil {
		return err
	}
	return writeClauses(root, out, clauses, pages)
}

func writeJSON(file string, value any) error {
	text, err := json.MarshalIndent(value, "", "\t")
	if err != nil {
		return err
	}
	return writeFile(file, string(text))
}

func writeFile(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}
