// Command data writes the files that the page of the playground reads besides its program:
// scenarios.json, every scenario of the suite as a world with its question, and statements.json,
// the texts of the statements. Its argument is the folder.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/relspec/relspec/internal/playground"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: data FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "data:", err)
		os.Exit(1)
	}
}

// listed is a scenario in the picker.
type listed struct {
	ID         string             `json:"id"`
	Name       string             `json:"name"`
	Feature    string             `json:"feature"`
	Statements []spec.StatementID `json:"statements,omitempty"`
	State      *link.State        `json:"state"`
}

// text is a statement.
type text struct {
	Text     string `json:"text"`
	Document string `json:"document"`
	Section  string `json:"section"`
}

func write(folder string) error {
	all, err := scenario.Embedded()
	if err != nil {
		return err
	}
	scenarios := make([]listed, len(all))
	for i := range all {
		s := &all[i]
		scenarios[i] = listed{s.ID, s.Name, s.Feature, s.Statements, playground.FromScenario(s)}
	}
	statements := map[string]text{}
	known, err := ledger.All()
	if err != nil {
		return err
	}
	for _, s := range known {
		statements[s.ID] = text{s.Text, s.Document.Title(), s.Section}
	}
	if err := writeJSON(filepath.Join(folder, "scenarios.json"), scenarios); err != nil {
		return err
	}
	return writeJSON(filepath.Join(folder, "statements.json"), statements)
}

func writeJSON(file string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o644)
}
