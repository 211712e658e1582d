// Package misbehaving provides broken adapters for tests. A test binary calls [Play] at its start
// and becomes one of them. Each is the reference with few capabilities and one fault.
package misbehaving

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// Environment variables. Variable selects the fault. PidFile names a file to which Stubborn writes
// the process id of its child and, at the first operation, its own.
const (
	Variable = "RELSPEC_TEST_VICE"
	PidFile  = "RELSPEC_TEST_PIDS"
)

// The faults.
const (
	None          = "none"
	RefusesReset  = "refuses reset"
	CrashesRarely = "crashes in one of twenty operations"
	WrongAtTimes  = "gives wrong rows in three of ten answers"
	Crashes       = "crashes in every operation"
	Hangs         = "answers hello and reset alone"
	Exits         = "ends at a query without a word, as after success"
	HalfALine     = "writes half of the answer to a query and no more"
	Late          = "answers a query rightly, after a minute"
	Floods        = "floods"
	Paints        = "speaks in control characters"
	Stubborn      = "ignores signals and has a child"
	child         = "child"
)

// Paint is text that would change the title of a terminal and reverse the order of its text.
const Paint = "\x1b]0;owned\x07\u202edesrever\nFAKE"

// Play turns the process into the adapter that [Variable] selects, and does not return. If the
// variable is not set, it does nothing.
func Play() {
	fault := os.Getenv(Variable)
	switch fault {
	case "":
		return
	case child:
		signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		time.Sleep(time.Hour)
	case Stubborn:
		signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		startChild()
	}
	if fault == RefusesReset {
		refuseReset()
	}
	newEngine := func(p spec.Profile) spec.Engine { return &engine{model.New(p), fault} }
	info := Info()
	if fault == Paints {
		info.Implementation += Paint
	}
	if err := adapter.Serve(context.Background(), os.Stdin, os.Stdout, newEngine, info); err != nil {
		panic(err)
	}
	os.Exit(0)
}

// refuseReset answers only hello, like an adapter that someone has just started to write.
func refuseReset() {
	hello, err := json.Marshal(spec.Outcome{Kind: spec.OutInfo, Info: new(Info())})
	if err != nil {
		panic(err)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		if strings.Contains(lines.Text(), `"hello"`) {
			fmt.Println(string(hello))
			continue
		}
		fmt.Println(`{"ok":false,"error":{"code":"unsupported","message":"not written yet"}}`)
	}
	os.Exit(0)
}

// Info is the declaration of all these adapters.
func Info() spec.Info {
	query := []spec.Capability{spec.CapQuery, spec.CapNot, spec.CapStar, spec.CapPrepared}
	return spec.Info{
		Implementation: "little", Version: "0.1", Language: "Go", Protocol: spec.Version, Profiles: []string{"flecs-3"},
		Capabilities: map[string][]spec.Capability{
			"world":  {spec.CapEntities, spec.CapPairs, spec.CapWildcards, spec.CapExclusive, spec.CapDump},
			"filter": query, "cached": query, "rule": query,
		},
	}
}

// startChild starts a child process and writes its id to the file.
func startChild() {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), Variable+"="+child)
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	note(cmd.Process.Pid)
}

// note appends a process id to the file.
func note(pid int) {
	file, err := os.OpenFile(os.Getenv(PidFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	_, _ = fmt.Fprintln(file, pid)
	_ = file.Close()
}

// engine is the reference with a fault.
type engine struct {
	spec.Engine
	fault string
}

// Apply applies op, or misbehaves.
func (e *engine) Apply(op spec.Operation) spec.Outcome {
	out := e.Engine.Apply(op)
	switch e.fault {
	case CrashesRarely:
		if rand.IntN(20) == 0 {
			crash()
		}
	case Crashes:
		crash()
	case WrongAtTimes:
		if n := len(out.Rows); n > 0 && rand.IntN(10) < 3 {
			out.Rows = out.Rows[:n-1]
		}
	case Stubborn:
		note(os.Getpid())
		select {}
	case Hangs:
		select {}
	case Paints:
		if op.Op == spec.OpAdd {
			return spec.Outcome{Err: spec.Errorf(spec.CodeInvalid, "%s%s", Paint, strings.Repeat("x", 1<<16))}
		}
		for n := range out.Rows {
			out.Rows[n].This += Paint
		}
	case Exits, HalfALine, Late:
		if op.Op == spec.OpQuery {
			e.stall()
		}
	case Floods:
		for line := strings.Repeat("x", 1<<16); ; {
			if _, err := os.Stdout.WriteString(line); err != nil {
				os.Exit(1)
			}
		}
	}
	return out
}

// stall withholds an answer.
func (e *engine) stall() {
	switch e.fault {
	case Exits:
		os.Exit(0)
	case HalfALine:
		_, _ = os.Stdout.WriteString(`{"ok":true,"ro`)
		select {}
	case Late:
		time.Sleep(time.Minute)
	}
}

func crash() {
	fmt.Fprintln(os.Stderr, "out of cheese")
	os.Exit(3)
}
