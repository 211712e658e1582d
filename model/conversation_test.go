package model_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

var update = flag.Bool("update", false, "write the model's answers into testdata/*.txt; read them before committing")

// Conversations with the model. "#" starts a comment, "profile NAME" starts a new world, "> " is a
// request and "< " its answer. The answer to a refused request is only the error code. Entities
// have their handles as names.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			got := converse(t, string(text))
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
			}
			require.Equal(t, string(text), got)
		})
	}
}

func converse(t *testing.T, text string) string {
	var out strings.Builder
	var w *model.World
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "< ") {
			continue
		}
		out.WriteString(line)
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "profile "); ok {
			p, err := spec.ProfileByName(name)
			require.Nil(t, err)
			w = model.New(p)
		}
		request, ok := strings.CutPrefix(line, "> ")
		if !ok {
			continue
		}
		var op spec.Operation
		require.NoError(t, json.Unmarshal([]byte(request), &op), request)
		if (op.Op == spec.OpEntity || op.Op == spec.OpComponent) && op.Name == nil {
			name := string(op.Entity)
			op.Name = &name
		}
		answer := w.Apply(op)
		switch {
		case answer.Err != nil:
			out.WriteString("< " + string(answer.Err.Code) + "\n")
		case op.Op.Outcome() != spec.OutNone:
			line, err := json.Marshal(answer)
			require.NoError(t, err)
			out.WriteString("< " + strings.TrimSuffix(strings.TrimPrefix(string(line), `{"ok":true,`), "}") + "\n")
		}
	}
	return out.String()
}
