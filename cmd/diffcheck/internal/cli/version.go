package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/export"
	"github.com/relspec/relspec/spec"
)

// release is the version that the linker sets in a release (.ci/release); otherwise it is "".
var release string

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of the command, the suite and its file formats",
		Long:    "Print the versions of the command, the suite, the protocol and the exported files.",
		Example: "  diffcheck version",
		Args:    arguments(0, 0),
		RunE:    func(*cobra.Command, []string) error { return a.Print(versionReport{versions()}) },
	}
}

type versionReport struct {
	Version string `json:"version"`
}

func (v versionReport) Text(w *strings.Builder) { fmt.Fprintln(w, v.Version) }

// versions returns the versions of the command and of its file formats as text.
func versions() string {
	command := release
	if info, ok := debug.ReadBuildInfo(); command == "" && ok {
		command = info.Main.Version
	}
	command = cmp.Or(command, "(development)")
	return fmt.Sprintf("diffcheck %s, suite %s, protocol and traces %d, export %d", command, spec.SuiteVersion,
		spec.Version, export.Version)
}
