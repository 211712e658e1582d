package adapter

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/relspec/relspec/spec"
)

// child is a running process with its pipes. One goroutine waits for the process and ends with it.
type child struct {
	ctx     context.Context // when ctx is done, the process is killed
	cmd     *exec.Cmd
	in      *os.File
	outFile *os.File
	out     *bufio.Reader
	stderr  *tail

	timedOut atomic.Bool
	ended    atomic.Bool // ctx was done while the process ran
	killing  sync.Once
	done     chan struct{} // closed when the process is gone and reaped
	exit     error         // the result of Wait; valid once done is closed
}

// lingering limits two waits: for pipes that other processes still hold open after the process
// ended, and for a process to end after it closed its output.
const lingering = time.Second

func startChild(ctx context.Context, words []string, o Options) (*child, error) {
	c := &child{ctx: ctx, stderr: &tail{limit: o.MaxStderr}, done: make(chan struct{})}
	c.cmd = exec.CommandContext(ctx, words[0], words[1:]...)
	c.cmd.Dir = o.Dir
	c.cmd.Env = append(os.Environ(), o.Env...)
	c.cmd.Stderr = c.stderr
	c.cmd.WaitDelay = lingering
	c.cmd.Cancel = func() error {
		c.ended.Store(true)
		c.kill()
		return nil
	}
	ownGroup(c.cmd)

	theirIn, ourIn, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	ourOut, theirOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, theirIn.Close(), ourIn.Close())
	}
	c.in, c.outFile, c.out = ourIn, ourOut, bufio.NewReaderSize(ourOut, 64<<10)
	c.cmd.Stdin, c.cmd.Stdout = theirIn, theirOut
	started := make(chan error)
	go c.live(started)
	err = <-started
	_, _ = theirIn.Close(), theirOut.Close()
	if err != nil {
		_, _ = ourIn.Close(), ourOut.Close()
		return nil, err
	}
	return c, nil
}

// live starts the process and waits for its end. It locks its OS thread for that time, because on
// Linux the process is killed when the thread that started it ends; see diesWithUs.
func (c *child) live(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := c.cmd.Start(); err != nil {
		started <- err
		return
	}
	guard := guardGroup(c.cmd)
	started <- nil
	c.exit = c.cmd.Wait()
	killGroup(c.cmd)
	guard.end()
	close(c.done)
}

// kill kills the process and makes pending reads and writes fail. It does not wait.
func (c *child) kill() {
	c.killing.Do(func() {
		select {
		case <-c.done:
		default:
			killGroup(c.cmd)
		}
		_, _ = c.in.Close(), c.outFile.Close()
	})
}

// stop kills the process and waits until it is reaped.
func (c *child) stop() {
	c.kill()
	<-c.done
}

// end closes the input of the process, waits up to grace for it to end, and then stops it.
func (c *child) end(grace time.Duration) {
	_ = c.in.Close()
	c.await(grace)
	c.stop()
}

func (c *child) await(limit time.Duration) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-c.done:
	case <-timer.C:
	}
}

// exchange sends a request and reads the answer, one line each. After an error the process cannot
// be used again.
func (c *child) exchange(request []byte, timeout time.Duration, maxResponse int) ([]byte, *spec.Error) {
	if c.out.Buffered() > 0 || pending(c.outFile) {
		return nil, spec.Errorf(spec.CodeGarbage, "the process printed a line that answers no request")
	}
	begun := time.Now()
	timer := time.AfterFunc(timeout, func() {
		c.timedOut.Store(true)
		c.kill()
	})
	defer timer.Stop()
	_, err := c.in.Write(request)
	var answer []byte
	if err == nil {
		var complete bool
		answer, complete, err = readLine(c.out, maxResponse)
		if err == nil && !complete {
			err = io.ErrUnexpectedEOF
		}
	}
	if !timer.Stop() {
		return nil, spec.Errorf(spec.CodeTimeout, "no answer within %v", timeout)
	}
	if err != nil && c.ended.Load() {
		c.stop()
		return nil, spec.Errorf(codeOfEnd(c.ctx), "no answer within %v", time.Since(begun).Round(time.Millisecond))
	}
	if err != nil {
		return nil, c.failure(err, maxResponse)
	}
	return answer, nil
}

// codeOfEnd returns the error code of requests that were interrupted by the end of ctx: timeout if
// its deadline has passed, otherwise crash.
func codeOfEnd(ctx context.Context) spec.ErrorCode {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return spec.CodeTimeout
	}
	return spec.CodeCrash
}

// failure converts the error of a read or write.
func (c *child) failure(err error, maxResponse int) *spec.Error {
	if errors.Is(err, errTooLong) {
		return spec.Errorf(spec.CodeGarbage, "the process floods: an answer has at most %d bytes", maxResponse)
	}
	c.await(lingering)
	c.stop()
	how := "closed its output"
	if c.exit != nil {
		how = fmt.Sprintf("ended with %q", c.exit.Error())
	} else if c.cmd.ProcessState.Exited() {
		how = "ended without being asked to"
	}
	how += c.stderr.lastWords()
	return spec.Errorf(spec.CodeCrash, "the process %s", how)
}
