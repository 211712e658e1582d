package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The transcript is the output of the program: go run ./examples/frames >examples/frames/testdata/transcript.txt
func TestTranscript(t *testing.T) {
	want, err := os.ReadFile("testdata/transcript.txt")
	require.NoError(t, err)
	var out strings.Builder
	run(&out)
	assert.Equal(t, string(want), out.String())
}
