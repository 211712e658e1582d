package lang_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

func TestCaret(t *testing.T) {
	at := func(line, column int) *spec.Error { return &spec.Error{Line: line, Column: column} }
	for name, c := range map[string]struct {
		text string
		err  *spec.Error
		want string
	}{
		"no error":           {"A", nil, ""},
		"no position":        {"A", &spec.Error{}, ""},
		"beyond the text":    {"A", at(3, 1), ""},
		"behind the line":    {"A", at(1, 9), "A\n ^"},
		"empty":              {"", at(1, 1), "\n^"},
		"carriage return":    {"A\r\nBC\r\n", at(2, 2), "BC\n ^"},
		"tab":                {"\tA\tB", at(1, 4), "\tA\tB\n\t \t^"},
		"characters":         {"Zü世A", at(1, 4), "Zü世A\n   ^"},
		"control characters": {"A\x1b[2J\u202eB", at(1, 6), "A·[2J·B\n     ^"},
		"long line": {
			strings.Repeat("a", 100) + "X" + strings.Repeat("b", 100), at(1, 101),
			"…" + strings.Repeat("a", 60) + "X" + strings.Repeat("b", 59) + "…\n" + strings.Repeat(" ", 61) + "^",
		},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, lang.Caret(c.text, c.err)) })
	}
}

// Lines and columns count from 1. Columns count characters, including carriage returns.
func TestPosition(t *testing.T) {
	for text, want := range map[string][2]int{
		"?":                              {1, 2},
		"A,\n\n  ;":                      {3, 3},
		"A,\r\n;":                        {2, 1},
		"$x == \"üü世\";":                 {1, 12},
		"/* ü\n */ $x == \"ü\", ;":       {2, 16},
		"A // ü\n, B\t; // ignored\nC":   {2, 5},
		"A, !{ B, C,\n  D || E(x), \n }": {2, 8},
	} {
		_, err := lang.ParseChecked(spec.DialectFlecs4, text)
		require.NotNil(t, err, "%q", text)
		require.Equal(t, want, [2]int{err.Line, err.Column}, "%q: %s", text, err)
	}
}

func TestDialectIsNamed(t *testing.T) {
	for _, dialect := range []spec.Dialect{spec.DialectDefault, 99} {
		_, err := lang.Parse(dialect, "A")
		require.Equal(t, spec.CodeInvalid, err.Code)
		_, err = lang.ParseChecked(dialect, "A")
		require.Equal(t, spec.CodeInvalid, err.Code)
		_, err = lang.ParseData(dialect, "A")
		require.Equal(t, spec.CodeInvalid, err.Code)
		_, err = lang.Print(dialect, nil)
		require.Equal(t, spec.CodeInvalid, err.Code)
	}
}
