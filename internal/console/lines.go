package console

import (
	"bufio"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Lines returns a function that returns the next input line, until [io.EOF]. On a terminal there is
// a prompt, a history and completion with the tab key. complete returns the words that begin with
// the last word of the line.
func (c *Console) Lines(prompt string, complete func(word string) []string) func() (string, error) {
	in, isFile := c.Stdin.(*os.File)
	if !isFile || widthOf(c.Stdout) == 0 || !term.IsTerminal(int(in.Fd())) {
		lines := bufio.NewScanner(c.Stdin)
		lines.Buffer(nil, 1<<20)
		return func() (string, error) {
			if lines.Scan() {
				return lines.Text(), nil
			}
			if err := lines.Err(); err != nil {
				return "", err
			}
			return "", io.EOF
		}
	}
	editor := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{in, c.Stdout}, prompt)
	editor.AutoCompleteCallback = func(line string, at int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		begin := strings.LastIndexAny(line[:at], " ,()!$|:") + 1
		with := common(complete(line[begin:at]))
		return line[:begin] + with + line[at:], begin + len(with), with != ""
	}
	return func() (string, error) {
		before, err := term.MakeRaw(int(in.Fd()))
		if err != nil {
			return "", err
		}
		if width := widthOf(c.Stdout); width > 0 {
			_ = editor.SetSize(width, 24) // only affects line breaks
		}
		line, err := editor.ReadLine()
		if failed := term.Restore(int(in.Fd()), before); err == nil {
			err = failed
		}
		return line, err
	}
}

// common returns the longest common prefix of words.
func common(words []string) string {
	if len(words) == 0 {
		return ""
	}
	with := words[0]
	for _, word := range words[1:] {
		for !strings.HasPrefix(word, with) {
			with = with[:len(with)-1]
		}
	}
	return with
}
