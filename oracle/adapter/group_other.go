//go:build !unix

package adapter

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

// killGroup kills the process. Its child processes see that their pipes are closed.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

type guard struct{}

func guardGroup(*exec.Cmd) *guard { return nil }

func (*guard) end() {}

// pending is not implemented on this system, so an unrequested line is read as the next answer.
func pending(*os.File) bool { return false }
