package mutants

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Rebase makes a mutant apply to the present source again and writes its patch file. It takes the
// newest commit in whose history the mutant applies to its file and merges the changes since then
// with the mutant's. If its text is in exactly one other file below fast by now, it is that file's.
// The patch is mended unless it applies as it is. An error says what a person has to mend.
func Rebase(ctx context.Context, root string, m Mutant) (mended bool, _ error) {
	source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.File)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	_, broken := m.Apply(string(source))
	if broken == nil {
		return false, nil
	}
	if len(source) == 0 {
		broken = fmt.Errorf("mutant %s: there is no file %s any more; name the one that has its text in %s", m.Name,
			m.File, m.Where)
	}
	if file := m.elsewhere(root); file != "" {
		return true, m.rewrite(root, file, "")
	}
	merged, err := m.merge(ctx, root, string(source))
	hunk := ""
	if err == nil {
		hunk, err = hunkBetween(string(source), merged)
	}
	if err != nil {
		return false, errors.Join(broken, err)
	}
	return true, m.rewrite(root, m.File, hunk)
}

// elsewhere returns the file below fast that has the text of the mutant exactly once, if that is one.
func (m Mutant) elsewhere(root string) string {
	found, files := "", 0
	_ = filepath.WalkDir(filepath.Join(root, "fast"), func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		if err == nil && len(pattern(m.Old).FindAllIndex(text, 2)) == 1 {
			found, files = name, files+1
		}
		return err
	})
	if files != 1 {
		return ""
	}
	name, _ := filepath.Rel(root, found)
	return filepath.ToSlash(name)
}

// merge returns the present source with the changes that the mutant made in the last version of the file
// to which it applied.
func (m Mutant) merge(ctx context.Context, root, source string) (string, error) {
	list, err := git(ctx, root, "log", "--format=%H", "-n", "50", "--", m.File)
	if err != nil {
		return "", err
	}
	for _, commit := range strings.Fields(list) {
		base, err := git(ctx, root, "show", commit+":"+m.File)
		if err != nil {
			continue // the commit deleted the file
		}
		mutated, err := m.Apply(base)
		if err != nil {
			continue
		}
		dir, err := os.MkdirTemp("", "relspec-rebase-")
		if err != nil {
			return "", err
		}
		defer os.RemoveAll(dir) //nolint:errcheck // a folder for temporary files
		names := []string{filepath.Join(dir, "present"), filepath.Join(dir, "base"), filepath.Join(dir, "mutated")}
		for i, text := range []string{source, base, mutated} {
			if err := os.WriteFile(names[i], []byte(wordByWord(text)), 0o600); err != nil {
				return "", err
			}
		}
		merged, err := git(ctx, root, append([]string{"merge-file", "-p"}, names...)...)
		if err != nil {
			return "", fmt.Errorf("it applied to %s of commit %.12s, but what it replaces has changed since", m.File,
				commit)
		}
		return joinWords(merged)
	}
	return "", fmt.Errorf("none of the last 50 commits of %s has a version to which it applies", m.File)
}

var word = regexp.MustCompile(`\w+|\s+|[^\w\s]`)

// wordByWord has each word of a text, and what is between words, on a line of its own: so git
// merges changes of one line.
func wordByWord(text string) string {
	return word.ReplaceAllStringFunc(text, func(s string) string { return strconv.Quote(s) + "\n" })
}

// joinWords returns the text of which wordByWord has the words.
func joinWords(lines string) (string, error) {
	var w strings.Builder
	for line := range strings.Lines(lines) {
		s, err := strconv.Unquote(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return "", fmt.Errorf("the merged line %s: %w", line, err)
		}
		w.WriteString(s)
	}
	return w.String(), nil
}

func git(ctx context.Context, root string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = root
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w\n%s", args[0], err, bytes.TrimSpace(said.Bytes()))
	}
	return string(out), nil
}

// hunkBetween gives the lines of a patch that makes one text of another, with as many lines that
// stay as make the place unique.
func hunkBetween(from, to string) (string, error) {
	a, b := strings.SplitAfter(from, "\n"), strings.SplitAfter(to, "\n")
	begin := 0
	for begin < min(len(a), len(b)) && a[begin] == b[begin] {
		begin++
	}
	end := 0
	for end < min(len(a), len(b))-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for context := 0; context < 8; context++ {
		first, last := max(begin-context, 0), min(len(a)-end+context, len(a))
		old := strings.Join(a[first:last], "")
		if strings.TrimSpace(old) == "" || len(pattern(old).FindAllStringIndex(from, 2)) != 1 {
			continue
		}
		return signed(" ", a[first:begin]) + signed("-", a[begin:len(a)-end]) + signed("+", b[begin:len(b)-end]) +
			signed(" ", a[len(a)-end:last]), nil
	}
	return "", errors.New("its place is like another one")
}

func signed(sign string, lines []string) string {
	var w strings.Builder
	for _, line := range lines {
		if strings.TrimSpace(line) != "" {
			w.WriteString(sign + strings.TrimSuffix(line, "\n") + "\n")
		}
	}
	return w.String()
}

// rewrite puts another file, and other lines unless there are none, in the place of those that the
// patch file has for the mutant.
func (m Mutant) rewrite(root, file, hunk string) error {
	name, _, _ := strings.Cut(m.Where, ":")
	name = filepath.Join(root, filepath.FromSlash(name))
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var w strings.Builder
	within := false
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "mutant: ") {
			within = line == "mutant: "+m.Name+"\n"
		}
		switch {
		case within && strings.HasPrefix(line, "file: "):
			w.WriteString("file: " + file + "\n" + hunk)
		case within && hunk != "" && strings.ContainsAny(line[:1], "-+ "):
		default:
			w.WriteString(line)
		}
	}
	return os.WriteFile(name, []byte(w.String()), 0o644)
}
