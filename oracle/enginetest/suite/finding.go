package suite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// Finding is a divergence of the subject, reduced.
type Finding struct {
	*oracle.Finding
	// Name is what differs and the reduced operations in one line; the same defect mostly has the same name.
	Name string
	// Known is the id of the known failure that the name fits, or "".
	Known string
	// Seen counts the divergences that were reduced to this one, the first included.
	Seen int
	// Saved is its folder, "" where it is not saved.
	Saved string

	again string // the command that shows it once more, "" where it is not saved or nothing was started
}

// nameOf is the name of a reduced divergence.
func nameOf(f *oracle.Finding) string {
	p, err := spec.ProfileByName(f.Trace.Header.Profile)
	if err != nil {
		p = spec.Flecs3()
	}
	var parts []string
	for _, op := range f.Trace.Operations()[:f.Divergence.Index+1] {
		parts = append(parts, strings.Join(strings.Fields(oracle.OperationText(p, &op)), " "))
	}
	return f.Divergence.Difference.Signature() + ": " + strings.Join(parts, "; ")
}

// Script is the protocol lines that show the finding: piped into the adapter, the answer before that to quit is the
// wrong one, or the dump that follows it.
func (f *Finding) Script() []byte {
	ops := slices.Concat(
		[]spec.Operation{{Op: spec.OpHello}, {Op: spec.OpReset, Profile: f.Trace.Header.Profile}},
		f.Trace.Operations()[:f.Divergence.Index+1])
	if f.Divergence.Difference.Kind == oracle.DiffDump {
		ops = append(ops, spec.Operation{Op: spec.OpDump})
	}
	ops = append(ops, spec.Operation{Op: spec.OpQuit})
	var b bytes.Buffer
	for _, op := range ops {
		line, err := json.Marshal(op)
		if err != nil {
			continue // it came from a trace, which has a JSON form
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes()
}

// Again is the command that shows the finding once more.
func (f *Finding) Again(command string) string {
	return fmt.Sprintf("go run ./cmd/diffcheck test --adapter %q --trace %s", command, filepath.Join(f.Saved, "trace.jsonl"))
}

// Text is the block that a finding is shown as.
func (f *Finding) Text(command string) string {
	text := strings.Replace(f.Finding.Text(""), "DIVERGENCE", "FINDING", 1)
	if f.Saved != "" {
		text += "\nsaved   " + f.Saved + "/\n"
		if command != "" {
			text += "again   " + f.Again(command) + "\n"
		}
	}
	return text
}

// save writes the finding into dir/<hash>: trace.jsonl first, so that a run that is killed loses nothing, then
// protocol.jsonl, scenario.feature and report.txt.
func (f *Finding) save(dir, command string) error {
	at := filepath.Join(dir, f.Hash())
	if err := os.MkdirAll(at, 0o755); err != nil {
		return err
	}
	f.Saved = at
	if command != "" {
		f.again = f.Again(command)
	}
	t := *f.Trace
	t.Header.Note = f.Divergence.Implementation + ": " + f.Divergence.Difference.Signature()
	t.Header.Origin = f.Place
	var trace bytes.Buffer
	if _, err := t.WriteTo(&trace); err != nil {
		return err
	}
	feature, err := f.scenario(&t)
	if err != nil {
		return err
	}
	for _, file := range []struct {
		name string
		text []byte
	}{
		{"trace.jsonl", trace.Bytes()},
		{"protocol.jsonl", f.Script()},
		{"scenario.feature", []byte(feature)},
		{"report.txt", []byte(f.Text(command))},
	} {
		tmp := filepath.Join(at, "."+file.name+".tmp")
		if err := os.WriteFile(tmp, file.text, 0o644); err != nil {
			return err
		}
		if err := os.Rename(tmp, filepath.Join(at, file.name)); err != nil {
			return err
		}
	}
	return nil
}

// scenario prints the trace as a feature in which the reference's answer to the last operation is what is wanted.
func (f *Finding) scenario(t *spec.Trace) (string, error) {
	p, perr := spec.ProfileByName(t.Header.Profile)
	if perr != nil {
		return "", perr
	}
	engine, err := oracle.Model().New(p)
	if err != nil {
		return "", err
	}
	number, err := strconv.ParseUint(f.Hash(), 16, 64)
	if err != nil {
		return "", err
	}
	printing := scenario.Printing{Feature: "A finding of diffcheck test", ID: fmt.Sprintf("finding-%d", number)}
	for _, id := range f.Statements {
		printing.Tags = append(printing.Tags, string(id))
	}
	return scenario.Print(scenario.Stated(t, engine, f.Divergence.Index), printing), nil
}
