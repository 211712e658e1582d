package adapter

import (
	"cmp"
	"strings"
	"sync"
)

// tail keeps the last bytes that were written to it.
type tail struct {
	mu     sync.Mutex
	limit  int
	stored []byte
}

// Write never fails.
func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stored = append(t.stored, text[max(0, len(text)-t.limit):]...)
	if excess := len(t.stored) - t.limit; excess > 0 {
		t.stored = append(t.stored[:0], t.stored[excess:]...)
	}
	return len(text), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.stored), "\uFFFD")
}

// lastLine returns the most informative line: the message of a Go panic, or else the last line that
// is not part of a stack trace, or else the last line that is not blank.
func (t *tail) lastLine() string {
	last, said := "", ""
	for line := range strings.Lines(t.String()) {
		line = strings.TrimRight(line, "\r\n\t ")
		switch {
		case line == "":
			continue
		case strings.HasPrefix(line, "panic: "), strings.HasPrefix(line, "fatal error: "):
			return firstLine(line)
		case strings.HasPrefix(strings.TrimSpace(line), "what():"):
			said = strings.TrimSpace(line)
		case line[0] != ' ' && line[0] != '\t' && !strings.HasPrefix(line, "Node.js v") && line != "stack traceback:":
			said = line
		}
		last = line
	}
	return firstLine(cmp.Or(said, last))
}

// lastWords returns lastLine as the end of a sentence, or "" if there is none.
func (t *tail) lastWords() string {
	last := t.lastLine()
	if last == "" {
		return ""
	}
	return ", its last words: " + last
}
