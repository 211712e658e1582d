//go:build unix

package mutants

import (
	"context"
	"os/exec"
)

// mostMemory is the address space, in KiB, of a campaign against a fault: some faults fill memory without end.
const mostMemory = "8000000"

// Limited is a command that cannot take all memory of the machine.
func Limited(ctx context.Context, binary string, args []string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", append([]string{"-c", "ulimit -v " + mostMemory + "; exec \"$0\" \"$@\"", binary}, args...)...)
}
