//go:build unix

package adapter

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownGroup makes cmd start in a new process group, so that killGroup can also end its children.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	diesWithUs(cmd)
}

// killGroup ends the process and its children, except those that created their own group.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// guard is a shell that kills the process group of an engine when this process ends, even if this
// process is killed. The shell reads from a pipe of this process, which is closed at that time.
type guard struct {
	cmd  *exec.Cmd
	pipe *os.File
}

// guardGroup starts the guard of a running process. It returns nil if there is no shell.
func guardGroup(cmd *exec.Cmd) *guard {
	read, write, err := os.Pipe()
	if err != nil {
		return nil
	}
	shell := exec.Command("/bin/sh", "-c", "read line; kill -KILL 0")
	shell.Stdin = read
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: cmd.Process.Pid}
	err = shell.Start()
	_ = read.Close() // the shell has its own copy
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
	_ = g.cmd.Process.Kill() // usually it was killed with its group already
	_ = g.cmd.Wait()
	_ = g.pipe.Close()
}

// pending reports whether a pipe has data to read.
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
