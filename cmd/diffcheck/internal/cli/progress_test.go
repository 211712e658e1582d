package cli

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgressMovesOnATerminal(t *testing.T) {
	var out bytes.Buffer
	p := &progress{w: &out, moving: true, now: time.Now}
	p.begin("campaign")
	p.update("1 s")
	p.end("done")
	const erase = "\r\x1b[K"
	require.Equal(t, erase+"campaign      ..."+erase+"campaign      1 s"+erase, out.String())
}

func TestProgressIsPlainElsewhere(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
	clock := time.Unix(0, 0)
	p.now = func() time.Time { return clock }
	p.begin("campaign")
	for range 11 {
		clock = clock.Add(time.Second)
		p.update(clock.UTC().Format("05") + " s")
	}
	p.end("done")
	require.Equal(t, "campaign      05 s\ncampaign      10 s\ncampaign      done\n", out.String())
}
