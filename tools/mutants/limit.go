package mutants

import (
	"context"
	"os/exec"
	"runtime"
)

// maxMemory is the address space, in KiB, of a campaign against a mutant. Some mutants allocate
// without end.
const maxMemory = "8000000"

// Limited returns a command that cannot use all memory of the machine, except on Windows.
func Limited(ctx context.Context, binary string, args []string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.CommandContext(ctx, binary, args...)
	}
	return exec.CommandContext(ctx, "sh",
		append([]string{"-c", "ulimit -v " + maxMemory + "; exec \"$0\" \"$@\"", binary}, args...)...)
}
