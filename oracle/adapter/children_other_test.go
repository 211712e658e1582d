//go:build !unix

package adapter_test

import "testing"

// noChildren does nothing, because this system cannot list child processes.
func noChildren(*testing.T) {}

// running always fails the test, because this system cannot check a process.
func running(int) bool { return false }
