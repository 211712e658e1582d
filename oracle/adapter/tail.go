package adapter

import (
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

// lastLine is the last line that is not blank.
func (t *tail) lastLine() string {
	text := strings.TrimSpace(t.String())
	return firstLine(text[strings.LastIndexByte(text, '\n')+1:])
}

// lastWords is the last line as the end of a sentence, or "".
func (t *tail) lastWords() string {
	last := t.lastLine()
	if last == "" {
		return ""
	}
	return ", its last words: " + last
}
