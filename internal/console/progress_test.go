package console

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func TestProgressMovesOnATerminal(t *testing.T) {
	var out bytes.Buffer
	p := &Progress{w: &out, width: 80, now: time.Now}
	p.Begin("campaign")
	p.Update("1 s")
	p.End()
	const erase = "\r\x1b[K"
	require.Equal(t, erase+"campaign      ..."+erase+"campaign      1 s"+erase, out.String())
}

func TestProgressIsPlainElsewhere(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
	clock := time.Unix(0, 0)
	p.now = func() time.Time { return clock }
	p.Begin("campaign")
	for range 150 {
		clock = clock.Add(time.Second)
		p.Update(clock.UTC().Format("4:05"))
	}
	p.End()
	require.Equal(t, "campaign      1:00\ncampaign      2:00\n", out.String(), "a short phase says nothing")
}

const hostile = "\x1b]0;owned\x07\u202e"

func TestProgressIsEscapedAndShort(t *testing.T) {
	for _, width := range []int{0, 200} {
		var out bytes.Buffer
		clock := time.Unix(0, 0)
		p := &Progress{w: &out, width: width, now: func() time.Time { return clock }}
		p.Begin(hostile)
		clock = clock.Add(time.Hour)
		p.Update(hostile + "\nsecond" + strings.Repeat("x", 10_000))
		p.End()
		text := strings.ReplaceAll(out.String(), "\r\x1b[K", "")
		require.False(t, spec.Hides(text), "%q", text)
		require.Contains(t, text, `\x1b]0;owned\x07\u202e\nsecondxx`)
		require.Less(t, len(text), 3*spec.MaxPrintable)
	}
}
