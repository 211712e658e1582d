package run

import (
	"context"
	"os/exec"
	"runtime"
	"strings"
)

// maxMemory is the address space, in KiB, of a process with a mutant. Some mutants allocate without
// end.
const maxMemory = "8000000"

// Limited returns a command that cannot use all memory of the machine, except on Windows.
func Limited(ctx context.Context, binary string, args []string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return exec.CommandContext(ctx, binary, args...)
	}
	return exec.CommandContext(ctx, "sh",
		append([]string{"-c", "ulimit -v " + maxMemory + "; exec \"$0\" \"$@\"", binary}, args...)...)
}

// Fatal returns the line of the output of a process that says why it ended.
func Fatal(said string) string {
	for line := range strings.Lines(said) {
		for _, prefix := range []string{"fatal error", "panic", "runtime:", "diffcheck:"} {
			if strings.HasPrefix(line, prefix) {
				return strings.TrimSpace(line)
			}
		}
	}
	return "no message"
}
