package adapter

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/relspec/relspec/spec"
)

// Server offers an engine to a harness. The zero values of the limits mean [MaxRequest] and [MaxResponse].
type Server struct {
	// New gives an empty world; it is called at each reset, with a profile that Info lists.
	New func(spec.Profile) spec.Engine
	// Info answers hello. Serve fills in its Protocol; Profiles must not be empty.
	Info spec.Info

	MaxRequest  int
	MaxResponse int
}

// Serve offers newEngine with the default limits, see [Server.Serve].
func Serve(
	ctx context.Context, r io.Reader, w io.Writer, newEngine func(spec.Profile) spec.Engine, info spec.Info,
) error {
	return (&Server{New: newEngine, Info: info}).Serve(ctx, r, w)
}

// Serve answers the requests in r, one line each, with one line each on w, until quit or the end of r, which are
// no errors; it errs when r or w does, and when ctx is done, which it notices between two requests: to end a read
// that waits, close r.
//
// hello, reset, quit and note are answered here, everything else by the engine of the last reset. A
// line that is no request is answered `syntax`, one that is too long or too deeply nested `limit`,
// an operation that version 1 does not have `unsupported`; none of them reaches the engine. For
// example, {"op":"fly"} is answered `unsupported`, also before the first reset. An engine that
// panics is answered for with `crash`, from then on until the next reset.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	if s.New == nil || len(s.Info.Profiles) == 0 {
		return errors.New("a server needs a way to make engines and at least one profile")
	}
	session := newSession(s)
	in, out := bufio.NewReaderSize(r, 64<<10), bufio.NewWriterSize(w, 64<<10)
	for !session.ended {
		if err := ctx.Err(); err != nil {
			return err
		}
		line, err := readRequest(in, session.maxRequest)
		switch {
		case errors.Is(err, io.EOF):
			return out.Flush()
		case errors.Is(err, errTooLong):
			session.refuse(spec.Errorf(spec.CodeLimit, "a request has at most %d bytes", session.maxRequest))
		case err != nil:
			return fmt.Errorf("read a request: %w", err)
		case len(line) == 0:
			continue
		default:
			session.request(line)
		}
		if _, err := out.Write(session.answer); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
		if waits(in) {
			if err := out.Flush(); err != nil {
				return fmt.Errorf("write an answer: %w", err)
			}
		}
	}
	return out.Flush()
}

// readRequest reads a line without the blanks around it, and all of a line that is too long.
func readRequest(in *bufio.Reader, limit int) ([]byte, error) {
	line, complete, err := readLine(in, limit)
	if errors.Is(err, errTooLong) && !complete {
		if skipped := skipLine(in); skipped != nil && !errors.Is(skipped, io.EOF) {
			return nil, skipped
		}
	}
	return bytes.TrimSpace(line), err
}

// waits reports whether the next request may have to be waited for, so that answers must not stay in the buffer.
func waits(in *bufio.Reader) bool {
	next, err := in.Peek(in.Buffered())
	return err != nil || !bytes.ContainsRune(next, '\n')
}
