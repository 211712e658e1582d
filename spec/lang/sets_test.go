package lang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Invalid sets are refused in terms as in text, but only in dialects with sets.
func TestCheckRefusesSets(t *testing.T) {
	parent := func(flags spec.TravFlags, minimum, maximum int) *spec.Traversal {
		tr := trav(flags, "ChildOf")
		tr.MinDepth, tr.MaxDepth = minimum, maximum
		return tr
	}
	for name, c := range map[string]struct {
		term spec.Term
		code spec.ErrorCode
	}{
		"a set":                        {over(parent(self|up, 0, 3), match("A")), ""},
		"deepest":                      {over(parent(up, 1, 1000), match("A")), ""},
		"too deep":                     {over(parent(up, 0, 1001), match("A")), spec.CodeLimit},
		"on a predicate":               {firstOver(parent(all|down, 2, 2), match("A")), ""},
		"on a variable":                {secondOver(parent(up, 0, 0), match("R", "$x")), ""},
		"on a wildcard":                {secondOver(parent(up, 0, 0), match("R", "*")), spec.CodeInvalid},
		"on any":                       {firstOver(trav(self), match("_")), spec.CodeInvalid},
		"on $":                         {over(parent(up, 0, 0), on("$", match("A"))), spec.CodeInvalid},
		"minimum with self":            {over(parent(self|up, 1, 2), match("A")), spec.CodeInvalid},
		"minimum without maximum":      {over(parent(up, 2, 0), match("A")), spec.CodeInvalid},
		"desc":                         {over(parent(up|cascade|spec.TravDesc, 0, 0), match("A")), spec.CodeInvalid},
		"cascade":                      {over(parent(up|cascade, 0, 0), match("A")), ""},
		"cascade on $this":             {over(parent(up|cascade, 0, 0), on("$this", match("A"))), ""},
		"cascade on a predicate":       {firstOver(parent(up|cascade, 0, 0), match("A")), spec.CodeInvalid},
		"cascade on another subject":   {over(parent(up|cascade, 0, 0), on("Bob", match("A"))), spec.CodeInvalid},
		"cascade on a variable":        {over(parent(up|cascade, 0, 0), on("$x", match("A"))), spec.CodeInvalid},
		"all without a direction":      {firstOver(trav(all), match("A")), spec.CodeInvalid},
		"a minimum beyond the maximum": {firstOver(parent(down, 3, 2), match("A")), spec.CodeInvalid},
	} {
		err := lang.Check(list(c.term), lang.WithSets())
		if c.code == "" {
			require.Nil(t, err, name)
			continue
		}
		require.NotNil(t, err, name)
		require.Equal(t, c.code, err.Code, name)
	}
	twice := list(over(parent(up|cascade, 0, 0), match("A")), over(parent(up|cascade, 0, 0), match("B")))
	require.Equal(t, spec.CodeInvalid, lang.Check(twice, lang.WithSets()).Code)
	require.Nil(t, lang.Check(twice), "the engines of other profiles decide")
	deep := list(over(parent(up, 0, 7), match("A")))
	require.Equal(t, spec.CodeLimit, lang.Check(deep, lang.WithSets(), lang.WithLimits(lang.Limits{Depth: 6})).Code)
	_, err := lang.ParseChecked(spec.DialectFlecs3Beta, "A(super(R, 7))", lang.WithLimits(lang.Limits{Depth: 6}))
	require.Equal(t, spec.CodeLimit, err.Code)
}
