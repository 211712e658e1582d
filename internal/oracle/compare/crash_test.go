package compare_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

func crash(message string) *spec.Outcome {
	out := spec.Fail(spec.Errorf(spec.CodeCrash, "%s", message))
	return &out
}

// The same crash has the same signature whatever the operation and the expected answer; different
// crashes have different signatures.
func TestASignatureNamesACrashByItsLastWords(t *testing.T) {
	rows := func(n int) *spec.Outcome { return &spec.Outcome{Kind: spec.OutRows, Rows: make([]spec.Row, n)} }
	signature := func(op spec.OpKind, want, got *spec.Outcome) string {
		return compare.DifferenceOf(compare.DiffBroken, &spec.Operation{Op: op}, want, got).Signature()
	}
	asserted := func(words string) *spec.Outcome {
		return crash(`the process ended with "signal: aborted", its last words: ` + words)
	}
	first := signature(spec.OpQuery, rows(7),
		asserted("query.cpp:31: Assertion `!entity.pair()' failed, entity 512 at 0x7ffe12"))
	require.Equal(t, "crash: query.cpp:31: Assertion `!entity.pair()' failed, entity N at N", first)
	require.Equal(t, first, signature(spec.OpQuery, rows(8),
		asserted("query.cpp:31: Assertion `!entity.pair()' failed, entity 9 at 0x0a")))
	require.Equal(t, first, signature(spec.OpIterate, rows(0),
		asserted("query.cpp:31: Assertion `!entity.pair()' failed, entity 77 at 0x1")))
	require.NotEqual(t, first, signature(spec.OpQuery, rows(7),
		asserted("query.cpp:94: Assertion `!entity.pair()' failed, entity 512 at 0x7ffe12")))

	bare := signature(spec.OpQuery, rows(7), crash(`the process ended with "signal: segmentation fault"`))
	require.Equal(t, "query broken refused: crash", bare)
	require.Equal(t, bare, signature(spec.OpQuery, rows(8), crash(`the process ended with "signal: aborted"`)))
	require.NotEqual(t, bare, signature(spec.OpAdd, rows(8), crash("")))
	require.Equal(t, "query error 7 rows / refused: invalid",
		compare.DifferenceOf(compare.DiffError, &spec.Operation{Op: spec.OpQuery}, rows(7),
			&spec.Outcome{Err: spec.Errorf(spec.CodeInvalid, "")}).Signature())
}

func TestWithoutHandles(t *testing.T) {
	sent := map[spec.Handle]bool{"a": true, "e1": true, "Position": true}
	for text, want := range map[string]string{
		"assert targets(e1) == N":               "assert targets(N) == N",
		"targets(a) == N":                       "targets(N) == N",
		"e1: no pair (e1, 'a').":                "N: no pair (N, 'N').",
		"e1 is a pair, and a.":                  "N is a pair, and N.",
		"Position.cpp:31: e12 of src/a/e1.rs:7": "Position.cpp:31: e12 of src/a/e1.rs:7",
		"targets(e2) of Position":               "targets(e2) of N",
		"":                                      "",
	} {
		require.Equal(t, want, compare.WithoutHandles(text, sent))
	}
}
