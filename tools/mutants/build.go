package mutants

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/relspec/relspec/tools/run"
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

// goBuild builds a command with an overlay of the replaced files. The command may belong to the module
// tools.
func goBuild(ctx context.Context, root, command, out, what string, replaced map[string]string) error {
	overlay := filepath.Join(filepath.Dir(out), "overlay.json")
	err := run.Go(ctx, filepath.Join(root, filepath.FromSlash(command)), overlay, replaced, "build",
		"-ldflags=-s -w", "-o", out, ".") // symbols would double the time to link
	if err != nil {
		return fmt.Errorf("%s cannot be built: %w", what, err)
	}
	return nil
}
