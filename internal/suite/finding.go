package suite

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/internal/snippet"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Finding is a divergence of the subject, reduced.
type Finding struct {
	*oracle.Finding
	// Name is the difference and the reduced operations in one line; the same defect mostly has the same name.
	Name string
	// Known is the id of the known failure that the name fits, or "".
	Known string
	// Cause is the number of the cause that it most likely has (see [Report.Causes]), 0 for a known one.
	Cause int
	// Seen counts the divergences that were reduced to this one, the first included.
	Seen int
	// Saved is its folder, "" where it is not saved.
	Saved string

	answers *transcript.Transcript // of the subject, where the finding was new
	// the command that shows it once more, "" where it is not saved or nothing was started
	again string
}

// nameOf is the name of a reduced divergence. Intermittent ones of one signature have one name,
// since their traces say little, and so have crashes with the same last words, and operations of
// one kind that hang and need the same.
func nameOf(f *oracle.Finding) string {
	if f.Runs > 0 {
		return intermittentName(&f.Divergence)
	}
	if f.Divergence.Difference.Words != "" {
		return f.Divergence.Difference.Signature()
	}
	p, err := spec.ProfileByName(f.Trace.Header.Profile)
	if err != nil {
		p = spec.Flecs3()
	}
	if f.Divergence.Hangs() {
		return hangName(p, f)
	}
	var parts []string
	for _, op := range f.Trace.Operations()[:f.Divergence.Index+1] {
		parts = append(parts, strings.Join(strings.Fields(oracle.OperationText(p, &op)), " "))
	}
	return f.Divergence.Difference.Signature() + ": " + strings.Join(parts, "; ")
}

// hangName names what the operation that hangs needs: its trace is mostly not reduced, since each try takes long.
func hangName(p spec.Profile, f *oracle.Finding) string {
	judge := capability.New(p)
	for i := range f.Divergence.Index {
		judge.Follow(&f.Trace.Entries[i].Op)
	}
	needs := judge.Lacks(&f.Divergence.Op, &spec.Info{})
	return fmt.Sprintf("%s (%s)", f.Divergence.Difference.Signature(), strings.Join(needs, ", "))
}

func intermittentName(d *oracle.Divergence) string {
	return d.Difference.Signature() + ", intermittent"
}

// Script is the protocol lines that show the finding: piped into the adapter, the answer before that to quit is the
// wrong one, or the dump that follows it.
func (f *Finding) Script() []byte {
	d := &f.Divergence
	return finding.ProtocolLines(f.Trace.Header.Profile, f.Trace.Operations()[:d.Index+1],
		d.Difference.Kind == compare.DiffDump)
}

// Again is the command that shows the finding once more.
func (f *Finding) Again(command string) string {
	return finding.Command("test", "--adapter", command, "--trace", filepath.Join(f.Saved, "trace.jsonl"))
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
// protocol.jsonl, report.txt, known.yaml, scenario.feature and report.html.
//
// Where there are templates, the counterexample in the language of the engine stands beside them;
// one that cannot be written is a note in the report.
func (f *Finding) save(dir, command string, snippets *snippet.Templates) error {
	var more []finding.File
	if snippets != nil {
		written, err := Snippet(snippets, f.Trace, &f.Divergence, command)
		if err == nil {
			more = append(more, finding.File{Name: written.Name, Text: written.Text})
		} else {
			f.Why = append(f.Why, "no snippet: "+err.Error())
		}
	}
	f.Saved = filepath.Join(dir, f.Hash())
	if command != "" {
		f.again = f.Again(command)
	}
	return f.SaveFiles(dir, oracle.SaveOptions{
		Reference: engines.Model(),
		Page: func(oracle.FindingData) ([]byte, error) {
			data := f.data() // with what the suite knows of it besides
			return report.FindingPage(data)
		},
		More: append(more, []finding.File{
			{Name: "protocol.jsonl", Text: f.Script()},
			{Name: "report.txt", Text: []byte(f.Text(command))},
			{Name: "known.yaml", Text: f.entry()},
		}...),
	})
}

// data is the finding as data.
func (f *Finding) data() oracle.FindingData {
	d := f.Data("")
	d.Name, d.Known, d.Cause, d.Seen, d.Repeats, d.Saved, d.Again = f.Name, f.Known, f.Cause, f.Seen,
		uint64(max(f.Seen-1, 0)), f.Saved, f.again
	return d
}

// MarshalJSON writes the finding as [oracle.FindingData].
func (f *Finding) MarshalJSON() ([]byte, error) { return json.Marshal(f.data()) }
