package mutants

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/relspec/relspec/tools/run"
)

// Rebase updates the patch file of a mutant so that it applies to the current source. It finds the
// newest commit at which the mutant applied and merges the changes since then with the mutant. If
// the text of the mutant is now in exactly one other file below fast, Rebase moves the mutant
// there. mended is false if the patch already applies. The error says what to repair by hand.
func Rebase(ctx context.Context, root string, m Mutant) (mended bool, _ error) {
	if m.File == "" {
		return false, nil
	}
	source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.File)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	_, broken := m.Apply(string(source))
	if broken == nil {
		return false, nil
	}
	if len(source) == 0 {
		broken = fmt.Errorf("mutant %s: the file %s no longer exists; write the new file name into %s", m.Name,
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

// elsewhere returns the only file below fast that contains the text of the mutant exactly once, or
// "".
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

// merge applies the change of the mutant to the current source. It uses the last version of the
// file to which the mutant applied.
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
			return "", fmt.Errorf("it applied to %s of commit %.12s, but the lines it replaces have changed since", m.File,
				commit)
		}
		return joinWords(merged)
	}
	return "", fmt.Errorf("none of the last 50 commits of %s has a version to which it applies", m.File)
}

var word = regexp.MustCompile(`\w+|\s+|[^\w\s]`)

// wordByWord puts each word of a text, and the space between words, on its own line, so that git
// can merge changes of the same line.
func wordByWord(text string) string {
	return word.ReplaceAllStringFunc(text, func(s string) string { return strconv.Quote(s) + "\n" })
}

// joinWords is the inverse of wordByWord.
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
	return run.Output(ctx, root, nil, "git", args...)
}

// hunkBetween returns the lines of a patch from one text to another, with as many context lines as
// are needed to make its position unique.
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
	return "", errors.New("its position is not unique")
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

// rewrite replaces the file name of the mutant in its patch file and, if hunk is not empty, its
// lines.
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
