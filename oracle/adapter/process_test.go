package adapter_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

func command() string { return "'" + os.Args[0] + "'" }

func playing(behaviour string) adapter.Options {
	return adapter.Options{
		Env:          []string{behaviourVariable + "=" + behaviour, "GORACE=atexit_sleep_ms=0"},
		StartTimeout: time.Minute, Timeout: time.Minute, Grace: 200 * time.Millisecond,
		MaxResponse: 1 << 20, MaxStderr: 1 << 10,
	}
}

func start(t *testing.T, options adapter.Options) *adapter.Process {
	t.Helper()
	p, err := adapter.Start(context.Background(), command(), options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Close()) })
	return p
}

// noLeaks checks that the test leaves no goroutines and no child processes, including zombies.
func noLeaks(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for range 600 {
			if runtime.NumGoroutine() <= before {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		require.LessOrEqual(t, runtime.NumGoroutine(), before, "goroutines are left")
		noChildren(t)
	})
}

var alive = spec.Operation{Op: spec.OpAlive, Entity: "a"}

func TestGoodProcessIsAnEngine(t *testing.T) {
	noLeaks(t)
	p := start(t, playing("good"))
	require.Equal(t, "fake", p.Info().Implementation)
	require.Equal(t, spec.Version, p.Info().Protocol)
	require.Equal(t, spec.OK(), p.Apply(spec.Operation{Op: spec.OpReset, Profile: "flecs-4"}))
	require.Equal(t, spec.BoolOutcome(false), p.Apply(alive))
	require.Equal(t, spec.OK(), p.Apply(spec.Operation{Op: spec.OpEntity, Entity: "a"}))
	require.Equal(t, spec.BoolOutcome(true), p.Apply(alive))
	require.Equal(t, spec.CodeUnsupported, p.Apply(spec.Operation{Op: spec.OpDump}).Err.Code)
	require.Equal(t, spec.CodeCrash, p.Apply(spec.Operation{Op: spec.OpAlive, Entity: "panic"}).Err.Code)
	require.Equal(t, spec.CodeLimit, p.Apply(spec.Operation{
		Op:   spec.OpNote,
		Text: strings.Repeat("x", adapter.MaxRequest),
	}).Err.Code)
	require.Equal(t, spec.OK(), p.Apply(spec.Operation{Op: spec.OpReset}))
	require.Equal(t, spec.BoolOutcome(false), p.Apply(alive))
}

func TestQuitEndsTheSessionAndResetStartsAnother(t *testing.T) {
	noLeaks(t)
	p := start(t, playing("good"))
	require.Equal(t, spec.OK(), p.Apply(spec.Operation{Op: spec.OpQuit}))
	require.Equal(t, spec.CodeInvalid, p.Apply(alive).Err.Code)
	require.Equal(t, spec.OK(), p.Apply(spec.Operation{Op: spec.OpReset}))
	require.Equal(t, spec.BoolOutcome(false), p.Apply(alive))
	require.NoError(t, p.Close())
	require.NoError(t, p.Close())
	require.Equal(t, spec.CodeCrash, p.Apply(alive).Err.Code)
}

func TestWorldsOfAProcessAreFresh(t *testing.T) {
	noLeaks(t)
	p := start(t, playing("good"))
	for range 2 {
		engine, err := p.World(spec.Flecs4())
		require.NoError(t, err)
		require.Equal(t, spec.BoolOutcome(false), engine.Apply(alive))
		require.Equal(t, spec.OK(), engine.Apply(spec.Operation{Op: spec.OpEntity, Entity: "a"}))
	}
	_, err := p.World(spec.Flecs3Beta())
	requireError(t, err, "unsupported", "flecs-3-beta")
}

func TestStartRefusesProcessesWithoutAValidHello(t *testing.T) {
	cases := map[string]struct{ code, message string }{
		"silent":        {"timeout", "300ms"},
		"ends-at-once":  {"crash", "exit status 3"},
		"no-json-hello": {"garbage", "Welcome"},
		"other-version": {"unsupported", "version 2"},
		"refuses-hello": {"garbage", "refuses hello"},
		"nameless":      {"garbage", "profile"},
	}
	for behaviour, c := range cases {
		t.Run(behaviour, func(t *testing.T) {
			noLeaks(t)
			options := playing(behaviour)
			if c.code == "timeout" {
				options.StartTimeout = 300 * time.Millisecond
			}
			_, err := adapter.Start(context.Background(), command(), options)
			requireError(t, err, c.code, c.message)
		})
	}
}

