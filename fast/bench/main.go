package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
)

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

const usage = "usage: bench list | NAME N [REPETITIONS] | table [-quick] [-run PATTERN] | memory [N]"

func run(out io.Writer, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s", usage)
	}
	switch args[0] {
	case "list":
		list(out)
		return nil
	case "table":
		flags := flag.NewFlagSet("table", flag.ContinueOnError)
		quick := flags.Bool("quick", false, "smaller sizes and fewer repetitions")
		pattern := flags.String("run", "", "only workloads whose name matches this regular expression")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return table(out, *quick, *pattern)
	case "memory":
		n, err := number(args[1:], 0, 100_000)
		if err != nil {
			return err
		}
		memory(out, n)
		return nil
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
