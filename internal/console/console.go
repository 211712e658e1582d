// Package console is the user interface of the sub-commands of diffcheck and lab: streams and exit codes,
// reports as text or JSON, progress, interruption, and the selection by -run and -skip.
package console

import (
	"errors"
	"io"
)

// The exit codes.
const (
	ExitOK       = 0
	ExitDiverged = 1 // engines differ, a scenario fails, or nothing was compared
	ExitBroken   = 2 // wrong usage, or input that cannot be read
)

// ErrDiverged makes a command exit with code 1. The command has already reported the divergence. Any
// other error makes it exit with code 2.
var ErrDiverged = errors.New("diverged")

// Console holds the streams of a command and the format of its reports.
type Console struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	JSON           bool // print reports as JSON
	Verbose        bool // reports show every counter
}
