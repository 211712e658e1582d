//go:build unix

package adapter_test

import (
	"errors"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// noChildren checks that the process has no children, zombies included.
func noChildren(t *testing.T) {
	var status syscall.WaitStatus
	_, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil)
	require.ErrorIs(t, err, syscall.ECHILD, "a child process remains")
}

// running reports whether a process exists.
func running(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
