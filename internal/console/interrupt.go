package console

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Interruptible returns a context that ends on Ctrl-C, on SIGTERM, or when the terminal is closed
// (unless nohup ignores that). The command then reports the comparisons so far, and the programs
// that it started end. A second signal ends the command immediately.
func Interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	requests := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		requests = append(requests, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(ctx, requests...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
