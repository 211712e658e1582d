package adapter

import (
	"errors"
	"fmt"
	"strings"
)

// SplitCommand splits a command line into words at blanks. Single and double quotes protect blanks.
// No other character is special, and no shell is involved. For example, node "my engine.mjs" --seed
// '1 2' has four words, and $HOME is not expanded. SplitCommand returns an error if a quote is not
// closed or the line has no words.
func SplitCommand(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, begun := rune(0), false
	for _, c := range line {
		switch {
		case c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, begun = c, true
		case strings.ContainsRune(" \t\r\n", c):
			if begun {
				words, begun = append(words, word.String()), false
				word.Reset()
			}
		default:
			begun = true
			word.WriteRune(c)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the command %q has a %c that is not closed", line, quote)
	}
	if begun {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("a command names a program")
	}
	return words, nil
}
