package lang_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

func TestLimits(t *testing.T) {
	nested := func(n int) string { return "A, " + strings.Repeat("!{", n) + "A" + strings.Repeat("}", n) }
	for name, c := range map[string]struct {
		text  string
		opts  []lang.Option
		limit bool
	}{
		"longest text":           {strings.Repeat(" ", 64<<10), nil, false},
		"text too long":          {strings.Repeat(" ", 64<<10+1), nil, true},
		"most terms":             {strings.Repeat("A,", 256), nil, false},
		"too many terms":         {strings.Repeat("A,", 257), nil, true},
		"a chain counts":         {"A||B", []lang.Option{lang.WithLimits(lang.Limits{Terms: 2})}, true},
		"a scope counts":         {"A,!{B}", []lang.Option{lang.WithLimits(lang.Limits{Terms: 2})}, true},
		"as many as are allowed": {"A,!{B||C}", []lang.Option{lang.WithLimits(lang.Limits{Terms: 5})}, false},
		"deepest scope":          {nested(16), nil, false},
		"scope too deep":         {nested(17), nil, true},
		"own depth":              {nested(2), []lang.Option{lang.WithLimits(lang.Limits{Nesting: 1})}, true},
		"own length":             {"Position", []lang.Option{lang.WithLimits(lang.Limits{Bytes: 7})}, true},
		"largest id":             {"18446744073709551615", nil, false},
		"id too large":           {"18446744073709551616", nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			terms, err := lang.ParseChecked(spec.DialectFlecs3, c.text, c.opts...)
			if !c.limit {
				require.Nil(t, err)
				require.Nil(t, lang.Check(terms, c.opts...))
				return
			}
			require.NotNil(t, err)
			require.Equal(t, spec.CodeLimit, err.Code)
		})
	}
}

// Nesting is limited at each position, in text and in terms.
func TestLimitsOfDepths(t *testing.T) {
	for depth, limit := range map[string]bool{"1000": false, "1001": true} {
		for _, text := range []string{
			"A[super(R, D)]", "A(B[super(R, D)])", "(A, B[sub(R, D)])", "(A, B[super(R, 2, D)])",
		} {
			text := strings.ReplaceAll(text, "D", depth)
			terms, err := lang.ParseChecked(spec.DialectFlecs3Beta, text)
			if limit {
				require.NotNil(t, err, text)
				require.Equal(t, spec.CodeLimit, err.Code, text)
				terms, err = lang.Parse(spec.DialectFlecs3Beta, text, lang.WithLimits(lang.Limits{Depth: 2000}))
				require.Nil(t, err, text)
				require.Equal(t, spec.CodeLimit, lang.Check(terms, lang.WithSets()).Code, text)
				continue
			}
			require.Nil(t, err, text)
			require.Nil(t, lang.Check(terms, lang.WithSets()), text)
		}
	}
}

func TestLimitsOfStructuredTerms(t *testing.T) {
	terms := list(match("A"))
	for range 17 {
		terms = list(match("A"), scope(terms...))
	}
	require.Equal(t, spec.CodeLimit, lang.Check(terms).Code)
	require.Equal(t, spec.CodeLimit, lang.Check(list(match("A"), match("B")),
		lang.WithLimits(lang.Limits{Terms: 1})).Code)
}
