package mutants

import (
	"context"
	"os/exec"
	"runtime"
)

// mostMemory is the address space, in KiB, of a campaign against a mutant: some fill memory without end.
const mostMemory = "8000000"

// Limited is a command that cannot take all memory of the machine, except on Windows.
func Limited(ctx context.Context, binary string, args []string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.CommandContext(ctx, binary, args...)
	}
	return exec.CommandContext(ctx, "sh",
		append([]string{"-c", "ulimit -v " + mostMemory + "; exec \"$0\" \"$@\"", binary}, args...)...)
}
