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

// Finding is a reduced divergence of the subject.
type Finding struct {
	*oracle.Finding
	// Name describes the difference and the reduced operations in one line. Findings of the same
	// defect usually have the same name.
	Name string
	// Known is the id of the known failure that explains the finding, or "".
	Known string
	// Cause is the number of its most likely cause (see [Report.CauseList]), or 0 for a known finding.
	Cause int
	// Seen counts the divergences that were reduced to this finding.
	Seen int
	// Saved is the folder in which the finding is saved, or "".
	Saved string

	answers *transcript.Transcript // of the subject, if the finding is new
	// the command that reproduces it, or "" if it is not saved or runs in process
	again string
}

// nameOf returns the name of a reduced divergence. Intermittent divergences with the same signature
// share a name, because their traces say little. So do crashes with the same last words, and
// timeouts of operations that have the same kind and need the same capabilities.
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

// hangName names a timeout by the capabilities that its operation needs. The trace of a timeout is
// seldom reduced, because every attempt takes long.
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

// Script returns the protocol lines that reproduce the finding. The last line is quit. If you pipe
// the lines into the adapter, the answer to the line before quit is wrong; that line is a dump if
// the worlds differ.
func (f *Finding) Script() []byte {
	d := &f.Divergence
	return finding.ProtocolLines(f.Trace.Header.Profile, f.Trace.Operations()[:d.Index+1],
		d.Difference.Kind == compare.DiffDump)
}

// Text returns the report of the finding.
func (f *Finding) Text() string {
	text := strings.Replace(f.Finding.Text(""), "DIVERGENCE", "FINDING", 1)
	if f.Saved != "" {
		text += "\nsaved   " + f.Saved + "/\n"
	}
	if f.again != "" {
		text += "again   " + f.again + "\n"
	}
	return text
}

// save writes the finding into the folder dir/<hash>: trace.jsonl, protocol.jsonl, report.txt,
// known.yaml, scenario.feature and report.html.
//
// If there are templates, save also writes the counterexample in the language of the engine. If
// that fails, it adds a note to the report.
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
		f.again = finding.Command("test", "--adapter", command, "--trace", filepath.Join(f.Saved, "trace.jsonl"))
	}
	return f.SaveFiles(dir, oracle.SaveOptions{
		Reference: engines.Model(),
		Page: func(oracle.FindingData) ([]byte, error) {
			data := f.data() // with what the suite adds
			return report.FindingPage(data)
		},
		More: append(more, []finding.File{
			{Name: "protocol.jsonl", Text: f.Script()},
			{Name: "report.txt", Text: []byte(f.Text())},
			{Name: "known.yaml", Text: f.entry()},
		}...),
	})
}

// data returns the finding as data.
func (f *Finding) data() oracle.FindingData {
	d := f.Data("")
	d.Name, d.Known, d.Cause, d.Seen, d.Repeats, d.Saved, d.Again = f.Name, f.Known, f.Cause, f.Seen,
		uint64(max(f.Seen-1, 0)), f.Saved, f.again
	return d
}

// MarshalJSON encodes the finding as [oracle.FindingData].
func (f *Finding) MarshalJSON() ([]byte, error) { return json.Marshal(f.data()) }

// line returns the finding as one line.
func (f *Finding) line() string {
	if f.Saved == "" {
		return f.Name
	}
	return f.Name + "   " + f.Saved + "/"
}

// entry returns a known-failures entry for the finding. Its reason is empty: the user must write
// it.
func (f *Finding) entry() []byte {
	quote := func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
	more := "    alike: true # also hides other findings with the same cause\n"
	if f.Runs > 0 {
		more = "    class: " + string(Flaky) + "\n"
	}
	return []byte("# A list of known failures for --known. Write the reason, or copy the entry below \"known:\" in your own list.\n" +
		"# The path of the trace is relative to the folder of the list.\nknown:\n  - id: " + quote(f.Hash()) + "\n    reason: ''\n" + more + "    traces: [" + quote(f.Saved+"/trace.jsonl") + "]\n" +
		"    findings: [" + quote(strings.ReplaceAll(f.Name, "*", `\*`)) + "]\n")
}
