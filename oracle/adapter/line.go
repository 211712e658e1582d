package adapter

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Default limits.
const (
	MaxRequest  = 1 << 20  // bytes of a request, as for a line of a trace
	MaxResponse = 16 << 20 // bytes of an answer
)

var errTooLong = errors.New("line is too long")

// readLine returns the next line without its line ending. If the line has more than limit bytes,
// readLine returns errTooLong before it has read the rest; use skipLine to skip it. complete is
// false if the last line has no line feed.
func readLine(r *bufio.Reader, limit int) (line []byte, complete bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(bytes.TrimRight(part, "\r\n")) > limit {
			return nil, err == nil, errTooLong
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return trimLineEnd(line), true, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, false, nil
		default:
			return nil, false, err
		}
	}
}

func trimLineEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}

// skipLine skips the rest of a line.
func skipLine(r *bufio.Reader) error {
	for {
		_, err := r.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}
