//go:build unix

package main

import "syscall"

// maxRSS is the largest resident set of the process so far, in kB.
func maxRSS() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return int64(usage.Maxrss) //nolint:unconvert // it is smaller on machines of 32 bits
}
