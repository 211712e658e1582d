package fuzz_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
)

func TestWeightsAreUTF8(t *testing.T) {
	_, err := fuzz.ParseWeights("delete=20 # ok\n# \xff\n")
	require.ErrorContains(t, err, "line 2: the text is not UTF-8")
}
