//go:build !unix

package mutants

import (
	"context"
	"os/exec"
)

// limited runs a command; this system has no limit of memory that could be set.
func limited(ctx context.Context, binary string, args []string) *exec.Cmd {
	return exec.CommandContext(ctx, binary, args...)
}
