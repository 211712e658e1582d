package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/relspec/relspec/internal/export"
	"github.com/relspec/relspec/spec"
)

// release is the version that the linker writes into the command of a release (.ci/release); "" in any other.
var release string

// versions are those of the command and of the forms that it reads and writes.
func versions() string {
	command := release
	if info, ok := debug.ReadBuildInfo(); command == "" && ok {
		command = info.Main.Version
	}
	command = cmp.Or(command, "(development)")
	return fmt.Sprintf("diffcheck %s, suite %s, protocol and traces %d, export %d", command, spec.SuiteVersion,
		spec.Version, export.Version)
}
