package console

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Interruptible is a context that ends when the user or the system asks the command to: by Ctrl-C, by SIGTERM, or by
// the end of the terminal, unless that is ignored (nohup). The comparisons until then are reported, and the programs
// that were started end with the context. A second request ends the command at once.
func Interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	requests := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		requests = append(requests, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(OrBackground(ctx), requests...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// OrBackground is ctx, or one that never ends where there is none, as in tests.
func OrBackground(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}
