package oracle

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/relspec/relspec/spec"
)

// SaveOptions say what is saved beside the trace.
type SaveOptions struct {
	// Scenario writes a trace as a Gherkin scenario; nil leaves scenario.feature out.
	Scenario func(*spec.Trace) (string, error)
	// Page makes report.html; nil leaves it out.
	Page func() ([]byte, error)
	// More are further files.
	More []SavedFile
}

// SavedFile is a file in the folder of a finding.
type SavedFile struct {
	Name string
	Text []byte
}

// Save writes the finding into the folder dir/<hash>: trace.jsonl, finding_test.go, report.txt, and scenario.feature and
// report.html where they can be written. The trace is written first, so that a run that is killed loses nothing.
func (f *Finding) Save(dir string, opts SaveOptions) error {
	opts.More = append([]SavedFile{{"finding_test.go", []byte(f.GoTest())}, {"report.txt", []byte(f.Text(dir))}}, opts.More...)
	return f.SaveFiles(dir, opts)
}

// SaveFiles is Save without finding_test.go and report.txt, which are for engines of this repository.
func (f *Finding) SaveFiles(dir string, opts SaveOptions) error {
	at := filepath.Join(dir, f.Hash())
	if err := os.MkdirAll(at, 0o755); err != nil {
		return err
	}
	t := f.annotated()
	var trace bytes.Buffer
	if _, err := t.WriteTo(&trace); err != nil {
		return err
	}
	if err := writeFile(at, "trace.jsonl", trace.Bytes()); err != nil {
		return err
	}
	for _, file := range opts.More {
		if err := writeFile(at, file.Name, file.Text); err != nil {
			return err
		}
	}
	if opts.Scenario != nil {
		text, err := opts.Scenario(t)
		if err != nil {
			return fmt.Errorf("the trace of %s is saved, its scenario is not: %w", at, err)
		}
		if err := writeFile(at, "scenario.feature", []byte(text)); err != nil {
			return err
		}
	}
	if opts.Page == nil {
		return nil
	}
	page, err := opts.Page()
	if err != nil {
		return fmt.Errorf("the trace of %s is saved, its page is not: %w", at, err)
	}
	return writeFile(at, "report.html", page)
}

// writeFile writes beside the file and renames, so that no half-written file stands under the name.
func writeFile(dir, name string, data []byte) error {
	tmp := filepath.Join(dir, "."+name+".tmp")
	err := os.WriteFile(tmp, data, 0o644)
	if err == nil {
		err = os.Rename(tmp, filepath.Join(dir, name))
	}
	if err != nil {
		_ = os.Remove(tmp) // what is half written would keep a full disk full
	}
	return err
}

// annotated is the trace with a header that says what it shows.
func (f *Finding) annotated() *spec.Trace {
	t := *f.Trace
	t.Header.Note = f.Divergence.Label() + ": " + f.Divergence.Difference.Signature()
	if f.Place != "" {
		t.Header.Origin = f.Place
	}
	return &t
}

// GoTest is a test file that replays the trace on model and fast, with all variants and laws, and fails while they
// differ. It compiles in any folder of a module that requires relspec.
func (f *Finding) GoTest() string {
	var trace bytes.Buffer
	if _, err := f.annotated().WriteTo(&trace); err != nil {
		trace.WriteString(err.Error())
	}
	var lines strings.Builder
	for _, l := range strings.SplitAfter(strings.TrimSuffix(trace.String(), "\n"), "\n") {
		fmt.Fprintf(&lines, "%s", l)
	}
	literal := "`" + lines.String() + "`"
	if strings.ContainsAny(lines.String(), "`\r\x00") || strings.Contains(lines.String(), "\ufeff") {
		literal = fmt.Sprintf("%q", lines.String())
	}
	return fmt.Sprintf(goTestText, f.Hash(), f.annotated().Header.Note, f.Hash(), literal)
}

const goTestText = `// Finding %s: %s.
package finding_test

import (
	"testing"

	"github.com/relspec/relspec/oracle"
)

// The model and the engine must agree on this trace, and so must every variant and law.
func TestFinding_%s(t *testing.T) {
	divergences, err := oracle.Verify(trace)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range divergences {
		t.Errorf("%%s, operation %%d: %%s\n%%s", d.Label(), d.Index+1, d.Difference.Signature(), d.Difference.String())
	}
}

const trace = %s
`