func TestStartRefusesCommandsThatDoNotExist(t *testing.T) {
	noLeaks(t)
	for _, words := range []string{"", "'unclosed", "/no/such/program --flag"} {
		_, err := adapter.Start(context.Background(), words, adapter.Options{})
		requireError(t, err, "invalid", "")
	}
}

func requireError(t *testing.T, err error, code, message string) {
	t.Helper()
	var refusal *spec.Error
	require.ErrorAs(t, err, &refusal)
	require.NotNil(t, refusal)
	require.Equal(t, code, string(refusal.Code), refusal.Message)
	require.Contains(t, refusal.Message, message)
}

func TestMisbehaviourIsReportedUntilReset(t *testing.T) {
	cases := map[string]struct{ code, message string }{
		"crashes":        {"crash", "exit status 134\", its last words: fatal: heap corrupted"},
		"leaves":         {"crash", "ended without being asked to"},
		"closes-output":  {"crash", ""},
		"half-a-line":    {"crash", "ended"},
		"half-and-hangs": {"timeout", "300ms"},
		"late":           {"timeout", "300ms"},
		"hangs":          {"timeout", "300ms"},
		"garbage":        {"garbage", "segmentation fault"},
		"trailing":       {"garbage", "and more"},
		"not-utf8":       {"garbage", "UTF-8"},
		"unknown-field":  {"garbage", "surprise"},
		"unknown-code":   {"garbage", "error code"},
		"missing-value":  {"garbage", `"value"`},
		"floods":         {"garbage", "floods"},
	}
	for behaviour, c := range cases {
		t.Run(behaviour, func(t *testing.T) {
			noLeaks(t)
			options := playing(behaviour)
			if c.code == "timeout" {
				options.Timeout = 300 * time.Millisecond
			}
			p := start(t, options)
			for range 2 {
				got := p.Apply(alive)
				requireError(t, got.Err, c.code, c.message)
				require.True(t, got.Err.Code.IsHarness())
				again := p.Apply(alive)
				requireError(t, again.Err, c.code, "send reset to start it again")
				require.Equal(t, spec.OK(), p.Apply(spec.Operation{Op: spec.OpReset}))
			}
		})
	}
}

func TestExtraAnswersAreGarbage(t *testing.T) {
	for _, behaviour := range []string{"two-answers", "floods-lines"} {
		t.Run(behaviour, func(t *testing.T) {
			noLeaks(t)
			p := start(t, playing(behaviour))
			got := p.Apply(alive)
			require.Equal(t, spec.BoolOutcome(true), got)
			for i := 0; i < 1000 && got.Err == nil; i++ { // a late line looks like the next answer
				got = p.Apply(alive)
			}
			requireError(t, got.Err, "garbage", "answers no request")
			require.Equal(t, spec.OK(), p.Apply(spec.Operation{Op: spec.OpReset}))
		})
	}
}

// A second answer to one request is not taken as the answer to the next request.
func TestASecondAnswerIsNotTheNextAnswer(t *testing.T) {
	noLeaks(t)
	p := start(t, playing("second-later"))
	require.Equal(t, spec.BoolOutcome(true), p.Apply(alive))
	time.Sleep(500 * time.Millisecond) // until the second answer has arrived
	requireError(t, p.Apply(alive).Err, "garbage", "answers no request")
}

func TestStandardErrorIsStoredInPart(t *testing.T) {
	noLeaks(t)
	p := start(t, playing("floods-errors"))
	require.Equal(t, spec.BoolOutcome(true), p.Apply(alive))
	require.Eventually(t, func() bool { return strings.HasSuffix(p.Stderr(), "e\nthe end\n") }, time.Second,
		time.Millisecond)
	require.LessOrEqual(t, len(p.Stderr()), 1<<10)
}

