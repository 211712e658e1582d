package finding_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/finding"
)

func TestProgramCanBePasted(t *testing.T) {
	started, clone := os.Args[0], t.TempDir()
	t.Cleanup(func() { os.Args[0] = started })
	require.NoError(t, os.MkdirAll(filepath.Join(clone, "cmd", "diffcheck"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(clone, "cmd", "diffcheck", "main.go"), nil, 0o644))
	const inClone = "go run ./cmd/diffcheck"
	program := func(started, folder string) string {
		t.Chdir(folder)
		os.Args[0] = started
		return finding.Command()
	}
	elsewhere := t.TempDir()
	require.Equal(t, inClone, program("/tmp/go-build1/b001/exe/diffcheck", clone))
	require.Equal(t, "go run github.com/relspec/relspec/cmd/diffcheck",
		program("/tmp/go-build1/b001/exe/diffcheck", elsewhere))
	require.Equal(t, "diffcheck", program("diffcheck", clone))
	require.Equal(t, "./bin/diffcheck.exe", program("./bin/diffcheck.exe", elsewhere))
	require.Equal(t, inClone, program("/tmp/go-build1/oracle.test", elsewhere))
	require.Equal(t, inClone+` test --adapter 'python3 it'\''s.py' --trace a/b.jsonl`,
		finding.Command("test", "--adapter", "python3 it's.py", "--trace", "a/b.jsonl"))
}
