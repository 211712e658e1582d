package link

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseReturnsTheStateOfAFragment(t *testing.T) {
	s := State{
		Profile: "flecs-4", World: strings.Repeat("Bob  (Likes, Alice)\n", 30), Query: `(Likes, "Zoë")`,
		Vars: map[string]string{"x": "y"}, At: 3, Long: true,
	}
	text, err := s.Fragment()
	require.NoError(t, err)
	require.Less(t, len(text), 250, "the fragment is not compressed")
	require.NotContains(t, text, "+")
	again, refusal := Parse("#" + text)
	require.Nil(t, refusal)
	require.Equal(t, s, again)
}

func TestParseRefusesInvalidFragments(t *testing.T) {
	for text, code := range map[string]string{
		"": "syntax", "v2=x": "syntax", "v1=!": "syntax", "v1=AAAA": "syntax",
		prefix + strings.Repeat("A", MaxFragment+1): "limit",
	} {
		_, err := Parse(text)
		require.NotNil(t, err, text)
		require.Equal(t, code, string(err.Code))
	}
	bomb := State{World: strings.Repeat("a", maxState+1)}
	text, err := bomb.Fragment()
	require.NoError(t, err)
	_, refusal := Parse(text)
	require.Equal(t, "limit", string(refusal.Code))
}