// A request that does not fit into the pipe blocks until the process reads it.
func TestAProcessThatDoesNotReadTimesOut(t *testing.T) {
	noLeaks(t)
	options := playing("deaf")
	options.Timeout = 300 * time.Millisecond
	p := start(t, options)
	requireError(t, p.Apply(spec.Operation{Op: spec.OpNote, Text: strings.Repeat("x", 1<<19)}).Err, "timeout", "")
}

func TestCloseEndsAProcessThatIgnoresQuit(t *testing.T) {
	noLeaks(t)
	p := start(t, playing("ignores-quit"))
	begun := time.Now()
	require.NoError(t, p.Close())
	require.Less(t, time.Since(begun), 3*time.Second)
}

func TestCloseAbortsARunningRequest(t *testing.T) {
	noLeaks(t)
	options := playing("hangs")
	options.Timeout = time.Minute
	p := start(t, options)
	answered := make(chan spec.Outcome)
	go func() { answered <- p.Apply(alive) }()
	time.Sleep(50 * time.Millisecond)
	require.NoError(t, p.Close())
	requireError(t, (<-answered).Err, "crash", "")
}

func TestContextEndsTheProcess(t *testing.T) {
	noLeaks(t)
	ctx, cancel := context.WithCancel(context.Background())
	options := playing("hangs")
	options.Timeout = time.Minute
	p, err := adapter.Start(ctx, command(), options)
	require.NoError(t, err)
	time.AfterFunc(50*time.Millisecond, cancel)
	requireError(t, p.Apply(alive).Err, "crash", "")
	requireError(t, p.Apply(spec.Operation{Op: spec.OpReset}).Err, "crash", "context canceled")
	require.NoError(t, p.Close())
}

// A missing answer is a timeout, even if the deadline of the context is shorter than the time limit.
func TestTheDeadlineOfTheContextIsATimeout(t *testing.T) {
	noLeaks(t)
	until := func(limit time.Duration) context.Context {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		t.Cleanup(cancel)
		return ctx
	}
	_, err := adapter.Start(until(300*time.Millisecond), command(), playing("silent"))
	requireError(t, err, "timeout", "to hello: does it flush")
	p, err := adapter.Start(until(time.Second), command(), playing("hangs"))
	require.NoError(t, err)
	requireError(t, p.Apply(alive).Err, "timeout", "no answer within")
	requireError(t, p.Apply(spec.Operation{Op: spec.OpReset}).Err, "timeout", "deadline")
	require.NoError(t, p.Close())
}

func TestChildrenOfTheProcessEndWithIt(t *testing.T) {
	noLeaks(t)
	options := playing("has-a-child")
	options.Timeout = 300 * time.Millisecond
	p := start(t, options)
	var pid int
	require.Eventually(t, func() bool {
		_, err := fmt.Sscanf(p.Stderr(), "grandchild %d", &pid)
		return err == nil
	}, 3*time.Second, 5*time.Millisecond)
	require.True(t, running(pid))
	requireError(t, p.Apply(alive).Err, "timeout", "")
	require.Eventually(t, func() bool { return !isRunning(pid) }, 3*time.Second, 5*time.Millisecond)
}

// isRunning reports whether a process exists and is not a zombie.
func isRunning(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return running(pid)
	}
	return !strings.Contains(string(status), ") Z ")
}

func TestConcurrentCallsAreSerialized(t *testing.T) {
	noLeaks(t)
	p := start(t, playing("good"))
	require.Equal(t, spec.OK(), p.Apply(spec.Operation{Op: spec.OpReset}))
	answers := make(chan spec.Outcome)
	for range 8 {
		go func() { answers <- p.Apply(alive) }()
	}
	for range 8 {
		require.Equal(t, spec.BoolOutcome(false), <-answers)
	}
}

func TestSplitCommand(t *testing.T) {
	cases := map[string][]string{
		"node  main.mjs":           {"node", "main.mjs"},
		` "my engine" --x='a b'c `: {"my engine", "--x=a bc"},
		`prog ""`:                  {"prog", ""},
		`C:\\engine.exe "it's"`:    {`C:\\engine.exe`, "it's"},
	}
	for in, want := range cases {
		got, err := adapter.SplitCommand(in)
		require.NoError(t, err, in)
		require.Equal(t, want, got)
	}
}
