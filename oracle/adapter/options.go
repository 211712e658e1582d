package adapter

import "time"

// Options are the working directory, the environment and the limits of a [Process]. If a field is
// zero, its default holds.
type Options struct {
	Dir string   // working directory, default the caller's
	Env []string // NAME=value, added to the caller's environment

	StartTimeout time.Duration // from the start to the answer to hello, default 30 s
	Timeout      time.Duration // for every other request, default 10 s
	MaxTimeout   time.Duration // maximum of Timeout after SetPatience has multiplied it, 0: no maximum
	Grace        time.Duration // from quit until the process is killed, default 2 s

	MaxResponse int // bytes of an answer, default [MaxResponse]
	MaxStderr   int // how much of the end of standard error to keep, default 64 KiB
}

func (o Options) withDefaults() Options {
	o.StartTimeout = positive(o.StartTimeout, 30*time.Second)
	o.Timeout = positive(o.Timeout, 10*time.Second)
	o.Grace = positive(o.Grace, 2*time.Second)
	o.MaxResponse = positive(o.MaxResponse, MaxResponse)
	o.MaxStderr = positive(o.MaxStderr, 64<<10)
	return o
}

func positive[T int | time.Duration](n, otherwise T) T {
	if n > 0 {
		return n
	}
	return otherwise
}
