// Command planted plants the faults of class typed in package fast, one after the other, and lets internal/twin/finder look for
// each. It runs in the root of the repository and prints a table.
//
//	go run ./internal/twin/planted [NAME] [DURATION] [SEED]
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/mutants"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	defaults := []string{"", "60s", "1"}
	args = slices.Concat(args, defaults[min(len(args), len(defaults)):])
	dir, err := os.MkdirTemp("", "relspec-typed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	fmt.Println("| mutant | what is broken | operations | seconds | found in |\n|---|---|--:|--:|---|")
	missed := 0
	for _, m := range append(mutants.Typed(), mutants.Mutant{Name: "control", Breaks: "nothing"}) {
		if !strings.Contains(m.Name, args[0]) {
			continue
		}
		found, err := try(m, dir, args[1], args[2])
		if err != nil {
			return err
		}
		if found != (m.File != "") {
			missed++
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d of them are not as they should be", missed)
	}
	return nil
}

// trial is the report of the finder.
type trial struct {
	Found      bool
	Operations uint64
	Seconds    float64
	Signature  string
}

func try(m mutants.Mutant, dir, duration, seed string) (bool, error) {
	finder := filepath.Join(dir, "finder")
	args := []string{"build", "-o", finder}
	if m.File != "" {
		overlay, err := plant(m, dir)
		if err != nil {
			return false, err
		}
		args = append(args, "-overlay", overlay)
	}
	if said, err := exec.Command("go", append(args, "./internal/twin/finder")...).CombinedOutput(); err != nil {
		return false, fmt.Errorf("%s: %w\n%s", m.Name, err, said)
	}
	var r trial
	out, err := exec.Command(finder, seed, duration).Output()
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", m.Name, err)
	}
	if !r.Found {
		r.Signature = "not found"
	}
	fmt.Printf("| %s | %s | %d | %.1f | %s |\n", m.Name, m.Breaks, r.Operations, r.Seconds, r.Signature)
	return r.Found, nil
}

// plant writes the faulty file, and the overlay that puts it in place of the sound one.
func plant(m mutants.Mutant, dir string) (string, error) {
	sound, err := filepath.Abs(filepath.FromSlash(m.File))
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile(sound)
	if err != nil {
		return "", err
	}
	text, err := m.Apply(string(source))
	if err != nil {
		return "", err
	}
	mutated, overlay := filepath.Join(dir, "faulty.go"), filepath.Join(dir, "overlay.json")
	list, err := json.Marshal(map[string]map[string]string{"Replace": {sound: mutated}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(mutated, []byte(text), 0o644); err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, list, 0o644)
}
