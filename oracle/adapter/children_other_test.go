//go:build !unix

package adapter_test

import "testing"

// noChildren cannot be checked here.
func noChildren(*testing.T) {}

// running is not known here; a test that needs it fails.
func running(int) bool { return false }
