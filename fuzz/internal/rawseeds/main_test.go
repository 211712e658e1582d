package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEverySeedOfEveryTargetConverts(t *testing.T) {
	targets, err := filepath.Glob("../../testdata/fuzz/*")
	require.NoError(t, err)
	require.NotEmpty(t, targets)
	for _, target := range targets {
		to := t.TempDir()
		require.NoError(t, convert(target, to), target)
		files, err := os.ReadDir(to)
		require.NoError(t, err)
		require.NotEmpty(t, files)
	}
}

func TestAWeightComesFirst(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(from, "seed"), []byte("go test fuzz v1\n[]byte(\"ab\")\n"), 0o644))
	require.NoError(t, convert(from, to))
	data, err := os.ReadFile(filepath.Join(to, "seed"))
	require.NoError(t, err)
	require.Equal(t, []byte("\x00ab"), data)
}

func TestParse(t *testing.T) {
	data, err := parse("go test fuzz v1\n[]byte(\"a\\x00(b)\")\n")
	require.NoError(t, err)
	require.Equal(t, []byte("a\x00(b)"), data)
	for _, wrong := range []string{
		"", "go test fuzz v1\n", "go test fuzz v1\nint(3)\n",
		"go test fuzz v1\n[]byte(x)\n",
	} {
		_, err := parse(wrong)
		require.Error(t, err, wrong)
	}
}
