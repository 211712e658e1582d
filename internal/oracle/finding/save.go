package finding

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/shard"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// SaveOptions selects the files that are saved with the trace.
type SaveOptions struct {
	// Reference gives the expectations in scenario.feature. If it is zero, that file is omitted.
	Reference runner.Implementation
	// Page creates report.html. If it is nil, that file is omitted.
	Page func(Data) ([]byte, error)
	// More are additional files.
	More []File
}

// File is a file in the folder of a finding.
type File struct {
	Name string
	Text []byte
}

// Save writes the finding into the folder dir/<hash>: trace.jsonl, finding_test.go, report.txt and,
// if possible, scenario.feature and report.html. The folder appears with all its files or not at
// all. It is never removed; saving the same finding again replaces the files one by one.
func (f *Finding) Save(dir string, opts SaveOptions) error {
	opts.More = append([]File{{"finding_test.go", []byte(f.GoTest())}, {"report.txt", []byte(f.Text(dir))}},
		opts.More...)
	return f.SaveFiles(dir, opts)
}

// SaveFiles is like Save without finding_test.go and report.txt, which only suit engines of this
// repository.
func (f *Finding) SaveFiles(dir string, opts SaveOptions) error {
	t := f.annotated()
	t.Header.Suite = spec.SuiteVersion
	var trace bytes.Buffer
	if _, err := t.WriteTo(&trace); err != nil {
		return err
	}
	files := append([]File{{"trace.jsonl", trace.Bytes()}}, opts.More...)
	var lacking error
	if opts.Reference.New != nil {
		text, err := f.scenario(t, opts.Reference)
		if err == nil {
			files = append(files, File{"scenario.feature", []byte(text)})
		} else {
			lacking = fmt.Errorf("its scenario is not: %w", err)
		}
	}
	if opts.Page != nil && lacking == nil {
		page, err := opts.Page(f.Data(dir))
		if err == nil {
			files = append(files, File{"report.html", page})
		} else {
			lacking = fmt.Errorf("its page is not: %w", err)
		}
	}
	at := filepath.Join(dir, f.Hash())
	if err := writeFolder(at, files); err != nil {
		return err
	}
	if lacking != nil {
		return fmt.Errorf("the trace of %s is saved, %w", at, lacking)
	}
	return nil
}

// scenario returns t as a feature that expects the reference's answer to the operation that
// differs.
func (f *Finding) scenario(t *spec.Trace, reference runner.Implementation) (string, error) {
	p, perr := spec.ProfileByName(t.Header.Profile)
	if perr != nil {
		return "", perr
	}
	engine, err := reference.Start(p)
	if err != nil {
		return "", err
	}
	return scenario.OfFinding(t, engine, f.Divergence.Index, f.Hash(), f.Statements, f.Clauses), nil
}

// SaveFound writes the trace, before anything else is done with it, to its own file in dir, and
// returns the file name. The caller removes the file once the finding is saved. Folders of findings
// are never removed.
func (f *Finding) SaveFound(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	t := f.annotated()
	t.Header.Note += ", as it was found"
	var trace bytes.Buffer
	if _, err := t.WriteTo(&trace); err != nil {
		return "", err
	}
	name := "found-" + f.hashWith(f.Origin) + ".jsonl"
	return filepath.Join(dir, name), writeFile(dir, name, trace.Bytes())
}

// RemoveFound removes a file returned by SaveFound. It ignores "".
func RemoveFound(file string) error {
	if file == "" {
		return nil
	}
	if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// writeFolder writes files into a folder. It writes them to a temporary folder first, so that the
// folder is always complete. If the folder exists, it replaces the files.
func writeFolder(at string, files []File) error {
	parent := filepath.Dir(at)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(parent, ".saving-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // already renamed on success; on failure this frees the disk space
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	if err := replaceFiles(tmp, files); err != nil {
		return err
	}
	if err := os.Rename(tmp, at); err == nil {
		return nil
	}
	return replaceFiles(at, files) // it exists
}

func replaceFiles(at string, files []File) error {
	for _, file := range files {
		if err := writeFile(at, file.Name, file.Text); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes to a temporary file and renames it, so that there is never a partial file, even
// if several processes write it.
func writeFile(dir, name string, data []byte) error {
	file, err := os.CreateTemp(dir, "."+name+".tmp")
	if err != nil {
		return err
	}
	return shard.Finish(file, filepath.Join(dir, name), data)
}

// annotated returns the trace with a header that names the finding.
func (f *Finding) annotated() *spec.Trace {
	t := *f.Trace
	t.Header.Note = f.Divergence.Label() + ": " + f.Divergence.Difference.Signature()
	if f.Origin != "" {
		t.Header.Origin = f.Origin
	}
	return &t
}

// GoTest returns a test file that replays the trace on model and fast, with all variants and laws,
// and fails as long as they differ. It compiles in any module that requires relspec.
func (f *Finding) GoTest() string { return TraceTest(f.annotated(), "Finding", f.Hash()) }

// TraceTest is like [Finding.GoTest] for any trace. what and hash name the test.
func TraceTest(t *spec.Trace, what, hash string) string {
	var trace bytes.Buffer
	if _, err := t.WriteTo(&trace); err != nil {
		trace.WriteString(err.Error())
	}
	lines := strings.TrimSuffix(trace.String(), "\n")
	literal := "`" + lines + "`"
	if strings.Contains(lines, "`") || spec.Hides(lines) {
		literal = strconv.QuoteToASCII(lines)
	}
	return fmt.Sprintf(goTestText, what, hash, spec.Printable(t.Header.Note), what, hash, literal)
}

const goTestText = `// %s %s: %s.
package finding_test

import (
	"testing"

	"github.com/relspec/relspec/oracle/enginetest"
)

// The model and the engine must agree on this trace, and so must every variant and law.
func Test%s_%s(t *testing.T) {
	enginetest.Verify(t, trace)
}

const trace = %s
`
