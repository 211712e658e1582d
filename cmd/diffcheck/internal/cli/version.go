package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/relspec/relspec/internal/export"
	"github.com/relspec/relspec/spec"
)

// versions are those of the command and of the forms that it reads and writes.
func versions() string {
	command := "(development)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		command = info.Main.Version
	}
	return fmt.Sprintf("diffcheck %s, suite %s, protocol and traces %d, export %d", command, spec.SuiteVersion, spec.Version, export.Version)
}
