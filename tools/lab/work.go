package main

import (
	"context"
	"os"
	"sync"
	"time"

	"github.com/relspec/relspec/internal/console"
)

// work calls do with a folder for temporary files and a function that shows the progress. If the user
// interrupts the command, the context ends.
func work(
	ctx context.Context, c *console.Console, name string, do func(ctx context.Context, dir string, say func(string)) error,
) error {
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	dir, err := os.MkdirTemp("", "relspec-"+name+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
	progress := c.ShowProgress()
	progress.Begin(name)
	defer progress.End()
	return do(ctx, dir, progress.Update)
}

// inLanes calls do for 0 to n-1, in several goroutines ("lanes"), and done with each result, one at a time.
// It starts no more calls after an error, after the context has ended, or after until, unless that is zero.
// Results of interrupted calls are ignored.
func inLanes[T any](
	ctx context.Context, lanes, n int, until time.Time, do func(lane, i int) (T, error), done func(i int, result T) error,
) error {
	var mu sync.Mutex // guards next, failed and calls of done
	var failed error
	next := 0
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if next == n || failed != nil || ctx.Err() != nil || !until.IsZero() && time.Now().After(until) {
			return 0, false
		}
		next++
		return next - 1, true
	}
	var running sync.WaitGroup
	for lane := range lanes {
		running.Go(func() {
			for i, more := take(); more; i, more = take() {
				result, err := do(lane, i)
				if ctx.Err() != nil {
					return
				}
				mu.Lock()
				if err == nil {
					err = done(i, result)
				}
				if failed == nil {
					failed = err
				}
				mu.Unlock()
			}
		})
	}
	running.Wait()
	return failed
}

// deadline returns the end of a time limit from now on. It is zero if there is no limit.
func deadline(limit time.Duration) time.Time {
	if limit == 0 {
		return time.Time{}
	}
	return time.Now().Add(limit)
}
