package console

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDidYouMean(t *testing.T) {
	words := []string{"explain", "export", "run", "test", "transitive-01", "transitive-02", "REL-131"}
	for word, want := range map[string]string{
		"explian": "; did you mean explain?", "rel-131": "; did you mean REL-131?", "transitve-01": "; did you mean transitive-01?",
		"tets": "; did you mean test?", "testt": "; did you mean test?", "ruun": "; did you mean run?", "nothing": "",
		"transitive-0": "; did you mean transitive-01 or transitive-02?", "": "",
		"sitive-0": "; did you mean transitive-01 or transitive-02?",
	} {
		require.Equal(t, want, DidYouMean(word, words), word)
	}
}

func TestNamesAreCompletedAsFarAsTheyAgree(t *testing.T) {
	require.Equal(t, "New", common([]string{"NewYork", "Newark"}))
	require.Empty(t, common(nil))
}
