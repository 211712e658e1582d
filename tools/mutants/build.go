package mutants

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/relspec/relspec/tools/run"
)

// Build builds a command of the repository at root, [Diffcheck] or [Twin], with the given mutants.
// It needs the go command.
func Build(ctx context.Context, root, command string, planted []Mutant, out string) error {
	var names []string
	sources := map[string]string{}
	for _, m := range planted {
		if m.File == "" {
			continue
		}
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
	return goBuild(ctx, root, command, out, fmt.Sprint("the engine with the mutants ", names), sources)
}

// goBuild builds a command in which some files, relative to root, have other texts. The command may
// belong to the module tools.
func goBuild(ctx context.Context, root, command, out, what string, sources map[string]string) error {
	dir, err := os.MkdirTemp("", "relspec-mutant-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	replaced := map[string]string{}
	for file, text := range sources {
		to := filepath.Join(dir, fmt.Sprintf("%d_%s", len(replaced), path.Base(file)))
		if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
			return err
		}
		replaced[filepath.Join(root, filepath.FromSlash(file))] = to
	}
	err = run.Go(ctx, filepath.Join(root, filepath.FromSlash(command)), filepath.Join(dir, "overlay.json"), replaced,
		"build", "-ldflags=-s -w", "-o", out, ".") // symbols would double the time to link
	if err != nil {
		return fmt.Errorf("%s cannot be built: %w", what, err)
	}
	return nil
}
