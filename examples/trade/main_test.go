package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The transcript is what the program prints: go run ./examples/trade >examples/trade/testdata/transcript.txt
func TestTranscript(t *testing.T) {
	want, err := os.ReadFile("testdata/transcript.txt")
	require.NoError(t, err)
	var out strings.Builder
	run(&out, 200, 10, 1, "")
	assert.Equal(t, string(want), out.String())
}
