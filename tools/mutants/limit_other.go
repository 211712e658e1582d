//go:build !unix

package mutants

import (
	"context"
	"os/exec"
)

// Limited is a command; this system has no limit of memory that could be set.
func Limited(ctx context.Context, binary string, args []string) *exec.Cmd {
	return exec.CommandContext(ctx, binary, args...)
}
