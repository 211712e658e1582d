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

// Server serves an engine to a client. If a limit is 0, it defaults to [MaxRequest] or
// [MaxResponse].
type Server struct {
	// New returns an empty world. It is called for each reset, with a profile that Info lists.
	New func(spec.Profile) spec.Engine
	// Info is the answer to hello. Serve sets its Protocol. Profiles must not be empty.
	Info spec.Info

	MaxRequest  int
	MaxResponse int
}

// Serve serves newEngine with the default limits; see [Server.Serve].
func Serve(
	ctx context.Context, r io.Reader, w io.Writer, newEngine func(spec.Profile) spec.Engine, info spec.Info,
) error {
	return (&Server{New: newEngine, Info: info}).Serve(ctx, r, w)
}

// Serve reads requests from r and writes answers to w, one line each. It returns nil after quit or
// at the end of r. It returns an error if r or w fails or ctx is done. Serve checks ctx only
// between two requests; to interrupt a pending read, close r.
//
// Serve answers hello, reset, quit and note itself and passes all other operations to the engine of
// the latest reset. A line that is not a request is answered with `syntax`, one that is too long or
// too deeply nested with `limit`, and one with an unknown operation, such as {"op":"fly"}, with
// `unsupported`. If the engine panics, Serve answers with `crash` until the next reset.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	if s.New == nil || len(s.Info.Profiles) == 0 {
		return errors.New("a server needs New and at least one profile in Info")
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
		if mustFlush(in) {
			if err := out.Flush(); err != nil {
				return fmt.Errorf("write an answer: %w", err)
			}
		}
	}
	return out.Flush()
}

// readRequest returns the next line without surrounding blanks. If the line is too long, it skips
// the rest.
func readRequest(in *bufio.Reader, limit int) ([]byte, error) {
	line, complete, err := readLine(in, limit)
	if errors.Is(err, errTooLong) && !complete {
		if skipped := skipLine(in); skipped != nil && !errors.Is(skipped, io.EOF) {
			return nil, skipped
		}
	}
	return bytes.TrimSpace(line), err
}

// mustFlush reports whether no complete request is buffered, so that pending answers must be
// flushed.
func mustFlush(in *bufio.Reader) bool {
	next, err := in.Peek(in.Buffered())
	return err != nil || !bytes.ContainsRune(next, '\n')
}
