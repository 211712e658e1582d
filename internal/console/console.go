// Package console is what the sub-commands of diffcheck speak and listen with: their streams and
// exit codes, reports as text or JSON, progress, interruption, the choice of -run and -skip,
// shards, and files of results that a run goes on with.
package console

import (
	"errors"
	"fmt"
	"io"
)

// The exit codes.
const (
	ExitOK       = 0
	ExitDiverged = 1 // engines disagree, a scenario fails, or nothing was compared where something should be
	ExitBroken   = 2 // wrong usage, or input that cannot be read
)

// ErrDiverged ends a command with exit code 1 after it has reported the divergence.
var ErrDiverged = errors.New("diverged")

// Usagef is an error of the user's, with exit code 2.
func Usagef(format string, args ...any) error { return fmt.Errorf(format, args...) }

// Console is the streams of a command and the form of its reports.
type Console struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	JSON           bool // reports are JSON
	Verbose        bool // reports show every counter
}
