package mutants

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Build builds the command diffcheck of the repository at root with a fault, or without where m is nil, and writes it
// to the file out. It needs the go command; the folder of out also gets the overlay.
func Build(ctx context.Context, root string, m *Mutant, out string) error {
	args := []string{"build", "-ldflags=-s -w", "-o", out} // symbols would double the time to link
	if m != nil {
		overlay, err := m.overlay(root, filepath.Dir(out))
		if err != nil {
			return err
		}
		args = append(args, "-overlay", overlay)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "./cmd/diffcheck")...)
	cmd.Dir = root
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		name := "the engine without a fault"
		if m != nil {
			name = "fault " + m.Name
		}
		return fmt.Errorf("%s cannot be built: %w\n%s", name, err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}

// overlay writes the faulty file and the overlay that puts it in place of the sound one.
func (m Mutant) overlay(root, dir string) (string, error) {
	source, err := m.mutated(root)
	if err != nil {
		return "", err
	}
	mutated := filepath.Join(dir, m.Name+".go")
	if err := os.WriteFile(mutated, []byte(source), 0o644); err != nil {
		return "", err
	}
	sound, err := filepath.Abs(filepath.Join(root, filepath.FromSlash(m.File)))
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {sound: mutated}})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o644)
}
