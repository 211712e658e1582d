package adapter_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// behaviourVariable makes the test binary play a child process instead of running tests.
const behaviourVariable = "RELSPEC_ADAPTER_TEST_CHILD"

func TestMain(m *testing.M) {
	if name := os.Getenv(behaviourVariable); name != "" {
		behaviours[name]()
		return
	}
	os.Exit(m.Run())
}

// behaviours maps names to child processes: a correct one and faulty ones.
var behaviours = map[string]func(){
	"good": func() {
		if err := adapter.Serve(context.Background(), os.Stdin, os.Stdout, newFake, fakeInfo()); err != nil {
			panic(err)
		}
	},
	"silent":        func() { select {} },
	"ends-at-once":  func() { os.Exit(3) },
	"no-json-hello": func() { fmt.Println("Welcome to my engine!"); select {} },
	"other-version": func() { answerHello(`{"ok":true,"info":{"protocol":2,"name":"future"}}`) },
	"refuses-hello": func() { answerHello(`{"ok":false,"error":{"code":"unsupported","message":"no"}}`) },
	"nameless": func() {
		answerHello(`{"ok":true,"info":{"implementation":"","version":"","language":"","protocol":1,"profiles":[],"capabilities":{}}}`)
	},
	"crashes": func() {
		greetAndThen(func() { fmt.Fprintln(os.Stderr, "warming up\nfatal: heap corrupted"); os.Exit(134) })
	},
	"leaves":         func() { greetAndThen(func() { os.Exit(0) }) },
	"closes-output":  func() { greetAndThen(func() { _ = os.Stdout.Close(); select {} }) },
	"half-a-line":    func() { greetAndThen(func() { fmt.Print(`{"ok":`); os.Exit(0) }) },
	"half-and-hangs": func() { greetAndThen(func() { fmt.Print(`{"ok":`); select {} }) },
	"late": func() {
		greetAndThen(func() { time.Sleep(2 * time.Second); say(`{"ok":true,"value":true}`); wait() })
	},
	"hangs":    func() { greetAndThen(func() { select {} }) },
	"garbage":  func() { greetAndThen(func() { say("segmentation fault") }) },
	"trailing": func() { greetAndThen(func() { say(`{"ok":true} and more`) }) },
	"not-utf8": func() {
		greetAndThen(func() { say("{\"ok\":false,\"error\":{\"code\":\"invalid\",\"message\":\"\xff\"}}") })
	},
	"unknown-field": func() { greetAndThen(func() { say(`{"ok":true,"surprise":1}`) }) },
	"unknown-code":  func() { greetAndThen(func() { say(`{"ok":false,"error":{"code":"whatever","message":"x"}}`) }) },
	"missing-value": func() { greetAndThen(func() { say(`{"ok":true}`) }) },
	"two-answers": func() {
		greetAndThen(func() {
			fmt.Print(strings.Repeat(`{"ok":true,"value":true}`+"\n",
				2))
			wait()
		})
	},
	"second-later": func() {
		greetAndThen(func() {
			fmt.Println(`{"ok":true,"value":true}`)
			time.Sleep(50 * time.Millisecond)
			say(`{"ok":true,"value":false}`)
		})
	},
	"floods":        func() { greetAndThen(flood) },
	"floods-lines":  func() { greetAndThen(floodLines) },
	"floods-errors": func() { greetAndThen(func() { floodErrors(); say(`{"ok":true,"value":true}`); wait() }) },
	"deaf":          func() { greet(); select {} },
	"ignores-quit":  func() { greetAndThen(func() { say(`{"ok":true}`); select {} }) },
	"has-a-child":   func() { greet(); grandchild(); select {} },
	"grandchild":    func() { time.Sleep(time.Hour) },
}

func say(line string) { fmt.Println(line); wait() }

// answerHello waits for the first request and answers it with a line.
func answerHello(line string) {
	_, _ = os.Stdin.Read(make([]byte, 1))
	say(line)
}

// wait blocks until the input ends.
func wait() {
	lines := bufio.NewReader(os.Stdin)
	for {
		if _, err := lines.ReadString('\n'); err != nil {
			return
		}
	}
}

// greet answers hello.
func greet() *bufio.Reader {
	lines := bufio.NewReader(os.Stdin)
	_, _ = lines.ReadString('\n')
	fmt.Println(`{"ok":true,"info":{"implementation":"bad","version":"1","language":"Go","protocol":1,"profiles":["flecs-3"],"capabilities":{}}}`)
	return lines
}

// greetAndThen misbehaves at the first request other than reset.
func greetAndThen(misbehave func()) {
	lines := greet()
	for {
		request, err := lines.ReadString('\n')
		switch {
		case err != nil:
			return
		case strings.Contains(request, `"op":"reset"`):
			fmt.Println(`{"ok":true}`)
		default:
			misbehave()
			return
		}
	}
}

func flood() {
	chunk := strings.Repeat("x", 1<<16)
	for {
		if _, err := os.Stdout.WriteString(chunk); err != nil {
			return
		}
	}
}

func floodLines() {
	for {
		if _, err := os.Stdout.WriteString(`{"ok":true,"value":true}` + "\n"); err != nil {
			return
		}
	}
}

func floodErrors() {
	for range 64 {
		fmt.Fprint(os.Stderr, strings.Repeat("e", 1<<14))
	}
	fmt.Fprint(os.Stderr, "\nthe end\n")
}

// grandchild starts a process that inherits the pipes and outlives its parent.
func grandchild() {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), behaviourVariable+"=grandchild")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	fmt.Fprintln(os.Stderr, "grandchild", cmd.Process.Pid)
}

// fake is an engine that remembers entities and answers a few operations; "panic" as a handle makes it panic.
type fake struct{ alive map[spec.Handle]bool }

func newFake(spec.Profile) spec.Engine { return &fake{map[spec.Handle]bool{}} }

func fakeInfo() spec.Info {
	return spec.Info{Implementation: "fake", Version: "1", Language: "Go", Profiles: []string{"flecs-3", "flecs-4"}}
}

func (f *fake) Apply(op spec.Operation) spec.Outcome {
	switch {
	case op.Entity == "panic":
		panic("out of cheese\nredo from start")
	case op.Op == spec.OpEntity:
		f.alive[op.Entity] = true
		return spec.OK()
	case op.Op == spec.OpAlive:
		return spec.BoolOutcome(f.alive[op.Entity])
	case op.Op == spec.OpPlan:
		long := strings.Repeat("p", 1<<12)
		return spec.Outcome{Kind: spec.OutText, Text: &long}
	}
	return spec.Fail(spec.Errorf(spec.CodeUnsupported, "the fake does not know %s", op.Op))
}
