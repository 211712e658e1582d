package lang_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/golden"
	"github.com/relspec/relspec/spec/lang"
)

// The messages and positions for all bad texts.
func TestErrorMessages(t *testing.T) {
	for _, dialect := range dialects {
		t.Run(dialect.String(), func(t *testing.T) {
			var b strings.Builder
			for _, bad := range badTexts(t, dialect) {
				_, err := lang.ParseChecked(dialect, bad.text)
				require.NotNil(t, err, bad.name)
				fmt.Fprintf(&b, "# %s\n%s (%d:%d)\n%s\n\n", bad.name, err, err.Line, err.Column,
					lang.Caret(bad.text, err))
			}
			golden.Compare(t, "testdata/errors/"+dialect.String()+".golden", b.String())
		})
	}
}
