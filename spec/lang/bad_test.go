package lang_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// badText is a line of testdata/bad.
type badText struct {
	name, text string
	code       spec.ErrorCode
	at         string // line and column of the error
}

func badTexts(t testing.TB, dialect spec.Dialect) []badText {
	t.Helper()
	file, err := os.ReadFile("testdata/bad/" + dialect.String() + ".txt")
	require.NoError(t, err)
	var all []badText
	names := map[string]bool{}
	for line := range strings.Lines(string(file)) {
		if line[0] == '#' {
			continue
		}
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(t, parts, 4, line)
		text, err := strconv.Unquote(parts[1])
		require.NoError(t, err, line)
		require.False(t, names[parts[0]], "two texts are called %q", parts[0])
		names[parts[0]] = true
		all = append(all, badText{parts[0], text, spec.ErrorCode(parts[2]), parts[3]})
	}
	require.Greater(t, len(all), 100)
	return all
}

func TestBadTexts(t *testing.T) {
	for _, dialect := range dialects {
		for _, bad := range badTexts(t, dialect) {
			t.Run(dialect.String()+"/"+bad.name, func(t *testing.T) {
				terms, err := lang.ParseChecked(dialect, bad.text)
				require.NotNil(t, err, "%q", bad.text)
				require.Equal(t, bad.code, err.Code, "%q: %s", bad.text, err)
				require.Nil(t, terms)
				require.Equal(t, bad.at, fmt.Sprintf("%d:%d", err.Line, err.Column), "%q: %s", bad.text, err)
				require.NotEmpty(t, lang.Caret(bad.text, err))
				for _, c := range err.Message {
					require.True(t, strconv.IsPrint(c), "%q", err.Message)
				}
			})
		}
	}
}
