// Command rawseeds writes the seeds of a native fuzz target, which Go keeps as text, as files of
// bytes, as libFuzzer wants them: one byte, which compile_native_go_fuzzer_v2 of OSS-Fuzz reads as
// the weight of the single argument, then the argument.
//
//	go run ./fuzz/internal/rawseeds fuzz/testdata/fuzz/FuzzDifferential out
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: rawseeds FROM TO"))
	}
	if err := convert(os.Args[1], os.Args[2]); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "rawseeds:", err)
	os.Exit(1)
}

func convert(from, to string) error {
	files, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(from, f.Name()))
		if err != nil {
			return err
		}
		data, err := parse(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name(), err)
		}
		if err := os.WriteFile(filepath.Join(to, f.Name()), append([]byte{0}, data...), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// parse reads a seed with one argument, []byte or string.
func parse(text string) ([]byte, error) {
	_, line, found := strings.Cut(strings.TrimSpace(text), "\n")
	open, quoted, bracket := strings.Cut(line, "(")
	if !found || !bracket || open != "[]byte" && open != "string" {
		return nil, fmt.Errorf("it is no seed with one []byte or string")
	}
	value, err := strconv.Unquote(strings.TrimSuffix(quoted, ")"))
	return []byte(value), err
}
