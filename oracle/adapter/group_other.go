//go:build !unix

package adapter

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup ends the process; what it started itself is left to notice that its pipes are closed.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
