package spec_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func TestShownTextHasNoControlCharacters(t *testing.T) {
	require.Equal(t, `\x1b]0;ship\x07`, spec.Printable("\x1b]0;ship\x07"))
	require.Equal(t, `a\nb\u202ec\x0d\xff\u0085`, spec.Printable("a\nb\u202ec\r\xff\u0085"))
	require.Equal(t, "a\nb\tçœ", spec.Escaped("a\nb\tçœ"))
	require.Equal(t, `"\u007fç\u202e\udb40\udc01"`, spec.EscapedJSON("\"\x7fç\u202e\U000e0001\""))
	long := spec.Printable(strings.Repeat("ö", 1<<20))
	require.Equal(t, strings.Repeat("ö", spec.MaxPrintable)+"… (1046576 characters left out)", long)
	require.Equal(t, long, spec.Printable(long))
}
