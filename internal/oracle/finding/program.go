package finding

import (
	"os"
	"path/filepath"
	"strings"
)

// program returns the first words of the commands in reports: the path with which this program was
// started. If "go run" or a test started it, program returns a "go run" command that works in a
// clone or in another module.
func program() string {
	if len(os.Args) == 0 {
		return inClone
	}
	_, err := os.Stat(filepath.Join("cmd", "diffcheck", "main.go"))
	return programOf(os.Args[0], err == nil)
}

const inClone = "go run ./cmd/diffcheck"

func programOf(started string, clone bool) string {
	name := strings.TrimSuffix(filepath.Base(started), ".exe")
	switch {
	case name != "diffcheck":
		return inClone
	case !strings.Contains(filepath.ToSlash(started), "/go-build"):
		return started
	case clone:
		return inClone
	}
	return "go run github.com/relspec/relspec/cmd/diffcheck"
}

// Command returns a command line of diffcheck that can be pasted: the program as it was started,
// and the arguments, quoted if needed.
func Command(args ...string) string {
	line := program()
	for _, a := range args {
		if a == "" || strings.ContainsAny(a, " \t\"'$&|;<>()*?\\`") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		line += " " + a
	}
	return line
}
