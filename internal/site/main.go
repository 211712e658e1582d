// Command site writes everything that the site is built from: the pages of docs with titles and links of the site, and as JSON the
// statements, their scenarios and tests, who fails them, and the engines that were tested. "make site" runs it and builds the pages.
//
//	go run ./internal/site OUT
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: site OUT")
		os.Exit(2)
	}
	if err := write(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// write reads the repository at root and writes into out, which it empties first.
func write(root, out string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	failures, engines, err := tested(root)
	if err != nil {
		return err
	}
	statements, err := statements(root, failures)
	if err != nil {
		return err
	}
	for name, value := range map[string]any{"statements": statements, "engines": engines, "documents": documents()} {
		if err := writeJSON(filepath.Join(out, "_data", name+".json"), value); err != nil {
			return err
		}
	}
	return writePages(root, out)
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
