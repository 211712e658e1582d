package adapter

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Limits of version 1 where the options do not say otherwise.
const (
	MaxRequest  = 1 << 20  // bytes of a request line, the same as a line of a trace
	MaxResponse = 16 << 20 // bytes of an answer
)

var errTooLong = errors.New("line is too long")

// readLine reads up to the next line feed, which it drops with a carriage return before it. A line of more than
// limit bytes is errTooLong at once, however long it goes on; skipLine drops the rest. The last line may lack its
// line feed, then complete is false.
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

// skipLine drops the rest of a line.
func skipLine(r *bufio.Reader) error {
	for {
		_, err := r.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}
