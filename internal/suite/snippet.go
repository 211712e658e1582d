package suite

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/snippet"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// SnippetsFile is the name of the file with the templates of counterexamples. It is in the folder
// of the adapter's program.
const SnippetsFile = "snippets.yaml"

// TemplatesNextTo returns the path of the templates in the folder of a command's program. It tries
// each word of the command that is a file. If there are no templates, it returns "".
func TemplatesNextTo(command string) string {
	for word := range strings.FieldsSeq(command) {
		word = strings.Trim(word, `"'`)
		if info, err := os.Stat(word); err != nil || info.IsDir() {
			continue
		}
		at := filepath.Join(filepath.Dir(word), SnippetsFile)
		if info, err := os.Stat(at); err == nil && !info.IsDir() {
			return at
		}
	}
	return ""
}

// Snippet writes the counterexample of a divergence in the language of the engine. command is how
// its adapter was started.
func Snippet(t *snippet.Templates, trace *spec.Trace, d *oracle.Divergence, command string) (*snippet.File, error) {
	p, perr := spec.ProfileByName(trace.Header.Profile)
	if perr != nil {
		return nil, perr
	}
	reference, err := engines.Model().New(p)
	if err != nil {
		return nil, err
	}
	ops := trace.Operations()
	if d.Index >= len(ops) {
		return nil, errors.New("the divergence is after the end of the trace")
	}
	c := &snippet.Case{
		Own: map[int][]spec.ID{}, Worlds: d.Difference.Worlds, Command: strings.Fields(command),
		Text: func(op *spec.Operation) string { return oracle.OperationText(p, op) },
	}
	for i, op := range ops[:d.Index+1] {
		if op.Op == spec.OpClear {
			c.Own[len(c.Operations)] = reference.Apply(spec.Operation{Op: spec.OpIDs, Entity: op.Entity}).IDs
		}
		c.Want = reference.Apply(op)
		if i == d.Index || !isUnusable(c.Want.Err) {
			c.Operations = append(c.Operations, op.Singly()...)
		}
	}
	return t.Of(c)
}

// isUnusable reports whether an operation is refused because it names an unknown or dead entity.
// Snippets skip such operations: a program has no variable for an unknown entity, and an adapter
// never passes a dead entity to its engine. They occur in traces whose reduction was cut short.
func isUnusable(err *spec.Error) bool {
	return err != nil && (err.Code == spec.CodeUnresolved || err.Code == spec.CodeNotAlive)
}
