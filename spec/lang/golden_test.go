package lang_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec/lang"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares text with a file, which -update rewrites.
func golden(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "make it with -update")
	require.Equal(t, string(want), text)
}

// The messages and positions for all bad texts.
func TestErrorMessages(t *testing.T) {
	for _, dialect := range dialects {
		t.Run(dialect.String(), func(t *testing.T) {
			var b strings.Builder
			for _, bad := range badTexts(t, dialect) {
				_, err := lang.ParseChecked(dialect, bad.text)
				require.NotNil(t, err, bad.name)
				fmt.Fprintf(&b, "# %s\n%s (%d:%d)\n%s\n\n", bad.name, err, err.Line, err.Column, lang.Caret(bad.text, err))
			}
			golden(t, "testdata/errors/"+dialect.String()+".golden", b.String())
		})
	}
}
