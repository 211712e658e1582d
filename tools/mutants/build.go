package mutants

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Build builds a command of the repository at root, [Diffcheck] or [Twin], with the planted faults, none for the sound one, and writes
// it to the file out. It needs the go command; the folder of out also gets the overlay. Several faults may be in one file where
// the text that each replaces is still there.
func Build(ctx context.Context, root string, command string, planted []Mutant, out string) error {
	var args []string
	if len(planted) > 0 {
		overlay, err := overlay(root, planted, filepath.Dir(out))
		if err != nil {
			return err
		}
		args = append(args, "-overlay", overlay)
	}
	return goBuild(ctx, root, command, out, named(planted), args...)
}

// goBuild builds a command with further arguments.
func goBuild(ctx context.Context, root, command, out, what string, args ...string) error {
	args = append([]string{"build", "-ldflags=-s -w", "-o", out}, args...) // symbols would double the time to link
	cmd := exec.CommandContext(ctx, "go", append(args, ".")...)
	cmd.Dir = filepath.Join(root, filepath.FromSlash(command)) // it may be of the module of the tools
	// At the usual 100 a fifth of the time of compiling is collecting. GOGC in the environment, which comes later, still decides.
	cmd.Env = append([]string{"GOGC=400"}, os.Environ()...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s cannot be built: %w\n%s", what, err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}

// named says which faults are planted.
func named(planted []Mutant) string {
	if len(planted) == 0 {
		return "the engine without a fault"
	}
	names := make([]string, len(planted))
	for i, m := range planted {
		names[i] = m.Name
	}
	return "fault " + strings.Join(names, ", ")
}

// overlay writes the faulty files and the overlay that puts each in place of the sound one.
func overlay(root string, planted []Mutant, dir string) (string, error) {
	sources := map[string]string{}
	for _, m := range planted {
		if _, read := sources[m.File]; !read {
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.File)))
			if err != nil {
				return "", err
			}
			sources[m.File] = string(text)
		}
		source, err := m.Apply(sources[m.File])
		if err != nil {
			return "", err
		}
		sources[m.File] = source
	}
	replace := map[string]string{}
	for i, file := range slices.Sorted(maps.Keys(sources)) {
		mutated := filepath.Join(dir, fmt.Sprintf("faulty-%d.go", i))
		if err := os.WriteFile(mutated, []byte(sources[file]), 0o644); err != nil {
			return "", err
		}
		sound, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return "", err
		}
		replace[sound] = mutated
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o644)
}
