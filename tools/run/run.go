// Package run runs commands of the system.
package run

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Output runs a command in a folder and returns its standard output. env has further variables, which
// the environment overrides. The error contains what the command wrote.
func Output(ctx context.Context, folder string, env []string, name string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, name, args...)
	command.Dir, command.Env = folder, slices.Concat(env, os.Environ())
	var said bytes.Buffer
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(name), strings.Join(args, " "), err, out, said.Bytes())
	}
	return string(out), nil
}

// Go runs a subcommand of go in a folder. replaced maps source files to the files that the compiler
// reads instead. Go writes this map to the file overlay, for the flag -overlay.
func Go(ctx context.Context, folder, overlay string, replaced map[string]string, verb string, args ...string) error {
	text, err := json.Marshal(map[string]map[string]string{"Replace": replaced})
	if err != nil {
		return err
	}
	if err := os.WriteFile(overlay, text, 0o644); err != nil {
		return err
	}
	// With the default GOGC=100 a fifth of the compile time is garbage collection.
	_, err = Output(ctx, folder, []string{"GOGC=400"}, "go", append([]string{verb, "-overlay", overlay}, args...)...)
	return err
}
