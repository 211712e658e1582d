package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Package fast has what the template generates; run go generate ./fast to update it.
func TestTheFileIsCurrent(t *testing.T) {
	want, err := render()
	require.NoError(t, err)
	have, err := os.ReadFile(filepath.Join("..", "..", file))
	require.NoError(t, err)
	require.Equal(t, string(want), string(have), "run go generate ./fast")
}
