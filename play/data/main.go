// Command data writes the files about the suite that the published page reads, scenarios.json and
// statements.json, into the folder that its argument names.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/relspec/relspec/internal/playground"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: data FOLDER")
		os.Exit(2)
	}
	scenarios, err := playground.Scenarios()
	statements, err2 := playground.Statements()
	if err = errors.Join(err, err2); err == nil {
		err = errors.Join(write("scenarios.json", scenarios), write("statements.json", statements))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "data:", err)
		os.Exit(1)
	}
}

func write(name string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(os.Args[1], name), b, 0o644)
}
