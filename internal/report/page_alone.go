package report

import (
	"bytes"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// FindingPage returns a self-contained page about one finding: the trace, both answers as a diff,
// the proof, and a drawing of the world. It returns an error if the trace of the finding cannot be
// read.
func FindingPage(d oracle.FindingData) ([]byte, error) {
	f, err := findingOf(&d)
	if err != nil {
		return nil, err
	}
	p := &page{Run: &Run{Findings: []*Finding{f}}, Title: f.Implementation + ": " + f.Signature}
	views := p.findings()
	views[0].Alone, views[0].Open = true, true
	var b bytes.Buffer
	if err := pageTemplate.ExecuteTemplate(&b, "alone.html", struct {
		Title   string
		Finding findingView
	}{p.Title, views[0]}); err != nil {
		return nil, err
	}
	return []byte(spec.Escaped(b.String())), nil
}
