//go:build unix

package adapter

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the process that cmd will start the head of a process group, so that what it starts itself can
// be ended with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the process and all that it started, those that made a group of their own excepted.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
