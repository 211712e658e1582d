// Package misbehaving has adapters that go wrong, for tests: a test binary calls [Play] at its start and is then one of
// them. Each is the reference with few capabilities, and with one vice.
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

// Variable names the vice in the environment, PidFile a file to which Stubborn writes the process ids
// of its daughter and, once it is asked something, its own.
const (
	Variable = "RELSPEC_TEST_VICE"
	PidFile  = "RELSPEC_TEST_PIDS"
)

// The vices.
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
	Stubborn      = "ignores signals and has a daughter"
	daughter      = "daughter"
)

// Paint is text that would change a terminal or the order of the text that it shows.
const Paint = "\x1b]0;owned\x07\u202edesrever\nFAKE"

// Play makes the process the adapter that the environment asks for, and does not return; without [Variable] it does
// nothing.
func Play() {
	vice := os.Getenv(Variable)
	switch vice {
	case "":
		return
	case daughter:
		signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		time.Sleep(time.Hour)
	case Stubborn:
		signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		beget()
	}
	if vice == RefusesReset {
		refuseReset()
	}
	newEngine := func(p spec.Profile) spec.Engine { return &engine{model.New(p), vice} }
	info := Info()
	if vice == Paints {
		info.Implementation += Paint
	}
	if err := adapter.Serve(context.Background(), os.Stdin, os.Stdout, newEngine, info); err != nil {
		panic(err)
	}
	os.Exit(0)
}

// refuseReset answers hello and nothing else, as an adapter does that was just begun.
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

// Info is the common declaration of all of them.
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

// beget starts a daughter and writes down who it is; the mother follows with the first operation
// that it does not answer.
func beget() {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), Variable+"="+daughter)
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	note(cmd.Process.Pid)
}

// note writes a process id down.
func note(pid int) {
	file, err := os.OpenFile(os.Getenv(PidFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	_, _ = fmt.Fprintln(file, pid)
	_ = file.Close()
}

// engine is the reference with a defect.
type engine struct {
	spec.Engine
	vice string
}

// Apply applies op, or does something worse.
func (e *engine) Apply(op spec.Operation) spec.Outcome {
	out := e.Engine.Apply(op)
	switch e.vice {
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

// stall keeps an answer back.
func (e *engine) stall() {
	switch e.vice {
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
