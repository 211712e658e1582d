package adapter_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/oracle/adapter/schematest"
	"github.com/relspec/relspec/spec"
)

var update = flag.Bool("update", false, "write the answers of the model into docs/protocol.md")

const page = "../../docs/protocol.md"

// example is a request on the page with its answer.
type example struct {
	line     int // index of the line of the answer
	request  string
	response string
	later    bool
}

// examples reads the fenced blocks named exchange, and the lines of those named trace.
func examples(t *testing.T, lines []string) (exchanges []example, trace []string) {
	t.Helper()
	block := ""
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "```"):
			if block != "" {
				block = ""
			} else if block = strings.TrimPrefix(line, "```"); block == "" {
				block = "plain"
			}
		case block == "trace":
			trace = append(trace, line)
		case !strings.HasPrefix(block, "exchange"):
		case strings.HasPrefix(line, "> "):
			exchanges = append(exchanges, example{request: line[2:], later: block == "exchange later"})
		case strings.HasPrefix(line, "< "):
			last := &exchanges[len(exchanges)-1]
			last.line, last.response = i, line[2:]
		default:
			t.Fatalf("line %d is neither request nor answer", i+1)
		}
	}
	return exchanges, trace
}

func pageInfo() spec.Info {
	queries := []spec.Capability{spec.CapQuery, spec.CapNot, spec.CapOptional}
	return spec.Info{
		Implementation: "relspec/model", Version: "1", Language: "Go", Profiles: []string{"flecs-3", "flecs-4", "tecs"},
		Capabilities: map[string][]spec.Capability{
			"world":  {spec.CapEntities, spec.CapPairs, spec.CapWildcards},
			"filter": queries, "cached": queries, "rule": append(queries, spec.CapVariables),
		},
	}
}

func TestProtocolPageIsAConversationWithTheModel(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	exchanges, _ := examples(t, lines)

	var requests, answers bytes.Buffer
	for _, e := range exchanges {
		requests.WriteString(e.request + "\n")
	}
	newEngine := func(p spec.Profile) spec.Engine { return schematest.Engine(t, model.New(p)) }
	require.NoError(t, adapter.Serve(context.Background(), &requests, &answers, newEngine, pageInfo()))

	got := strings.Split(strings.TrimSuffix(answers.String(), "\n"), "\n")
	require.Len(t, got, len(exchanges))
	for i, e := range exchanges {
		switch {
		case e.later:
			require.Contains(t, got[i], `"code":"unsupported"`, "%s is built: move it out of the blocks for later",
				e.request)
		case *update:
			lines[e.line] = "< " + got[i]
		default:
			requireSame(t, e, got[i])
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(strings.Join(lines, "\n")), 0o644))
	}
}

// requireSame compares an answer with the one on the page, like the oracle: texts of errors may
// differ.
func requireSame(t *testing.T, e example, answer string) {
	t.Helper()
	var op spec.Operation
	require.NoError(t, op.UnmarshalJSON([]byte(e.request)))
	want, err := spec.DecodeOutcome(op.Op, []byte(e.response))
	require.NoError(t, err, e.request)
	got, err := spec.DecodeOutcome(op.Op, []byte(answer))
	require.NoError(t, err, e.request)
	difference := oracle.Compare(&op, &want, &got, oracle.CompareOptions{})
	require.Nil(t, difference, "line %d, %s; run with -update to write the answer of the model", e.line+1, e.request)
}

func TestProtocolPageFitsTheSchemaAndTheVocabulary(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	exchanges, trace := examples(t, strings.Split(string(text), "\n"))
	shown := map[spec.OpKind]bool{}
	for _, e := range exchanges {
		require.NoError(t, schematest.Validate(schematest.Request, []byte(e.request)))
		var op spec.Operation
		require.NoError(t, op.UnmarshalJSON([]byte(e.request)))
		shown[op.Op] = true
		require.NoError(t, schematest.Validate(schematest.ResponseTo(op.Op), []byte(e.response)), e.request)
		_, err := spec.DecodeOutcome(op.Op, []byte(e.response))
		require.NoError(t, err, e.request)
	}
	for _, kind := range spec.OpKinds() {
		require.True(t, shown[kind], "the page has no example of %s", kind)
		require.True(t, names(text, string(kind)), "the page does not explain %s", kind)
	}
	for _, code := range spec.ErrorCodes() {
		require.True(t, names(text, string(code)), "the page does not explain %s", code)
	}
	for _, builtin := range spec.Builtins(spec.Flecs4()) {
		require.True(t, names(text, string(builtin.Handle)), "the page does not name the reserved handle %s",
			builtin.Handle)
	}
	read, err := spec.ReadTrace(strings.NewReader(strings.Join(trace, "\n")), spec.ReadLimits{})
	require.NoError(t, err)
	schematest.Trace(t, read)
	require.NotNil(t, read.Entries[1].Got)
}

// names reports whether the page has the word in code format.
func names(page []byte, word string) bool { return bytes.Contains(page, []byte("`"+word+"`")) }
