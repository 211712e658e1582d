package mutants

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Build builds a command of the repository at root, [Diffcheck] or [Twin], with the given mutants.
// It writes the command to the file out and the overlay next to it. It needs the go command.
func Build(ctx context.Context, root, command string, planted []Mutant, out string) error {
	what, dir := "the engine without a mutant", filepath.Dir(out)
	if len(planted) == 0 {
		return goBuild(ctx, root, command, out, what, nil)
	}
	sources := map[string]string{}
	var names []string
	for _, m := range planted {
		names = append(names, m.Name)
		if _, read := sources[m.File]; !read {
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.File)))
			if err != nil {
				return err
			}
			sources[m.File] = string(text)
		}
		source, err := m.Apply(sources[m.File])
		if err != nil {
			return err
		}
		sources[m.File] = source
	}
	replaced := map[string]string{}
	for file, text := range sources {
		sound, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return err
		}
		replaced[sound] = filepath.Join(dir, fmt.Sprintf("mutated%d.go", len(replaced)))
		if err := os.WriteFile(replaced[sound], []byte(text), 0o644); err != nil {
			return err
		}
	}
	return goBuild(ctx, root, command, out, "mutant "+strings.Join(names, ", "), replaced)
}

// goBuild builds a command with an overlay of the replaced files.
func goBuild(ctx context.Context, root, command, out, what string, replaced map[string]string) error {
	args := []string{"build", "-ldflags=-s -w", "-o", out} // symbols would double the time to link
	if len(replaced) > 0 {
		text, err := json.Marshal(map[string]map[string]string{"Replace": replaced})
		if err != nil {
			return err
		}
		overlay := filepath.Join(filepath.Dir(out), "overlay.json")
		if err := os.WriteFile(overlay, text, 0o644); err != nil {
			return err
		}
		args = append(args, "-overlay", overlay)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, ".")...)
	cmd.Dir = filepath.Join(root, filepath.FromSlash(command)) // the command may belong to the module tools
	// With the default GOGC=100 a fifth of the compile time is garbage collection. GOGC in the
	// environment comes later and wins.
	cmd.Env = append([]string{"GOGC=400"}, os.Environ()...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s cannot be built: %w\n%s", what, err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}
