package finding

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestProgramIsWhatOneCanPaste(t *testing.T) {
	require.Equal(t, inClone, programOf("/tmp/go-build1/b001/exe/diffcheck", true))
	require.Equal(t, "go run github.com/relspec/relspec/cmd/diffcheck",
		programOf("/tmp/go-build1/b001/exe/diffcheck", false))
	require.Equal(t, "diffcheck", programOf("diffcheck", true))
	require.Equal(t, "./bin/diffcheck.exe", programOf("./bin/diffcheck.exe", false))
	require.Equal(t, inClone, programOf("/tmp/go-build1/oracle.test", false))
	require.Equal(t, inClone+` test --adapter 'python3 it'\''s.py' --trace a/b.jsonl`,
		Command("test", "--adapter", "python3 it's.py", "--trace", "a/b.jsonl"))
}
