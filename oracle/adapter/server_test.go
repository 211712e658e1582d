package adapter_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

const reset = `{"op":"reset"}` + "\n"

func serve(t *testing.T, requests string) []string {
	t.Helper()
	var out bytes.Buffer
	server := &adapter.Server{New: newFake, Info: fakeInfo(), MaxRequest: 2000, MaxResponse: 1000}
	require.NoError(t, server.Serve(context.Background(), strings.NewReader(requests), &out))
	require.True(t, out.Len() == 0 || strings.HasSuffix(out.String(), "\n"))
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	return lines
}

func TestServerAnswersLineByLine(t *testing.T) {
	require.Equal(t, []string{
		`{"ok":true,"info":{"implementation":"fake","version":"1","language":"Go","protocol":1,"profiles":["flecs-3","flecs-4"],"capabilities":{}}}`,
		`{"ok":true}`,
		`{"ok":true}`,
		`{"ok":true,"value":true}`,
		`{"ok":true}`,
		`{"ok":true}`,
		`{"ok":true,"value":false}`,
		`{"ok":true}`,
	}, serve(t, strings.Join([]string{
		`{"op":"hello"}`,
		`{"op":"reset","profile":"flecs-4"}`,
		`{"op":"entity","entity":"a"}`,
		"",
		`  {"op":"alive","entity":"a"}  ` + "\r",
		`{"op":"note","text":"a comment"}`,
		`{"op":"reset"}`,
		`{"op":"alive","entity":"a"}`,
		`{"op":"quit"}`,
		`{"op":"alive","entity":"never answered"}`,
	}, "\n")))
}

func TestServerContinuesAfterARefusal(t *testing.T) {
	alive := `{"op":"alive","entity":"a"}`
	cases := map[string]struct{ request, code, message string }{
		"no JSON":        {`hello`, "syntax", "one JSON object"},
		"two values":     {`{"op":"dump"}{"op":"dump"}`, "syntax", "one JSON object"},
		"an array":       {`[]`, "syntax", "one JSON object"},
		"no operation":   {`{"entity":"a"}`, "syntax", `"op"`},
		"foreign":        {`{"op":"explode"}`, "unsupported", "explode"},
		"unknown field":  {`{"op":"alive","entiy":"a"}`, "syntax", "entiy"},
		"other letters":  {`{"Op":"alive","entity":"a"}`, "syntax", "Op"},
		"a key twice":    {`{"op":"alive","op":"dump","entity":"a"}`, "syntax", `"op" occurs twice`},
		"wrong type":     {`{"op":"alive","entity":3}`, "syntax", "number"},
		"terms and expr": {`{"op":"query","expr":"A","terms":[]}`, "syntax", "give one of them"},
		"not UTF-8":      {"{\"op\":\"alive\",\"entity\":\"\xff\"}", "syntax", "UTF-8"},
		"deep": {
			`{"op":"query","terms":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}`,
			"limit", "256",
		},
		"too long":         {`{"op":"note","text":"` + strings.Repeat("x", 3000) + `"}`, "limit", "2000 bytes"},
		"too long answer":  {`{"op":"plan","expr":"A"}`, "limit", "1000 bytes"},
		"unknown profile":  {`{"op":"reset","profile":"unity"}`, "invalid", "unity"},
		"lacking profile":  {`{"op":"reset","profile":"flecs-3-beta"}`, "unsupported", "flecs-3, flecs-4"},
		"unknown option":   {`{"op":"reset","options":{"z":1,"fast":true}}`, "unsupported", "fast"},
		"engine's refusal": {`{"op":"dump"}`, "unsupported", "the fake"},
		"long words":       {`{"op":"` + strings.Repeat("x", 1500) + `"}`, "unsupported", "xxx..."},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			answers := serve(t, reset+c.request+"\n"+alive+"\n")
			require.Len(t, answers, 3)
			require.Equal(t, `{"ok":true,"value":false}`, answers[2])
			outcome, err := spec.DecodeOutcome(spec.OpNote, []byte(answers[1]))
			require.NoError(t, err)
			require.NotNil(t, outcome.Err, answers[1])
			require.Equal(t, c.code, string(outcome.Err.Code), answers[1])
			require.Contains(t, outcome.Err.Message, c.message)
			require.Less(t, len(answers[1]), 400)
		})
	}
}

func TestServerNeedsAWorld(t *testing.T) {
	require.Contains(t, serve(t, `{"op":"alive","entity":"a"}`)[0], `"code":"invalid"`)
}

func TestPanicIsACrashUntilReset(t *testing.T) {
	answers := serve(t, reset+`{"op":"delete","entity":"panic"}
{"op":"alive","entity":"a"}
{"op":"reset"}
{"op":"alive","entity":"a"}`)
	crash := `{"ok":false,"error":{"code":"crash","message":"the engine panicked: out of cheese"}}`
	require.Equal(t, []string{`{"ok":true}`, crash, crash, `{"ok":true}`, `{"ok":true,"value":false}`}, answers)
}

func TestServerWithoutProfilesOrEnginesIsRefused(t *testing.T) {
	err := adapter.Serve(context.Background(), strings.NewReader(""), io.Discard, newFake, spec.Info{})
	require.ErrorContains(t, err, "profile")
	err = adapter.Serve(context.Background(), strings.NewReader(""), io.Discard, nil, fakeInfo())
	require.ErrorContains(t, err, "needs New")
}

func TestServerReportsBrokenPipes(t *testing.T) {
	broken := errors.New("broken")
	err := adapter.Serve(context.Background(), iotest.ErrReader(broken), io.Discard, newFake, fakeInfo())
	require.ErrorIs(t, err, broken)
	reader, writer := io.Pipe()
	require.NoError(t, reader.CloseWithError(broken))
	err = adapter.Serve(context.Background(), strings.NewReader(reset), writer, newFake, fakeInfo())
	require.ErrorIs(t, err, broken)
}

func TestServerStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, adapter.Serve(ctx, strings.NewReader(reset), io.Discard, newFake, fakeInfo()), context.Canceled)
}

// The server sends an answer before it waits for the next request, even if a part of that request has arrived.
func TestAnswersAreFlushed(t *testing.T) {
	requests, ours := io.Pipe()
	answers, theirs := io.Pipe()
	done := make(chan error)
	go func() { done <- adapter.Serve(context.Background(), requests, theirs, newFake, fakeInfo()) }()
	one := make([]byte, 100)
	for _, request := range []string{reset, `{"op":"alive","entity":"a"}` + "\n" + `{"op":`, `"quit"}` + "\n"} {
		_, err := io.WriteString(ours, request)
		require.NoError(t, err)
		n, err := answers.Read(one)
		require.NoError(t, err)
		require.Contains(t, string(one[:n]), `"ok":true`)
	}
	require.NoError(t, <-done)
}

func FuzzServe(f *testing.F) {
	f.Fuzz(func(t *testing.T, requests []byte) {
		var out bytes.Buffer
		server := &adapter.Server{New: newFake, Info: fakeInfo(), MaxRequest: 200}
		require.NoError(t, server.Serve(context.Background(), bytes.NewReader(requests), &out))
		for _, line := range bytes.Split(bytes.TrimSuffix(out.Bytes(), []byte("\n")), []byte("\n")) {
			require.True(t, len(line) == 0 || bytes.HasPrefix(line, []byte(`{"ok":`)), string(line))
		}
	})
}
