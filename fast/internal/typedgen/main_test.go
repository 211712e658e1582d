package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What package fast has is what the template says; go generate ./fast makes it so.
func TestTheFileIsCurrent(t *testing.T) {
	want, err := render()
	require.NoError(t, err)
	have, err := os.ReadFile(filepath.Join("..", "..", file))
	require.NoError(t, err)
	require.Equal(t, string(want), string(have), "run go generate ./fast")
}
