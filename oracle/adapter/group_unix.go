//go:build unix

package adapter

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownGroup makes the process that cmd will start the head of a process group, so that processes that it starts can
// be ended with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	diesWithUs(cmd)
}

// killGroup ends the process and all that it started, those that made a group of their own excepted.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// guard is a shell in the group of a process that kills the group when we end, however we do: a pipe from us is then
// closed.
type guard struct {
	cmd  *exec.Cmd
	pipe *os.File
}

// guardGroup starts the guard of a process that runs. Without a shell there is none, and nil is given.
func guardGroup(cmd *exec.Cmd) *guard {
	read, write, err := os.Pipe()
	if err != nil {
		return nil
	}
	shell := exec.Command("/bin/sh", "-c", "read line; kill -KILL 0")
	shell.Stdin = read
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: cmd.Process.Pid}
	err = shell.Start()
	_ = read.Close() // it has its own
	if err != nil {
		_ = write.Close()
		return nil
	}
	return &guard{shell, write}
}

// end kills the guard and waits for it.
func (g *guard) end() {
	if g == nil {
		return
	}
	_ = g.cmd.Process.Kill() // most often it was killed with its group
	_ = g.cmd.Wait()
	_ = g.pipe.Close()
}

// pending reports whether a pipe has something to read, without reading it.
func pending(pipe *os.File) bool {
	raw, err := pipe.SyscallConn()
	if err != nil {
		return false
	}
	ready := false
	err = raw.Control(func(fd uintptr) {
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, 0)
		ready = err == nil && n > 0 && fds[0].Revents&unix.POLLIN != 0
	})
	return err == nil && ready
}
