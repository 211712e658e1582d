package cli

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/play"
)

// printed returns the state in the link that the command prints.
func (b *bench) printed(t *testing.T, args ...string) link.State {
	t.Helper()
	require.Equal(t, console.ExitOK, b.command(append([]string{"play", "--print"}, args...)...), b.err.String())
	address, fragment, _ := strings.Cut(strings.TrimSpace(b.out.String()), "#")
	require.Equal(t, "http://127.0.0.1:7317/", address)
	s, err := link.Parse(fragment)
	require.Nil(t, err)
	return s
}

func TestPlayOpensTracesScenariosAndFindings(t *testing.T) {
	b := newBench()
	s := b.printed(t, "city.jsonl")
	require.Equal(t, "!City", s.Query)
	require.Contains(t, s.World, "LocatedIn")
	b.files["findings/1/trace.jsonl"] = b.files["city.jsonl"]
	require.Equal(t, s, b.printed(t, "findings/1"))
	b.Stdin = strings.NewReader(trace)
	require.Equal(t, s, b.printed(t, "-"))
	b.files["mine.feature"] = &fstest.MapFile{Data: []byte(feature)}
	require.NotEmpty(t, b.printed(t, "mine.feature").World)
	require.NotEmpty(t, b.printed(t, "tags-01").World)

	require.Equal(t, console.ExitBroken, b.command("play", "--print", "nothing"))
	require.Contains(t, b.err.String(), "neither a file")
	b.files["bad.jsonl"] = &fstest.MapFile{Data: []byte("{\n")}
	require.Equal(t, console.ExitBroken, b.command("play", "--print", "bad.jsonl"))
	require.Contains(t, b.err.String(), "line 1")
}

func TestPlayServesThePage(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- serve(ctx, listener, play.Handler()) }()
	for name, kind := range map[string]string{
		"":        "text/html; charset=utf-8",
		"main.js": "text/javascript; charset=utf-8",
	} {
		answer, err := http.Get("http://" + listener.Addr().String() + "/" + name)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusOK, answer.StatusCode)
		require.Equal(t, kind, answer.Header.Get("Content-Type"))
		require.Equal(t, "no-cache", answer.Header.Get("Cache-Control"))
	}
	answer, err := http.Post("http://"+listener.Addr().String()+"/", "text/plain", nil)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusMethodNotAllowed, answer.StatusCode)
	http.DefaultClient.CloseIdleConnections()
	cancel()
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(time.Minute):
		t.Fatal("the server does not end")
	}
}
