package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

const usage = "usage: bench list | NAME N [REPETITIONS] | table [-quick] [-run PATTERN] [-within 10m] [-peer TITLE=COMMAND] [-write FILE] | memory [N] | endure [N]"

func run(out io.Writer, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s", usage)
	}
	switch args[0] {
	case "list":
		list(out)
		return nil
	case "table":
		return table(out, args[1:])
	case "memory":
		n, err := number(args[1:], 0, 100_000)
		if err != nil {
			return err
		}
		_, _ = memory(out, n)
		return nil
	case "endure":
		n, err := number(args[1:], 0, 10_000_000)
		if err != nil {
			return err
		}
		return endure(out, n)
	}
	w := find(args[0])
	if w == nil {
		return fmt.Errorf("there is no workload %q; see bench list\n%s", args[0], usage)
	}
	if len(args) < 2 {
		return fmt.Errorf("how many entities? %s", usage)
	}
	n, err := number(args[1:], 0, 0)
	if err != nil {
		return err
	}
	repetitions, err := number(args[1:], 1, minRepetitions)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintln(out, w.measure(n, repetitions))
	return nil
}

// peersVariable is the environment variable that names peers as -peer does, separated by semicolons: for commands that run this one.
const peersVariable = "RELSPEC_BENCH_PEERS"

// table measures all workloads, or those of a pattern, and judges the goals.
func table(out io.Writer, args []string) error {
	var o options
	flags := flag.NewFlagSet("table", flag.ContinueOnError)
	flags.BoolVar(&o.quick, "quick", false, "smaller sizes and fewer repetitions")
	flags.StringVar(&o.pattern, "run", "", "only workloads whose name matches this regular expression")
	flags.DurationVar(&o.within, "within", 10*time.Minute, "the time to keep to, as far as three repetitions of each allow")
	flags.Var(&o.peers, "peer", "`TITLE=COMMAND`: a program that measures another engine with these workloads, run in turns with it; TITLE begins with ark or flecs; can be given several times")
	path := flags.String("write", "", "a file for the results as Markdown tables")
	if err := flags.Parse(args); err != nil {
		return err
	}
	for _, named := range strings.FieldsFunc(os.Getenv(peersVariable), func(r rune) bool { return r == ';' }) {
		if err := o.peers.Set(named); err != nil {
			return err
		}
	}
	if len(o.peers) > 0 {
		own, err := self()
		if err != nil {
			return err
		}
		o.turns = append(peers{own}, o.peers...)
	}
	if *path != "" && o.pattern != "" {
		return errors.New("-write takes the results of all workloads, without -run")
	}
	var s survey
	if err := s.run(out, &o); err != nil {
		return err
	}
	s.printGoals(out)
	if *path == "" {
		return nil
	}
	return s.write(*path)
}

// number is a positive argument, or a default if there is none.
func number(args []string, at, other int) (int, error) {
	if at >= len(args) {
		return other, nil
	}
	n, err := strconv.Atoi(args[at])
	if err != nil || n <= 0 {
		return 0, fmt.Errorf("%q is not a positive number", args[at])
	}
	return n, nil
}

func list(out io.Writer) {
	for _, w := range workloads() {
		_, _ = fmt.Fprintf(out, "%-22s per %-9s %s\n", w.name, w.operation, w.what)
	}
}
