// Package results runs the commands whose results the documentation shows, and writes
// docs/results/NAME.md. Do not edit these pages: their first lines name the command, the version
// and the date.
package results

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// folder has the results, seen from the root of the repository.
const folder = "docs/results"

// parts is the folder for the outputs of an incomplete page.
const parts = "bin/results"

// Command returns the command results, which lists the results or writes their pages.
func Command() *cobra.Command {
	var total time.Duration
	command := &cobra.Command{
		Use:   "results [NAME...]",
		Short: "Write the pages of docs/results, or list them",
		Long: `Run the commands of some pages of docs/results and write the pages; without names, list the pages.

The output of each command is stored below bin/results until all commands of its page have run. So a call with --total
continues where the previous one stopped, if the commit is the same.`,
		Example: `  results
  results exhaust
  results --total 8m exhaust-large`,
		RunE: func(command *cobra.Command, names []string) error { return run(names, command.OutOrStdout(), total) },
	}
	command.Flags().DurationVar(&total, "total", 0, "start no command after this time (0: no limit)")
	return command
}

func run(names []string, out io.Writer, total time.Duration) error {
	begun := time.Now()
	if len(names) == 0 {
		for _, r := range catalogue() {
			if _, err := fmt.Fprintf(out, "%-12s %s\n", r.name, r.title); err != nil {
				return err
			}
		}
		return nil
	}
	for _, name := range names {
		i := slices.IndexFunc(catalogue(), func(r result) bool { return r.name == name })
		if i < 0 {
			return fmt.Errorf("there is no result %q; run the command without arguments to list them", name)
		}
		page, err := catalogue()[i].write(out, filepath.Join(parts, name),
			func() bool { return total > 0 && time.Since(begun) >= total })
		if err != nil {
			return err
		}
		if page == nil {
			_, err := fmt.Fprintf(out, "%s is not complete; run the same command again to continue\n", name)
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name+".md"), page,
			0o644); err != nil { //nolint:gosec // a document, for everyone to read
			return err
		}
	}
	return nil
}

// write runs the commands and returns the page, or nil if the time ran out before all had run. out
// shows each command line, and folder keeps their outputs until the page is complete.
func (r result) write(out io.Writer, folder string, over func() bool) ([]byte, error) {
	version, err := version()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	var page bytes.Buffer
	page.WriteString(r.head(version, time.Now()))
	for _, line := range r.commands {
		saved := filepath.Join(folder, fmt.Sprintf("%s-%x", strings.TrimPrefix(version, "commit "),
			sha256.Sum256([]byte(line))))
		text, err := os.ReadFile(saved)
		if err != nil { // not run yet
			if over() {
				return nil, nil
			}
			if _, err := fmt.Fprintln(out, line); err != nil {
				return nil, err
			}
			if text, err = output(line, saved+".out"); err != nil {
				return nil, err
			}
			if err := os.WriteFile(saved, text, 0o644); err != nil { //nolint:gosec // a document, for everyone to read
				return nil, err
			}
		}
		if len(r.commands) > 1 {
			fmt.Fprintf(&page, "\n    %s\n", line)
		}
		if strings.Contains(line, "OUT") { // Markdown
			fmt.Fprintf(&page, "\n%s\n", bytes.TrimSpace(text))
		} else {
			fmt.Fprintf(&page, "\n```\n%s\n```\n", bytes.TrimRight(text, "\n"))
		}
	}
	return page.Bytes(), os.RemoveAll(folder)
}

// head returns the title of a page with the command, the version and the date of its results.
func (r result) head(version string, day time.Time) string {
	return fmt.Sprintf("# %s\n\n"+
		"- command: `go run -C tools ./lab results %s` (%s)\n"+
		"- version: %s\n"+
		"- date: %s\n"+
		"- machine: %s, %s/%s, %d processors%s\n",
		r.title, r.name, "`"+strings.Join(r.commands, "`, `")+"`", version, day.Format(time.DateOnly),
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), load())
}

// load returns the load of the machine in the last fifteen minutes, if the system reports it. Times
// measured under load are less reliable.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if fields := strings.Fields(string(text)); err == nil && len(fields) > 2 {
		return ", load " + fields[2]
	}
	return ""
}

// output runs a command line and returns its output, or the content of the file that OUT stands
// for. Exit code 1 is not an error: it means that the command found something.
func output(line, file string) ([]byte, error) {
	command := exec.Command("sh", "-c", strings.ReplaceAll(line, "OUT", file)) //nolint:gosec // the lines of the catalogue
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	var ended *exec.ExitError
	if err := command.Run(); err != nil && (!errors.As(err, &ended) || ended.ExitCode() != 1 || stdout.Len() == 0) {
		return nil, fmt.Errorf("%s: %w\n%s", line, err, stderr.Bytes())
	}
	if strings.Contains(line, "OUT") {
		return os.ReadFile(file)
	}
	return stdout.Bytes(), nil
}

// version returns the commit, marked if files other than the pages have uncommitted changes. The pages
// that the same call has written do not count.
func version() (string, error) {
	commit, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return "", fmt.Errorf("git rev-parse: %w", err)
	}
	changed, err := exec.Command("git", "status", "--porcelain", "--untracked-files=no", "--", ".", ":(exclude)"+folder).Output()
	if err != nil {
		return "", fmt.Errorf("git status: %w", err)
	}
	version := "commit " + strings.TrimSpace(string(commit))
	if len(changed) > 0 {
		version += "-dirty"
	}
	return version, nil
}
