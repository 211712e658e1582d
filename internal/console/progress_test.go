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
	p := &Progress{w: &out, moving: true, now: time.Now}
	p.Begin("campaign")
	p.Update("1 s")
	p.End("done")
	const erase = "\r\x1b[K"
	require.Equal(t, erase+"campaign      ..."+erase+"campaign      1 s"+erase, out.String())
}

func TestProgressIsPlainElsewhere(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
	clock := time.Unix(0, 0)
	p.now = func() time.Time { return clock }
	p.Begin("campaign")
	for range 11 {
		clock = clock.Add(time.Second)
		p.Update(clock.UTC().Format("05") + " s")
	}
	p.End("done")
	require.Equal(t, "campaign      05 s\ncampaign      10 s\ncampaign      done\n", out.String())
}

const painted = "\x1b]0;owned\x07\u202e"

func TestProgressIsEscapedAndShort(t *testing.T) {
	for _, moving := range []bool{false, true} {
		var out bytes.Buffer
		clock := time.Unix(0, 0)
		p := &Progress{w: &out, moving: moving, now: func() time.Time { return clock }}
		p.Begin(painted)
		clock = clock.Add(time.Hour)
		p.Update(painted + "\nsecond" + strings.Repeat("x", 10_000))
		p.End(painted)
		text := strings.ReplaceAll(out.String(), "\r\x1b[K", "")
		require.False(t, spec.Hides(text), "%q", text)
		require.Contains(t, text, `\x1b]0;owned\x07\u202e\nsecondxx`)
		require.Less(t, len(text), 3*spec.MaxShown)
	}
}
